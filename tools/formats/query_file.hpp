#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lanecast/origin.hpp"

/// Reads queries from a file. The ending selects the format:
/// * .csv: a header that names the columns, in any order and letter case, then one query per line.
///   Fields are separated by commas, semicolons (numbers may then have a decimal comma) or tabs.
///   Numbers may be nan, inf and -inf; blanks around them and empty lines are ignored.
/// * .npy: numbers of any type and byte order, (N, number of columns) in C or Fortran order with
///   the columns in the order of the header, or one query in one dimension; or records whose fields
///   have the names of the columns, or of vectors in the library ("origin").
/// Other columns are ignored. Numbers that are not float32 are converted. An origin is subtracted
/// from positions before that.
namespace lanecast::tools {

/// File format of one kind of query.
struct QueryFormat {
    std::string_view name;                     ///< plural, for messages: "rays"
    std::span<const std::string_view> columns; ///< in order; the first three are a position
    std::size_t required;                      ///< number of columns; the rest may be left out

    /// A vector and the first of its columns.
    struct Vector {
        std::string_view name;
        std::size_t column;
    };
    std::span<const Vector> vectors;
};

/// How a note about ignored columns begins.
inline constexpr std::string_view left_out_words = "left out: ";

/// The numbers of a file, row by row.
struct NumberTable {
    std::size_t rows = 0;
    std::vector<std::size_t> columns; ///< the format's columns in a row
    std::vector<float> numbers;
    std::string note; ///< for users: what data was converted or ignored; or empty
};

/// Loads the numbers of a file.
/// @throws Failure that names the file and the line, or what is wrong with the array
/// @param ending  see ending_of()
/// @param origin  subtracted from positions
[[nodiscard]] NumberTable load_numbers(const std::string& path, const std::string& ending,
                                       const QueryFormat& format, const Vec3d& origin);

/// Loads queries of a type that has a `format` and consists of one float per column, see
/// queries.hpp. Columns that are not in the file keep their values of Query{}. @throws Failure
/// @param note  see NumberTable
template <class Query>
[[nodiscard]] std::vector<Query> load_queries(const std::string& path, const std::string& ending,
                                              const Vec3d& origin, std::string& note) {
    static_assert(std::is_trivially_copyable_v<Query> && alignof(Query) == alignof(float));
    static_assert(sizeof(Query) == sizeof(float) * Query::columns.size());
    NumberTable table = load_numbers(path, ending, Query::format, origin);
    note = std::move(table.note);
    std::vector<Query> queries(table.rows);
    const float* from = table.numbers.data();
    for (Query& query : queries) {
        auto* const to = reinterpret_cast<char*>(&query);
        for (const std::size_t column : table.columns) {
            std::memcpy(to + column * sizeof(float), from++, sizeof(float));
        }
    }
    return queries;
}

} // namespace lanecast::tools
