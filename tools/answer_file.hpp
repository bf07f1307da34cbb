#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

/// Answers to a file. By its ending:
/// * .csv: a header, then an answer per line. Numbers have the fewest digits that give the same
///   float; 0 and 1 for no and yes.
/// * .npy: one record per answer, (N,).
///
/// Up to K answers to each query are, in a .csv, one line for each answer there is, with the index
/// of its query in front; in an .npy (N, K), with misses behind the last answer of a row.
namespace lanecast::tools {

/// A field of a record: one number, or a vector that has a column in the .csv for each component.
struct AnswerField {
    std::string_view name;    ///< in the .npy
    std::string_view type;    ///< of a number, as NumPy writes it: "<f4", "<u4" or "|b1"
    std::string_view columns; ///< in the .csv: "t", "nx,ny,nz"
};

/// Records as they lie in memory, which is how the .npy has them.
struct AnswerTable {
    std::span<const AnswerField> fields = {};
    std::string_view bytes = {};
    std::size_t queries = 0;
    std::size_t capacity = 1; ///< records per query

    /// Where queries have up to `capacity` answers: how many each of them has, which may be more,
    /// and how the .csv calls the column of its index. Else empty.
    std::span<const std::uint32_t> found = {};
    std::string_view query = {};
};

/// Finds out before the work is done whether the answer can be written there. @throws Failure
/// @param ending  see ending_of()
void check_answer_path(const std::string& path, const std::string& ending);

/// @throws Failure; nothing is left of the file then.
void save_answers(const std::string& path, const std::string& ending, const AnswerTable& table);

/// The bytes of records that have `fields` without padding, see answers.hpp.
template <class Answer>
[[nodiscard]] std::string_view bytes_of(std::span<const Answer> answers) {
    static_assert(std::is_trivially_copyable_v<Answer>);
    return {reinterpret_cast<const char*>(answers.data()), answers.size_bytes()};
}

} // namespace lanecast::tools
