#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lanecast/column.hpp"

namespace lanecast::tools {

/// A field of a record: one number, or a vector that has a column in the .csv for each component.
struct AnswerField {
    std::string_view name;    ///< in the .npy
    std::string_view type;    ///< of a number, as NumPy writes it: "<f4", "<u4" or "|b1"
    std::string_view columns; ///< in the .csv: "t", "nx,ny,nz"

    [[nodiscard]] std::size_t number_count() const;
    [[nodiscard]] std::size_t bytes() const;
};

/// The fields that are named, in that order: "t,id,normal".
/// @throws Failure if one of them is not there or named twice; it names those there are.
[[nodiscard]] std::vector<AnswerField> chosen_fields(std::span<const AnswerField> all,
                                                     std::string_view names);

/// Records of some fields, one behind the other without padding: as the .npy has them.
class AnswerRows {
public:
    AnswerRows(std::vector<AnswerField> fields, std::size_t count);

    /// Where the library writes a field of records first to first + count - 1; nowhere if the field
    /// was not chosen.
    template <class T>
    [[nodiscard]] Output<T> column(std::string_view name, std::size_t first, std::size_t count) {
        std::size_t offset = 0;
        for (const AnswerField& field : fields_) {
            if (field.name == name) {
                return lanecast::column<T>(bytes_.data() + first * record_bytes_ + offset,
                                           static_cast<std::ptrdiff_t>(record_bytes_), count);
            }
            offset += field.bytes();
        }
        return {};
    }

    /// All records at once, as bytes() has them.
    void fill(std::string_view bytes) { bytes_.assign(bytes.begin(), bytes.end()); }

    /// Records first to first + count - 1 of others with the same fields, behind all.
    void append(const AnswerRows& others, std::size_t first, std::size_t count);

    [[nodiscard]] std::span<const AnswerField> fields() const { return fields_; }
    [[nodiscard]] std::size_t record_bytes() const { return record_bytes_; }
    [[nodiscard]] std::size_t size() const { return bytes_.size() / record_bytes_; }
    [[nodiscard]] std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }

private:
    std::vector<AnswerField> fields_;
    std::size_t record_bytes_ = 0;
    std::vector<char> bytes_;
};

} // namespace lanecast::tools
