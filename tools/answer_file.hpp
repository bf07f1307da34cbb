#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "answer_rows.hpp"

/// Answers to a file. By its ending:
/// * .csv: a header, then an answer per line. Numbers have the fewest digits that give the same
///   float; 0 and 1 for no and yes.
/// * .npy: one record per answer, (N,).
///
/// Up to K answers to each query are, in a .csv, one line for each answer there is, with the index
/// of its query in front. In an .npy they are two arrays, one behind the other: the records of all
/// answers, (M,), and where those of each query begin, (N + 1,), the last number being M.
namespace lanecast::tools {

struct AnswerTable {
    const AnswerRows& rows;

    /// Where queries have several answers: the rows of query i are offsets[i] to offsets[i + 1] -
    /// 1, and how the .csv calls the column of i. Else empty.
    std::span<const std::uint64_t> offsets = {};
    std::string_view query = {};
};

/// Finds out before the work is done whether the answer can be written there. @throws Failure
/// @param ending  see ending_of()
void check_answer_path(const std::string& path, const std::string& ending);

/// @throws Failure; nothing is left of the file then.
void save_answers(const std::string& path, const std::string& ending, const AnswerTable& table);

} // namespace lanecast::tools
