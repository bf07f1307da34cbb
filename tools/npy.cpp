#include "npy.hpp"

#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "failure.hpp"
#include "text.hpp"

namespace lanecast::tools {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// What stands behind a key of the header's dictionary, without leading blanks; empty if missing.
std::string_view value_of(std::string_view header, std::string_view key) {
    for (const char quote : {'\'', '"'}) {
        const std::string name = fmt::format("{}{}{}", quote, key, quote);
        const std::size_t at = header.find(name);
        if (at != std::string_view::npos) {
            const std::string_view rest = trim(header.substr(at + name.size()));
            return rest.substr(0, 1) == ":" ? trim(rest.substr(1)) : std::string_view();
        }
    }
    return {};
}

/// The value alone: a list of fields goes to its last bracket.
std::string_view descr_text(std::string_view descr) {
    if (descr.substr(0, 1) != "[") {
        return descr.substr(0, descr.find(','));
    }
    int depth = 0;
    for (std::size_t i = 0; i < descr.size(); ++i) {
        depth += descr[i] == '[' ? 1 : descr[i] == ']' ? -1 : 0;
        if (depth == 0) {
            return descr.substr(0, i + 1);
        }
    }
    return descr;
}

/// Reads "(rows, columns)".
bool parse_shape(std::string_view text, std::size_t& rows, std::size_t& columns) {
    text = text.substr(0, text.find(')'));
    if (text.substr(0, 1) != "(") {
        return false;
    }
    text.remove_prefix(1);
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) {
        return false;
    }
    const auto read = [](std::string_view digits, std::size_t& value) {
        digits = trim(digits);
        const char* const end = digits.data() + digits.size();
        const std::from_chars_result result = std::from_chars(digits.data(), end, value);
        return result.ec == std::errc() && result.ptr == end;
    };
    std::string_view last = trim(text.substr(comma + 1));
    if (!last.empty() && last.back() == ',') {
        last.remove_suffix(1);
    }
    return read(text.substr(0, comma), rows) && read(last, columns);
}

/// The header's text; `file` keeps what follows it.
std::string_view take_header(std::string_view& file, const std::string& path) {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(file[i]));
    };
    if (file.substr(0, magic.size()) != magic) {
        throw Failure(fmt::format("{}: is no .npy file", path));
    }
    constexpr std::size_t version_at = magic.size();
    constexpr std::size_t length_at = version_at + 2;
    if (file.size() < length_at + 4) {
        throw Failure(fmt::format("{}: is cut off in its header", path));
    }
    const std::uint32_t major = byte(version_at);
    if ((major != 1 && major != 2) || byte(version_at + 1) != 0) {
        throw Failure(fmt::format("{}: is .npy version {}.{}, must be 1.0 or 2.0", path, major,
                                  byte(version_at + 1)));
    }
    std::size_t length = byte(length_at) | byte(length_at + 1) << 8;
    if (major == 2) {
        length |= static_cast<std::size_t>(byte(length_at + 2) << 16 | byte(length_at + 3) << 24);
    }
    const std::size_t header_at = length_at + (major == 1 ? 2 : 4);
    if (file.size() - header_at < length) {
        throw Failure(fmt::format("{}: is cut off in its header", path));
    }
    const std::string_view header = file.substr(header_at, length);
    file.remove_prefix(header_at + length);
    return header;
}

} // namespace

NpyMatrix parse_npy(std::string_view file, const std::string& path) {
    const std::string_view header = take_header(file, path);
    const std::string_view descr = value_of(header, "descr");
    if (descr.substr(0, 5) != "'<f4'" && descr.substr(0, 5) != "\"<f4\"") {
        throw Failure(fmt::format("{}: descr is {}, must be '<f4' (little-endian float32)", path,
                                  in_quotes(descr_text(descr))));
    }
    if (value_of(header, "fortran_order").substr(0, 5) != "False") {
        throw Failure(
            fmt::format("{}: fortran_order is not False: the array must be in C order", path));
    }
    NpyMatrix matrix;
    const std::string_view shape = value_of(header, "shape");
    constexpr std::size_t most_columns = 1 << 20;
    if (!parse_shape(shape, matrix.rows, matrix.columns) || matrix.columns == 0 ||
        matrix.columns > most_columns) {
        throw Failure(fmt::format("{}: shape is {}, must be (rows, columns)", path,
                                  in_quotes(shape.substr(0, shape.find(')') + 1))));
    }
    const std::size_t row_bytes = matrix.columns * sizeof(float);
    // Divided, because the product of a hostile header may not fit.
    if (file.size() / row_bytes < matrix.rows) {
        throw Failure(fmt::format("{}: is cut off: shape ({}, {}), but {} bytes of data", path,
                                  matrix.rows, matrix.columns, file.size()));
    }
    if (file.size() != matrix.rows * row_bytes) {
        throw Failure(fmt::format("{}: has {} bytes more than its shape ({}, {}) says", path,
                                  file.size() - matrix.rows * row_bytes, matrix.rows,
                                  matrix.columns));
    }
    matrix.data = file;
    return matrix;
}

std::string npy_header(std::string_view descr, std::string_view shape) {
    std::string text =
        fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': {}, }}", descr, shape);
    // NumPy wants the data to begin at a multiple of 64 and the header to end with a line end.
    constexpr std::size_t before = magic.size() + 4;
    const std::size_t length = (before + text.size() + 1 + 63) / 64 * 64 - before;
    text.resize(length - 1, ' ');
    text += '\n';
    std::string header(magic);
    header += '\x01';
    header += '\0';
    header += static_cast<char>(length & 0xFF);
    header += static_cast<char>(length >> 8);
    return header + text;
}

} // namespace lanecast::tools
