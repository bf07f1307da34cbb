#include "query_file.hpp"

#include <fmt/format.h>

#include "failure.hpp"
#include "files.hpp"
#include "npy.hpp"
#include "text.hpp"

namespace lanecast::tools {
namespace {

/// The next of the fields between commas; false when there is none left.
bool next_field(std::string_view& rest, bool& done, std::string_view& field) {
    if (done) {
        return false;
    }
    const std::size_t comma = rest.find(',');
    field = trim(rest.substr(0, comma));
    done = comma == std::string_view::npos;
    rest.remove_prefix(done ? rest.size() : comma + 1);
    return true;
}

bool is_complete(std::size_t columns, const QueryFormat& format) {
    return columns == format.required || columns == format.columns.size();
}

/// "ox,oy,oz,dx,dy,dz[,t_min,t_max]"
std::string header_of(const QueryFormat& format) {
    std::string text;
    for (std::size_t i = 0; i < format.columns.size(); ++i) {
        text += i == format.required ? "[" : "";
        text += i > 0 ? "," : "";
        text += format.columns[i];
    }
    return text + (format.required < format.columns.size() ? "]" : "");
}

/// How many of the format's columns the header names.
std::size_t parse_header(std::string_view line, const QueryFormat& format,
                         const std::string& path) {
    std::size_t count = 0;
    std::string_view field;
    for (bool done = false; next_field(line, done, field); ++count) {
        if (count == format.columns.size() || field != format.columns[count]) {
            count = 0;
            break;
        }
    }
    if (!is_complete(count, format)) {
        throw Failure(fmt::format("{}: line 1: the header must be {}", path, header_of(format)));
    }
    return count;
}

NumberTable parse_csv(std::string_view text, const QueryFormat& format, const std::string& path) {
    TextLines lines(without_byte_order_mark(text));
    std::string_view line;
    if (!lines.next(line)) {
        throw Failure(fmt::format("{}: is empty, must have a header line", path));
    }
    NumberTable table;
    table.columns = parse_header(line, format, path);
    while (lines.next(line)) {
        if (trim(line).empty()) {
            continue;
        }
        std::size_t count = 0;
        std::string_view rest = line;
        std::string_view field;
        for (bool done = false; next_field(rest, done, field); ++count) {
            float number = 0.0f;
            if (count < table.columns && !parse_float(field, number)) {
                throw Failure(fmt::format("{}: line {}: {} is {}, must be a number", path,
                                          lines.number(), format.columns[count], in_quotes(field)));
            }
            table.numbers.push_back(number);
        }
        if (count != table.columns) {
            throw Failure(fmt::format("{}: line {}: has {} fields, must have {}", path,
                                      lines.number(), count, table.columns));
        }
        ++table.rows;
    }
    return table;
}

NumberTable parse_matrix(std::string_view file, const QueryFormat& format,
                         const std::string& path) {
    const NpyMatrix matrix = parse_npy(file, path);
    if (!is_complete(matrix.columns, format)) {
        const std::size_t all = format.columns.size();
        throw Failure(fmt::format("{}: shape is ({}, {}), must be (N, {}){}", path, matrix.rows,
                                  matrix.columns, format.required,
                                  all > format.required ? fmt::format(" or (N, {})", all) : ""));
    }
    NumberTable table{matrix.rows, matrix.columns, {}};
    table.numbers.resize(matrix.rows * matrix.columns);
    if (!table.numbers.empty()) {
        std::memcpy(table.numbers.data(), matrix.data.data(), matrix.data.size());
    }
    return table;
}

} // namespace

NumberTable load_numbers(const std::string& path, const QueryFormat& format) {
    const std::string ending = extension(path);
    if (ending != ".csv" && ending != ".npy") {
        throw Failure(fmt::format("{}: {} must be a .csv or .npy file", path, format.name));
    }
    const std::string file = read_file(path);
    return ending == ".csv" ? parse_csv(file, format, path) : parse_matrix(file, format, path);
}

} // namespace lanecast::tools
