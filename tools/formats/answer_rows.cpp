#include "tools/formats/answer_rows.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/text.hpp"

namespace lanecast::tools {

std::size_t AnswerField::number_count() const {
    return 1 + static_cast<std::size_t>(std::count(columns.begin(), columns.end(), ','));
}

std::size_t AnswerField::bytes() const {
    if (type == text_type)
        return width;
    const auto bytes_of_a_number = static_cast<std::size_t>(type.back() - '0');
    return number_count() * bytes_of_a_number;
}

std::vector<AnswerField> chosen_fields(std::span<const AnswerField> all, std::string_view names) {
    const auto with_name = [](std::string_view name) {
        return [name](const AnswerField& field) { return field.name == name; };
    };
    std::vector<AnswerField> chosen;
    for (std::size_t begin = 0; begin <= names.size();) {
        const std::size_t end = std::min(names.find(',', begin), names.size());
        const std::string_view name = trim(names.substr(begin, end - begin));
        const auto field = std::ranges::find_if(all, with_name(name));
        if (field == all.end()) {
            std::string known;
            for (const AnswerField& other : all)
                known += fmt::format("{}{}", known.empty() ? "" : ", ", other.name);
            throw Failure(
                fmt::format("--columns: there is no {}; there are {}", in_quotes(name), known));
        }
        if (std::ranges::any_of(chosen, with_name(name)))
            throw Failure(fmt::format("--columns: {} occurs twice", in_quotes(name)));
        chosen.push_back(*field);
        begin = end + 1;
    }
    return chosen;
}

AnswerRows::AnswerRows(std::vector<AnswerField> fields, std::size_t count)
    : fields_(std::move(fields)) {
    for (const AnswerField& field : fields_)
        record_bytes_ += field.bytes();
    bytes_.resize(count * record_bytes_);
}

std::optional<std::size_t> AnswerRows::offset_of(std::string_view name) const {
    std::size_t offset = 0;
    for (const AnswerField& field : fields_) {
        if (field.name == name)
            return offset;
        offset += field.bytes();
    }
    return {};
}

void AnswerRows::make_zeros_positive(std::string_view name) {
    const auto field = std::ranges::find(fields_, name, &AnswerField::name);
    if (field == fields_.end())
        return;
    for (std::size_t at = *offset_of(name); at < bytes_.size(); at += record_bytes_) {
        for (std::size_t i = 0; i < field->number_count(); ++i) {
            char* const bytes = &bytes_[at + i * sizeof(float)];
            float number = 0.0f;
            std::memcpy(&number, bytes, sizeof number);
            number += 0.0f;
            std::memcpy(bytes, &number, sizeof number);
        }
    }
}

void AnswerRows::append(const AnswerRows& others, std::size_t first, std::size_t count) {
    const std::string_view added =
        others.bytes().substr(first * record_bytes_, count * record_bytes_);
    bytes_.insert(bytes_.end(), added.begin(), added.end());
}

AnswerRows with_origin(const AnswerRows& rows, const Vec3d& origin) {
    std::vector<AnswerField> fields(rows.fields().begin(), rows.fields().end());
    for (AnswerField& field : fields)
        field.type = field.is_position ? "<f8" : field.type;
    AnswerRows moved(fields, 0);
    std::vector<char> bytes(rows.size() * moved.record_bytes());
    const char* from = rows.bytes().data();
    char* to = bytes.data();
    for (std::size_t f = 0; f < fields.size(); ++f) {
        const std::size_t size = fields[f].bytes();
        std::vector<Vec3d> positions;
        if (fields[f].is_position) {
            std::vector<Vec3> local(rows.size()); // in records with texts, they are not aligned
            for (std::size_t i = 0; i < rows.size(); ++i)
                std::memcpy(&local[i], from + i * rows.record_bytes(), sizeof local[i]);
            positions.resize(rows.size());
            add_origin(local, origin, positions);
        }
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::memcpy(to + i * moved.record_bytes(),
                        fields[f].is_position ? static_cast<const void*>(&positions[i])
                                              : from + i * rows.record_bytes(),
                        size);
        }
        from += rows.fields()[f].bytes();
        to += size;
    }
    moved.fill({bytes.data(), bytes.size()});
    return moved;
}

} // namespace lanecast::tools
