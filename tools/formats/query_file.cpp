#include "tools/formats/query_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/report.hpp"
#include "tools/console/text.hpp"
#include "tools/formats/npy.hpp"

namespace lanecast::tools {
namespace {

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

std::optional<std::size_t> find_column(std::string_view name, const QueryFormat& format) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
    };
    const auto found =
        std::find_if(format.columns.begin(), format.columns.end(), [&](std::string_view column) {
            return std::equal(column.begin(), column.end(), name.begin(), name.end(), same);
        });
    if (found == format.columns.end())
        return {};
    return static_cast<std::size_t>(found - format.columns.begin());
}

/// Names the first column that is required but missing, or that occurs twice; empty if there is
/// none.
std::string fault_in(const std::vector<std::size_t>& columns, const QueryFormat& format) {
    for (std::size_t i = 0; i < format.columns.size(); ++i) {
        const auto count = std::count(columns.begin(), columns.end(), i);
        if (count > 1)
            return fmt::format("{} occurs twice", format.columns[i]);
        if (count == 0 && i < format.required)
            return fmt::format("{} is missing", format.columns[i]);
    }
    return {};
}

/// Describes columns that are not read; empty if there are none.
std::string left_out(const std::vector<std::string>& names, const QueryFormat& format) {
    return names.empty() ? std::string()
                         : fmt::format("{}; {} have {}", fmt::join(names, ", "), format.name,
                                       header_of(format));
}

constexpr const char* integers = "an integer from 0 to 4294967295, or -1 for the latter";

/// Converts an integer; empty if it is out of range. As in the library, -1 sets all bits.
template <class Number>
std::optional<std::uint32_t> integer_from(Number number) {
    constexpr std::uint32_t all_bits = std::numeric_limits<std::uint32_t>::max();
    if (number == -1)
        return all_bits;
    if (!(number >= 0 && number <= Number{all_bits}))
        return {};
    const auto integer = static_cast<std::uint32_t>(number);
    return static_cast<Number>(integer) == number ? std::optional(integer) : std::nullopt;
}

/// Returns what is subtracted from the numbers of a column.
double origin_of(std::size_t column, const Vec3d& origin) {
    const std::array<double, 3> components = {origin.x, origin.y, origin.z};
    return column < components.size() ? components[column] : 0.0;
}

/// Reads a .csv file line by line.
class CsvReader {
public:
    CsvReader(std::string_view text, const QueryFormat& format, const Vec3d& origin,
              const std::string& path)
        : lines_(text_of(text, path)), format_(format), origin_(origin), path_(path) {}

    NumberTable read() {
        std::string_view line;
        if (!lines_.next(line))
            throw Failure(fmt::format("{}: is empty, must have a header line", path_));
        read_header(line);
        while (lines_.next(line))
            if (!trim(line).empty())
                read_row(line);
        table_.info.shape = {table_.rows};
        return std::move(table_);
    }

private:
    static constexpr std::size_t ignored = static_cast<std::size_t>(-1);

    /// Calls visit(field) for the fields of a line. @returns their number
    template <class Visit>
    std::size_t for_each_field(std::string_view line, Visit&& visit) const {
        for (std::size_t count = 1;; ++count) {
            const std::size_t end = line.find(separator_);
            visit(trim_field(line.substr(0, end)));
            if (end == std::string_view::npos)
                return count;
            line.remove_prefix(end + 1);
        }
    }
    /// Removes blanks and quotes around a field without separators.
    static std::string_view trim_field(std::string_view field) {
        field = trim(field);
        if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
            field = trim(field.substr(1, field.size() - 2));
        return field;
    }

    void read_header(std::string_view line) {
        for (const char separator : {',', ';', '\t'}) {
            if (line.find(separator) != std::string_view::npos) {
                separator_ = separator;
                break;
            }
        }
        std::vector<std::string> others;
        for_each_field(line, [&](std::string_view name) {
            const auto column = find_column(name, format_);
            meaning_.push_back(column.value_or(ignored));
            if (column)
                table_.columns.push_back(*column);
            else
                others.push_back(in_quotes(name));
        });
        const std::string fault = fault_in(table_.columns, format_);
        if (!fault.empty()) {
            throw Failure(fmt::format("{}: line 1: {}; the header must have {}", path_, fault,
                                      header_of(format_)));
        }
        table_.info.left_out = left_out(others, format_);
    }

    void read_row(std::string_view line) {
        std::size_t at = 0;
        const std::size_t count = for_each_field(line, [&](std::string_view field) {
            const std::size_t column = at < meaning_.size() ? meaning_[at] : ignored;
            ++at;
            if (column == ignored)
                return;
            const bool is_float = column < format_.floats;
            const std::optional<std::uint32_t> cell =
                is_float ? parse_number(field, origin_of(column, origin_)) : parse_integer(field);
            if (!cell)
                throw Failure(fmt::format("{}: line {}: {} is {}, must be {}", path_,
                                          lines_.number(), format_.columns[column],
                                          in_quotes(field), is_float ? "a number" : integers));
            table_.cells.push_back(*cell);
        });
        if (count != meaning_.size()) {
            throw Failure(fmt::format("{}: line {}: has {} fields, must have {}", path_,
                                      lines_.number(), count, meaning_.size()));
        }
        ++table_.rows;
    }

    /// Returns the bits of a float from which the origin is subtracted.
    [[nodiscard]] std::optional<std::uint32_t> parse_number(std::string_view field,
                                                            double origin) const {
        std::string with_point;
        if (separator_ != ',' && field.find(',') != std::string_view::npos) {
            with_point = field;
            std::replace(with_point.begin(), with_point.end(), ',', '.');
            field = with_point;
        }
        float number = 0.0f;
        double exact = 0.0;
        if (!(origin == 0.0 ? parse_float(field, number) : parse_double(field, exact)))
            return {};
        return std::bit_cast<std::uint32_t>(origin == 0.0 ? number
                                                          : subtract_origin(exact, origin));
    }

    static std::optional<std::uint32_t> parse_integer(std::string_view field) {
        const char* const end = field.data() + field.size();
        std::int64_t number = 0;
        const std::from_chars_result read = std::from_chars(field.data(), end, number);
        return read.ec == std::errc() && read.ptr == end ? integer_from(number) : std::nullopt;
    }

    TextLines lines_;
    const QueryFormat& format_;
    const Vec3d& origin_;
    const std::string& path_;
    char separator_ = ',';
    std::vector<std::size_t> meaning_; ///< for each field of a line: its column, or ignored
    NumberTable table_;
};

/// A column of the format, and where its numbers are.
struct ColumnSource {
    std::size_t column;
    NpyNumbers numbers;
};

/// The columns of a matrix, or the numbers of one row.
std::vector<ColumnSource> columns_of_matrix(const NpyArray& array, const QueryFormat& format,
                                            const std::string& path) {
    const std::size_t all = format.floats;
    if (array.columns != format.required && array.columns != all) {
        throw Failure(fmt::format("{}: shape is {}, must be (N, {}){}; N may be several lengths",
                                  path, array.shape, format.required,
                                  all > format.required ? fmt::format(" or (N, {})", all) : ""));
    }
    std::vector<ColumnSource> sources;
    for (std::size_t c = 0; c < array.columns; ++c)
        sources.push_back({c, array.column(c)});
    return sources;
}

/// Returns the first column that a field of a record holds, if any: a number or a vector.
std::optional<std::size_t> column_of(const NpyField& field, const QueryFormat& format,
                                     const std::string& path) {
    const auto vector =
        std::ranges::find(format.vectors, std::string_view(field.name), &QueryFormat::Vector::name);
    const bool is_vector = vector != format.vectors.end();
    const auto column = is_vector ? vector->column : find_column(field.name, format);
    const std::size_t count = is_vector ? 3 : 1;
    if (column && (field.kind == 'V' || field.count != count)) {
        throw Failure(fmt::format("{}: records: {} is {} of {}, must be {}", path,
                                  in_quotes(field.name), field.count, in_quotes(field.type),
                                  is_vector ? "3 numbers" : "a number"));
    }
    return column;
}

std::vector<ColumnSource> columns_of_records(const NpyArray& array, const QueryFormat& format,
                                             const std::string& path, QueryFileInfo& info) {
    std::vector<ColumnSource> sources;
    std::vector<std::size_t> columns;
    std::vector<NpyField> floats;
    std::vector<std::string> others;
    for (const NpyField& field : array.fields) {
        const std::optional<std::size_t> first = column_of(field, format, path);
        if (!first) {
            others.push_back(in_quotes(field.name));
            continue;
        }
        for (std::size_t i = 0; i < field.count; ++i) {
            sources.push_back({*first + i, array.numbers(field, i)});
            columns.push_back(*first + i);
        }
        if (*first < format.floats)
            floats.push_back(field);
    }
    const std::string fault = fault_in(columns, format);
    if (!fault.empty()) {
        throw Failure(
            fmt::format("{}: records: {}; they must have {}", path, fault, header_of(format)));
    }
    info.converted = array.conversion(floats);
    info.left_out = left_out(others, format);
    return sources;
}

/// Returns the bits of a column's floats, from which the origin is subtracted, or its integers.
std::vector<std::uint32_t> cells_of(const ColumnSource& source, std::size_t rows,
                                    const QueryFormat& format, const Vec3d& origin,
                                    const std::string& path) {
    std::vector<std::uint32_t> cells;
    cells.reserve(rows);
    const bool is_float = source.column < format.floats;
    const double subtracted = origin_of(source.column, origin);
    if (is_float && subtracted == 0.0) {
        for (const float number : source.numbers.converted<float>(rows))
            cells.push_back(std::bit_cast<std::uint32_t>(number));
        return cells;
    }
    for (const double number : source.numbers.converted<double>(rows)) {
        if (is_float) {
            cells.push_back(std::bit_cast<std::uint32_t>(subtract_origin(number, subtracted)));
            continue;
        }
        const std::optional<std::uint32_t> integer = integer_from(number);
        if (!integer) {
            throw Failure(fmt::format("{}: record {}: {} is {}, must be {}", path, cells.size(),
                                      format.columns[source.column], number, integers));
        }
        cells.push_back(*integer);
    }
    return cells;
}

NumberTable parse_array(std::string_view file, const QueryFormat& format, const Vec3d& origin,
                        const std::string& path) {
    const NpyArray array = parse_npy(file, path);
    NumberTable table;
    std::vector<ColumnSource> sources;
    if (array.is_matrix()) {
        sources = columns_of_matrix(array, format, path);
        table.info.converted = array.conversion(array.fields);
    } else {
        sources = columns_of_records(array, format, path, table.info);
    }
    table.rows = array.rows;
    table.info.shape = array.row_shape;
    table.cells.resize(table.rows * sources.size());
    for (std::size_t c = 0; c < sources.size(); ++c) {
        table.columns.push_back(sources[c].column);
        const std::vector<std::uint32_t> cells =
            cells_of(sources[c], table.rows, format, origin, path);
        for (std::size_t row = 0; row < cells.size(); ++row)
            table.cells[row * sources.size() + c] = cells[row];
    }
    return table;
}

} // namespace

void report(const QueryFileInfo& info, const std::string& path) {
    if (!info.converted.empty())
        say("       converted: {}\n", info.converted);
    if (!info.left_out.empty())
        warn(fmt::format("{}: left out: {}", path, info.left_out));
}

NumberTable load_numbers(const std::string& path, const std::string& ending,
                         const QueryFormat& format, const Vec3d& origin) {
    if (ending != ".csv" && ending != ".npy")
        throw Failure(fmt::format("{}: {} must be a .csv or .npy file", path, format.name));
    const std::string file = read_file(path);
    return ending == ".csv" ? CsvReader(file, format, origin, path).read()
                            : parse_array(file, format, origin, path);
}

} // namespace lanecast::tools
