#include "tools/formats/query_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/text.hpp"
#include "tools/formats/npy.hpp"
#include "tools/formats/raw_number.hpp"

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
    if (found == format.columns.end()) {
        return {};
    }
    return static_cast<std::size_t>(found - format.columns.begin());
}

/// Names the first column that is required but missing, or that occurs twice; empty if there is
/// none.
std::string fault_in(const std::vector<std::size_t>& columns, const QueryFormat& format) {
    for (std::size_t i = 0; i < format.columns.size(); ++i) {
        const auto count = std::count(columns.begin(), columns.end(), i);
        if (count > 1) {
            return fmt::format("{} occurs twice", format.columns[i]);
        }
        if (count == 0 && i < format.required) {
            return fmt::format("{} is missing", format.columns[i]);
        }
    }
    return {};
}

/// The note about columns that are not read.
std::string left_out(const std::vector<std::string>& names) {
    return names.empty() ? std::string()
                         : fmt::format("{}{}", left_out_words, fmt::join(names, ", "));
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
        : lines_(without_byte_order_mark(text)), format_(format), origin_(origin), path_(path) {}

    NumberTable read() {
        std::string_view line;
        if (!lines_.next(line)) {
            throw Failure(fmt::format("{}: is empty, must have a header line", path_));
        }
        read_header(line);
        while (lines_.next(line)) {
            if (!trim(line).empty()) {
                read_row(line);
            }
        }
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
            if (end == std::string_view::npos) {
                return count;
            }
            line.remove_prefix(end + 1);
        }
    }
    /// Removes blanks and quotes around a field without separators.
    static std::string_view trim_field(std::string_view field) {
        field = trim(field);
        if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
            field = trim(field.substr(1, field.size() - 2));
        }
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
            if (column) {
                table_.columns.push_back(*column);
            } else {
                others.push_back(in_quotes(name));
            }
        });
        const std::string fault = fault_in(table_.columns, format_);
        if (!fault.empty()) {
            throw Failure(fmt::format("{}: line 1: {}; the header must have {}", path_, fault,
                                      header_of(format_)));
        }
        table_.note = left_out(others);
    }

    void read_row(std::string_view line) {
        std::size_t at = 0;
        const std::size_t count = for_each_field(line, [&](std::string_view field) {
            const std::size_t column = at < meaning_.size() ? meaning_[at] : ignored;
            ++at;
            if (column == ignored) {
                return;
            }
            float number = 0.0f;
            if (!parse_number(field, origin_of(column, origin_), number)) {
                throw Failure(fmt::format("{}: line {}: {} is {}, must be a number", path_,
                                          lines_.number(), format_.columns[column],
                                          in_quotes(field)));
            }
            table_.numbers.push_back(number);
        });
        if (count != meaning_.size()) {
            throw Failure(fmt::format("{}: line {}: has {} fields, must have {}", path_,
                                      lines_.number(), count, meaning_.size()));
        }
        ++table_.rows;
    }

    [[nodiscard]] bool parse_number(std::string_view field, double origin, float& number) const {
        if (separator_ != ',' && field.find(',') != std::string_view::npos) {
            std::string with_point(field);
            std::replace(with_point.begin(), with_point.end(), ',', '.');
            return parse_number(with_point, origin, number);
        }
        if (origin == 0.0) {
            return parse_float(field, number);
        }
        double exact = 0.0;
        const bool is_number = parse_double(field, exact);
        number = subtract_origin(exact, origin);
        return is_number;
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
    const std::size_t all = format.columns.size();
    if (array.columns != format.required && array.columns != all) {
        throw Failure(fmt::format("{}: shape is {}, must be (N, {}){}", path, array.shape,
                                  format.required,
                                  all > format.required ? fmt::format(" or (N, {})", all) : ""));
    }
    std::vector<ColumnSource> sources;
    for (std::size_t c = 0; c < array.columns; ++c) {
        sources.push_back({c, array.column(c)});
    }
    return sources;
}

std::vector<ColumnSource> columns_of_records(const NpyArray& array, const QueryFormat& format,
                                             const std::string& path, std::string& note) {
    std::vector<ColumnSource> sources;
    std::vector<std::size_t> columns;
    std::vector<std::string> others;
    for (const NpyField& field : array.fields) {
        const auto vector =
            std::find_if(format.vectors.begin(), format.vectors.end(),
                         [&](const QueryFormat::Vector& of) { return of.name == field.name; });
        const auto column = find_column(field.name, format);
        std::size_t first = 0;
        if (vector != format.vectors.end() && field.count == 3) {
            first = vector->column;
        } else if (column && field.count == 1) {
            first = *column;
        } else {
            others.push_back(in_quotes(field.name));
            continue;
        }
        for (std::size_t i = 0; i < field.count; ++i) {
            sources.push_back({first + i, array.numbers(field, i)});
            columns.push_back(first + i);
        }
    }
    const std::string fault = fault_in(columns, format);
    if (!fault.empty()) {
        throw Failure(
            fmt::format("{}: records: {}; they must have {}", path, fault, header_of(format)));
    }
    note = left_out(others);
    return sources;
}

/// Copies a column into every `stride`-th float of a table.
void copy_column(const NpyNumbers& numbers, std::size_t rows, double origin, float* to,
                 std::size_t stride) {
    if (origin == 0.0) {
        numbers.copy(rows, to, stride);
        return;
    }
    const NumberType type = {numbers.kind, numbers.size, numbers.swapped};
    const char* from = numbers.first;
    for (std::size_t i = 0; i < rows; ++i, from += numbers.stride, to += stride) {
        *to = subtract_origin(raw_number(from, type), origin);
    }
}

NumberTable parse_array(std::string_view file, const QueryFormat& format, const Vec3d& origin,
                        const std::string& path) {
    const NpyArray array = parse_npy(file, path);
    NumberTable table;
    const std::vector<ColumnSource> sources =
        array.is_matrix() ? columns_of_matrix(array, format, path)
                          : columns_of_records(array, format, path, table.note);
    if (!array.conversion().empty()) {
        table.note = fmt::format("converted: {}{}{}", array.conversion(),
                                 table.note.empty() ? "" : "; ", table.note);
    }
    table.rows = array.rows;
    table.numbers.resize(table.rows * sources.size());
    for (std::size_t c = 0; c < sources.size(); ++c) {
        table.columns.push_back(sources[c].column);
        if (table.rows != 0) {
            copy_column(sources[c].numbers, table.rows, origin_of(sources[c].column, origin),
                        &table.numbers[c], sources.size());
        }
    }
    return table;
}

} // namespace

NumberTable load_numbers(const std::string& path, const std::string& ending,
                         const QueryFormat& format, const Vec3d& origin) {
    if (ending != ".csv" && ending != ".npy") {
        throw Failure(fmt::format("{}: {} must be a .csv or .npy file", path, format.name));
    }
    const std::string file = read_file(path);
    return ending == ".csv" ? CsvReader(file, format, origin, path).read()
                            : parse_array(file, format, origin, path);
}

} // namespace lanecast::tools
