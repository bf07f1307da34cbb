#include "tools/worlds/face_fields.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "tools/formats/answers.hpp"

namespace lanecast::tools {
namespace {

bool is_of_faces(const AnswerField& field) {
    return field.name == face_field.name || field.name == group_field.name ||
           field.name == material_field.name;
}

std::string_view text_of(const Face& face, const AnswerField& field) {
    return field.name == group_field.name ? face.group : face.material;
}

/// The faces of answers.
class Faces {
public:
    Faces(const AnswerRows& rows, const FaceTable& table)
        : rows_(rows), table_(table), id_(*rows.offset_of(id_field.name)),
          part_(*rows.offset_of(part_field.name)) {}

    [[nodiscard]] Face of(std::size_t row) const {
        return table_.find(number_at(row, id_), number_at(row, part_));
    }

private:
    [[nodiscard]] std::uint32_t number_at(std::size_t row, std::size_t offset) const {
        std::uint32_t number = 0;
        std::memcpy(&number, rows_.record(row) + offset, sizeof number);
        return number;
    }

    const AnswerRows& rows_;
    const FaceTable& table_;
    std::size_t id_, part_;
};

} // namespace

std::vector<AnswerField> computed_fields(std::span<const AnswerField> chosen) {
    std::vector<AnswerField> fields;
    std::ranges::copy_if(chosen, std::back_inserter(fields), std::not_fn(is_of_faces));
    if (fields.size() < chosen.size()) {
        for (const AnswerField& field : {id_field, part_field})
            if (std::ranges::find(fields, field.name, &AnswerField::name) == fields.end())
                fields.push_back(field);
    }
    return fields;
}

AnswerRows with_faces(AnswerRows&& computed, std::vector<AnswerField> chosen,
                      const FaceTable& table) {
    if (std::ranges::none_of(chosen, is_of_faces))
        return std::move(computed);
    const Faces faces(computed, table);
    for (AnswerField& field : chosen)
        for (std::size_t row = 0; row < computed.size() && field.type == text_type; ++row)
            field.width = std::max(field.width, text_of(faces.of(row), field).size());
    AnswerRows rows(chosen, computed.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Face face = faces.of(row);
        char* to = rows.record(row);
        for (const AnswerField& field : chosen) {
            if (field.type == text_type) {
                const std::string_view text = text_of(face, field);
                std::ranges::copy(text, to); // an empty text may have no address
            } else if (is_of_faces(field)) {
                std::memcpy(to, &face.number, sizeof face.number);
            } else {
                std::memcpy(to, computed.record(row) + *computed.offset_of(field.name),
                            field.bytes());
            }
            to += field.bytes();
        }
    }
    return rows;
}

} // namespace lanecast::tools
