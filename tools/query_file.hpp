#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Queries from a file. By its ending:
/// * .csv: a header that names the columns, then a query per line. Numbers may be nan, inf and
/// -inf;
///   blanks around them and empty lines do not matter.
/// * .npy: float32, C order, (N, number of columns), the columns as in the header.
namespace lanecast::tools {

/// What a file of one kind of query looks like.
struct QueryFormat {
    std::string_view name;                     ///< of many, for messages: "rays"
    std::span<const std::string_view> columns; ///< in order
    std::size_t required;                      ///< the columns behind these come all or not at all
};

/// A file's numbers, row by row.
struct NumberTable {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<float> numbers;
};

/// @throws Failure that names the file and the line, or what is wrong with the array.
[[nodiscard]] NumberTable load_numbers(const std::string& path, const QueryFormat& format);

/// Queries of a type that has a `format` and is made of one float per column, see queries.hpp.
/// Columns that the file leaves out are as in Query{}. @throws Failure
template <class Query>
[[nodiscard]] std::vector<Query> load_queries(const std::string& path) {
    static_assert(std::is_trivially_copyable_v<Query> && alignof(Query) == alignof(float));
    static_assert(sizeof(Query) == sizeof(float) * Query::columns.size());
    const NumberTable table = load_numbers(path, Query::format);
    std::vector<Query> queries(table.rows);
    for (std::size_t i = 0; i < table.rows; ++i) {
        std::memcpy(static_cast<void*>(&queries[i]), &table.numbers[i * table.columns],
                    sizeof(float) * table.columns);
    }
    return queries;
}

} // namespace lanecast::tools
