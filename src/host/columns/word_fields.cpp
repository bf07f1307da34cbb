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

/// Number of elements to check: a single value stands for all.
std::size_t values_in(const ReadableColumn& column, std::size_t count) {
    return column.stride == 0 ? std::min<std::size_t>(count, 1) : count;
}

void check_factor(std::string_view batch, const Field& field, std::size_t count) {
    const ReadableColumn column = readable(field);
    for (std::size_t i = 0; i < values_in(column, count); ++i)
        if (const auto factor = element<float>(column, i); !is_factor(factor))
            refuse_word(batch, field, i, to_text(factor), "finite and at least 0");
}

void check_response(std::string_view batch, const Field& field, std::size_t count) {
    const ReadableColumn column = readable(field);
    for (std::size_t i = 0; i < values_in(column, count); ++i) {
        const auto response = element<std::uint32_t>(column, i);
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
                 std::size_t count) {
    for (const int word : {shape_word::restitution, shape_word::friction})
        if (!words[static_cast<std::size_t>(word)].missing())
            check_factor(batch, words[static_cast<std::size_t>(word)], count);
    if (!words[shape_word::response].missing())
        check_response(batch, words[shape_word::response], count);
}

} // namespace lanecast::host
