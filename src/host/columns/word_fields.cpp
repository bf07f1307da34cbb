#include "host/columns/word_fields.hpp"

#include <algorithm>
#include <string>

#include "host/columns/elements.hpp"
#include "lanecast/error.hpp"

namespace lanecast::host {
namespace {

[[noreturn]] void refuse_word(std::string_view batch, const Field& field, std::size_t index,
                              const std::string& value, const char* requirement) {
    const std::string name = std::string(batch) + "." + std::string(field.name);
    throw Error(ErrorCode::refused_shape, name, index,
                name + "[" + std::to_string(index) + "] is " + value + ", must be " + requirement);
}

/// Elements of a column. A single value is one element for all.
struct Elements {
    ReadableColumn column;
    std::size_t first, end;

    Elements(const Field& field, std::size_t from, std::size_t count)
        : column(readable(field)), first(from), end(from + count) {
        if (column.stride == 0 && count != 0) {
            first = 0;
            end = 1;
        }
    }
};

void check_factors(std::string_view batch, const Field& field, const Elements& elements) {
    for (std::size_t i = elements.first; i < elements.end; ++i)
        if (const auto factor = element<float>(elements.column, i); !is_factor(factor))
            refuse_word(batch, field, i, to_text(factor), "finite and at least 0");
}

void check_responses(std::string_view batch, const Field& field, const Elements& elements) {
    for (std::size_t i = elements.first; i < elements.end; ++i) {
        const auto response = element<std::uint32_t>(elements.column, i);
        if (!is_surface_response(response))
            refuse_word(batch, field, i, std::to_string(response),
                        "a value of Response other than sensor");
    }
}

} // namespace

bool give_lookups(std::span<const Field, shape_word::count> words) {
    return std::any_of(words.begin() + shape_word::user, words.end(),
                       [](const Field& field) { return !field.missing(); });
}

void check_words(std::string_view batch, std::span<const Field, shape_word::count> words,
                 std::size_t count, std::size_t first) {
    const auto check = [&](int word, auto check_elements) {
        const Field& field = words[static_cast<std::size_t>(word)];
        if (!field.missing())
            check_elements(batch, field, Elements(field, first, count));
    };
    check(shape_word::restitution, check_factors);
    check(shape_word::friction, check_factors);
    check(shape_word::response, check_responses);
}

} // namespace lanecast::host
