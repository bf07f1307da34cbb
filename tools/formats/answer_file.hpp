#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tools/formats/answer_rows.hpp"

/// Writes answers to a file. The ending selects the format:
/// * .csv: a header, then one answer per line. Numbers have the fewest digits that give the same
///   float; 0 and 1 stand for no and yes.
/// * .npy: one record per answer, (N,), or in the shape of the array of queries.
///
/// With up to K answers per query, a .csv has one line per answer found, starting with the index of
/// its query. An .npy has two arrays, one after the other: the records of all answers, (M,), and
/// the offsets at which the answers of each query begin, (N + 1,), of which the last one is M.
namespace lanecast::tools {

struct AnswerTable {
    const AnswerRows& rows;

    /// Added to positions. If it is not 0, positions are written as doubles.
    Vec3d origin = {};

    /// Shape of the array in an .npy, if it is not one-dimensional.
    std::span<const std::size_t> shape = {};

    /// If queries have several answers: the rows of query i are offsets[i] to offsets[i + 1] - 1,
    /// and `query` is the name of the .csv column with i. Otherwise empty.
    std::span<const std::uint64_t> offsets = {};
    std::string_view query = {};
};

/// Checks in advance whether answers can be written to a path. @throws Failure
/// @param ending  see ending_of()
void check_answer_path(const std::string& path, const std::string& ending);

/// @throws Failure, after removing the unfinished file
void save_answers(const std::string& path, const std::string& ending, const AnswerTable& table);

} // namespace lanecast::tools
