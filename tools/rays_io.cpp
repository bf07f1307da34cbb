#include "rays_io.hpp"

#include <array>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "failure.hpp"
#include "files.hpp"
#include "npy.hpp"
#include "text.hpp"

namespace lanecast::tools {
namespace {

constexpr std::array<std::string_view, 8> columns = {"ox", "oy", "oz",    "dx",
                                                     "dy", "dz", "t_min", "t_max"};
constexpr std::size_t without_bounds = 6;

Ray to_ray(const std::array<float, columns.size()>& n, std::size_t count) {
    Ray ray{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
    if (count == columns.size()) {
        ray.t_min = n[6];
        ray.t_max = n[7];
    }
    return ray;
}

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

/// How many of `columns` the header names.
std::size_t parse_header(std::string_view line, const std::string& path) {
    std::size_t count = 0;
    std::string_view field;
    for (bool done = false; next_field(line, done, field); ++count) {
        if (count == columns.size() || field != columns[count]) {
            count = 0;
            break;
        }
    }
    if (count != without_bounds && count != columns.size()) {
        throw Failure(
            fmt::format("{}: line 1: the header must be ox,oy,oz,dx,dy,dz[,t_min,t_max]", path));
    }
    return count;
}

std::vector<Ray> parse_csv(std::string_view text, const std::string& path) {
    Lines lines(without_byte_order_mark(text));
    std::string_view line;
    if (!lines.next(line)) {
        throw Failure(fmt::format("{}: is empty, must have a header line", path));
    }
    const std::size_t expected = parse_header(line, path);
    std::vector<Ray> rays;
    while (lines.next(line)) {
        if (trim(line).empty()) {
            continue;
        }
        std::array<float, columns.size()> numbers{};
        std::size_t count = 0;
        std::string_view rest = line;
        std::string_view field;
        for (bool done = false; next_field(rest, done, field); ++count) {
            if (count < expected && !parse_float(field, numbers[count])) {
                throw Failure(fmt::format("{}: line {}: {} is {}, must be a number", path,
                                          lines.number(), columns[count], in_quotes(field)));
            }
        }
        if (count != expected) {
            throw Failure(fmt::format("{}: line {}: has {} fields, must have {}", path,
                                      lines.number(), count, expected));
        }
        rays.push_back(to_ray(numbers, count));
    }
    return rays;
}

std::vector<Ray> parse_matrix(std::string_view file, const std::string& path) {
    const NpyMatrix matrix = parse_npy(file, path);
    if (matrix.columns != without_bounds && matrix.columns != columns.size()) {
        throw Failure(fmt::format("{}: shape is ({}, {}), must be (N, 6) or (N, 8)", path,
                                  matrix.rows, matrix.columns));
    }
    std::vector<Ray> rays(matrix.rows);
    const std::size_t row_bytes = matrix.columns * sizeof(float);
    const char* row = matrix.data.data();
    for (Ray& ray : rays) {
        std::array<float, columns.size()> numbers{};
        std::memcpy(numbers.data(), row, row_bytes);
        ray = to_ray(numbers, matrix.columns);
        row += row_bytes;
    }
    return rays;
}

} // namespace

std::vector<Ray> load_rays(const std::string& path) {
    const std::string ending = extension(path);
    if (ending != ".csv" && ending != ".npy") {
        throw Failure(fmt::format("{}: rays must be a .csv or .npy file", path));
    }
    const std::string file = read_file(path);
    return ending == ".csv" ? parse_csv(file, path) : parse_matrix(file, path);
}

} // namespace lanecast::tools
