#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Queries from a file. By its ending:
/// * .csv: a header that names the columns, in any order and in capitals or not, then a query per
///   line. Fields are parted by commas, semicolons (then numbers may have a decimal comma) or tabs.
///   Numbers may be nan, inf and -inf; blanks around them and empty lines do not matter.
/// * .npy: numbers of any type and order of bytes, (N, number of columns) in C or Fortran order,
///   the columns as in the header, or one query in one dimension; or records, whose fields are
///   named as the columns, or vectors as in the library ("origin").
/// Columns of other names are left out. What is not float32 is converted.
namespace lanecast::tools {

/// What a file of one kind of query looks like.
struct QueryFormat {
    std::string_view name;                     ///< of many, for messages: "rays"
    std::span<const std::string_view> columns; ///< in order
    std::size_t required;                      ///< the columns behind these may be left out

    /// Vectors, and the first of their columns.
    struct Vector {
        std::string_view name;
        std::size_t column;
    };
    std::span<const Vector> vectors;
};

/// What a note begins with, or has behind what was converted, where columns were left out.
inline constexpr std::string_view left_out_words = "left out: ";

/// A file's numbers, row by row.
struct NumberTable {
    std::size_t rows = 0;
    std::vector<std::size_t> columns; ///< which of the format's stand in a row
    std::vector<float> numbers;
    std::string note; ///< what was converted or left out, for people; or empty
};

/// @throws Failure that names the file and the line, or what is wrong with the array.
/// @param ending  see ending_of()
[[nodiscard]] NumberTable load_numbers(const std::string& path, const std::string& ending,
                                       const QueryFormat& format);

/// Queries of a type that has a `format` and is made of one float per column, see queries.hpp.
/// Columns that the file leaves out are as in Query{}. @throws Failure
/// @param note  see NumberTable
template <class Query>
[[nodiscard]] std::vector<Query> load_queries(const std::string& path, const std::string& ending,
                                              std::string& note) {
    static_assert(std::is_trivially_copyable_v<Query> && alignof(Query) == alignof(float));
    static_assert(sizeof(Query) == sizeof(float) * Query::columns.size());
    NumberTable table = load_numbers(path, ending, Query::format);
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
