#include "host/api/edits/update_batch.hpp"

#include <algorithm>
#include <string>

#include "lanecast/error.hpp"

namespace lanecast::host {

void check_kind(const ShapeRecords& records, ShapeKind kind, std::string_view batch) {
    if (records.public_kind != kind)
        throw Error(ErrorCode::wrong_kind, std::string(batch), Error::no_index,
                    std::string(batch) + " cannot update ids of another kind of shape");
}

void check_kinds(const ShapeStore::Claim& claim, std::size_t count, ShapeKind kind,
                 std::string_view batch) {
    for (std::size_t i = 0; i < count; ++i)
        if (claim.records(i).public_kind != kind)
            throw Error(ErrorCode::wrong_kind, "ids", i,
                        "ids[" + std::to_string(i) + "] is " + std::to_string(claim.id(i)) +
                            ", which is another kind of shape than " + std::string(batch));
}

void check_update_length(std::string_view batch, std::size_t length, std::size_t ids) {
    if (length != ids)
        throw Error(ErrorCode::wrong_length, std::string(batch), Error::no_index,
                    std::string(batch) + " has " + std::to_string(length) + " elements for " +
                        std::to_string(ids) + " ids");
}

bool has_arrays(std::span<const Field> fields) {
    return std::any_of(fields.begin(), fields.end(), [](const Field& field) {
        return std::any_of(field.components.begin(), field.components.end(),
                           [](const Component& c) { return c.kind == Component::Kind::array; });
    });
}

void prepare_update(ShapeBatch& batch, std::size_t ids) {
    for (Field& field : batch.all_fields)
        field.required = false;
    const std::size_t length = batch.length();
    if (has_arrays(batch.fields()) || batch.count != count_from_columns)
        check_update_length(batch.name, length, ids);
}

} // namespace lanecast::host
