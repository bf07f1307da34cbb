#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lanecast/column.hpp"
#include "lanecast/origin.hpp"

namespace lanecast::tools {

/// The type of fields that are texts in UTF-8, filled up with zeros.
inline constexpr std::string_view text_type = "|S";

/// A field of a record: a text, one number, or a vector with a .csv column for each component.
struct AnswerField {
    std::string_view name; ///< in the .npy
    /// NumPy type of a number: "<f4", "<f8", "<u4" or "|b1"; or text_type.
    std::string_view type;
    std::string_view columns; ///< in the .csv: "t", "nx,ny,nz"
    bool is_position = false; ///< it depends on the origin, see with_origin()
    std::size_t width = 1;    ///< bytes of a text

    [[nodiscard]] std::size_t number_count() const;
    [[nodiscard]] std::size_t bytes() const;
};

/// Returns the named fields in the given order, such as "t,id,normal".
/// @throws Failure if a name is unknown or occurs twice; the message lists the known names
[[nodiscard]] std::vector<AnswerField> chosen_fields(std::span<const AnswerField> all,
                                                     std::string_view names);

/// Records of some fields, one after the other without padding, as in an .npy file.
class AnswerRows {
public:
    AnswerRows(std::vector<AnswerField> fields, std::size_t count);

    /// Returns a column through which the library writes a field of the records first to first +
    /// count - 1; an empty one if the field was not chosen.
    template <class T>
    [[nodiscard]] Output<T> column(std::string_view name, std::size_t first, std::size_t count) {
        const std::optional<std::size_t> offset = offset_of(name);
        return offset ? lanecast::column<T>(bytes_.data() + first * record_bytes_ + *offset,
                                            static_cast<std::ptrdiff_t>(record_bytes_), count)
                      : Output<T>();
    }

    /// Replaces -0 by 0 in a field of floats, if it was chosen.
    void make_zeros_positive(std::string_view name);

    /// Replaces all records; `bytes` has the layout of bytes().
    void fill(std::string_view bytes) { bytes_.assign(bytes.begin(), bytes.end()); }

    /// Appends the records first to first + count - 1 of `others`, which has the same fields.
    void append(const AnswerRows& others, std::size_t first, std::size_t count);

    [[nodiscard]] char* record(std::size_t i) { return bytes_.data() + i * record_bytes_; }
    [[nodiscard]] const char* record(std::size_t i) const {
        return bytes_.data() + i * record_bytes_;
    }
    [[nodiscard]] std::span<const AnswerField> fields() const { return fields_; }
    /// Returns the position of a field in a record; empty if the field was not chosen.
    [[nodiscard]] std::optional<std::size_t> offset_of(std::string_view name) const;
    [[nodiscard]] std::size_t record_bytes() const { return record_bytes_; }
    [[nodiscard]] std::size_t size() const { return bytes_.size() / record_bytes_; }
    [[nodiscard]] std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }

private:
    std::vector<AnswerField> fields_;
    std::size_t record_bytes_ = 0;
    std::vector<char> bytes_;
};

/// Adds an origin to the positions of records, which become doubles.
[[nodiscard]] AnswerRows with_origin(const AnswerRows& rows, const Vec3d& origin);

} // namespace lanecast::tools
