#include "tools/formats/npy.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/text.hpp"

namespace lanecast::tools {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic = "\x93NUMPY";

/// Returns the text after a key of the header's dictionary, without leading blanks; empty if the
/// key is missing.
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

/// Reads a sequence of Python literals.
class PythonReader {
public:
    explicit PythonReader(std::string_view text) : rest_(text) {}

    bool take(char c) {
        skip_blanks();
        if (rest_.substr(0, 1) != std::string_view(&c, 1))
            return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool take_string(std::string& value) {
        skip_blanks();
        const char quote = rest_.empty() ? '\0' : rest_.front();
        const std::size_t end = rest_.find(quote, 1);
        if ((quote != '\'' && quote != '"') || end == std::string_view::npos)
            return false;
        value = rest_.substr(1, end - 1);
        rest_.remove_prefix(end + 1);
        return true;
    }
    bool take_number(std::size_t& value) {
        skip_blanks();
        const char* const end = rest_.data() + rest_.size();
        const std::from_chars_result read = std::from_chars(rest_.data(), end, value);
        rest_.remove_prefix(static_cast<std::size_t>(read.ptr - rest_.data()));
        if (rest_.starts_with('L')) // a long of Python 2
            rest_.remove_prefix(1);
        return read.ec == std::errc();
    }
    /// "(2, 6)", "(6,)", "()"
    bool take_lengths(std::vector<std::size_t>& lengths) {
        if (!take('('))
            return false;
        while (!take(')')) {
            if (!take_number(lengths.emplace_back()))
                return false;
            if (!take(','))
                return take(')');
        }
        return true;
    }

private:
    void skip_blanks() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n'))
            rest_.remove_prefix(1);
    }

    std::string_view rest_;
};

/// No field is larger. The size of very many and very long fields could wrap around.
constexpr std::size_t most_bytes = 1 << 24;

/// "<f4", "<U20", "<M8[ns]"
bool parse_type(std::string_view text, NpyField& field) {
    if (text.size() < 3)
        return false;
    field.type = text;
    field.kind = text[1];
    const char* const end = text.data() + text.size();
    const std::from_chars_result read = std::from_chars(text.data() + 2, end, field.size);
    if (read.ec != std::errc())
        return false;
    field.swapped = text[0] == '>' && field.size > 1;
    const bool is_float = field.kind == 'f' && (field.size == 4 || field.size == 8);
    const bool is_integer = (field.kind == 'i' || field.kind == 'u') && field.size <= 8 &&
                            std::has_single_bit(field.size);
    if (read.ptr == end && (is_float || is_integer))
        return true;
    constexpr std::string_view known = "SUVbcfmM"; // text, raw bytes, truth, times, other floats
    const bool is_known = known.find(field.kind) != std::string_view::npos;
    if (field.kind == 'U') // four bytes per character
        field.size = 4 * std::min(field.size, most_bytes);
    field.kind = 'V';
    return is_known && (read.ptr == end || *read.ptr == '[');
}

/// "('name', '<f4')", optionally followed by a number or lengths.
bool parse_field(PythonReader& reader, NpyField& field) {
    std::string type;
    if (!reader.take('(') || !reader.take_string(field.name) || !reader.take(',') ||
        !reader.take_string(type) || !parse_type(type, field))
        return false;
    field.count = 1;
    if (reader.take(',') && !reader.take(')')) {
        std::vector<std::size_t> lengths(1);
        if (!reader.take_number(lengths[0])) {
            lengths.clear();
            if (!reader.take_lengths(lengths))
                return false;
        }
        constexpr std::size_t most = 1 << 20;
        for (const std::size_t length : lengths)
            if (length > most || (field.count *= length) > most)
                return false;
        return reader.take(')');
    }
    return true;
}

/// @returns false if the type is neither a number nor a record
bool parse_descr(std::string_view text, NpyArray& array) {
    PythonReader reader(text);
    std::string type;
    if (reader.take_string(type)) {
        NpyField field = {};
        field.count = 1;
        const bool is_number = parse_type(type, field) && field.kind != 'V';
        array.element_bytes = field.size;
        array.fields = {std::move(field)};
        return is_number;
    }
    if (!reader.take('['))
        return false;
    while (!reader.take(']')) {
        NpyField field = {};
        if (!parse_field(reader, field))
            return false;
        reader.take(')');
        field.offset = array.element_bytes;
        if (field.size > most_bytes || field.size * field.count > most_bytes - array.element_bytes)
            return false;
        array.element_bytes += field.size * field.count;
        if (!field.name.empty()) // not padding
            array.fields.push_back(std::move(field));
        if (!reader.take(',')) {
            if (!reader.take(']'))
                return false;
            break;
        }
    }
    return !array.fields.empty() && array.element_bytes > 0;
}

/// Returns the text of a value, up to the bracket that closes it or to the next comma.
std::string_view value_text(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
        if (depth <= 0 && (c == ']' || c == ')'))
            return text.substr(0, i + 1);
        if (depth == 0 && c == ',')
            return text.substr(0, i);
    }
    return text;
}

template <class Number, class Converted>
Converted number_at(const char* from, bool swapped) {
    char bytes[sizeof(Number)];
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        bytes[i] = from[swapped ? sizeof(Number) - 1 - i : i];
    Number number;
    std::memcpy(&number, bytes, sizeof(Number));
    if constexpr (std::is_same_v<Number, double> && std::is_same_v<Converted, float>) {
        constexpr double largest = std::numeric_limits<float>::max();
        if (std::abs(number) > largest) // out of range, the conversion is undefined
            return std::copysign(std::numeric_limits<float>::infinity(), number > 0 ? 1.0f : -1.0f);
    }
    return static_cast<Converted>(number);
}

template <class To>
using ReadNumber = To (*)(const char*, bool);

template <class To>
ReadNumber<To> reader_of(char kind, std::size_t size) {
    if (kind == 'f')
        return size == 4 ? number_at<float, To> : number_at<double, To>;
    switch (size) {
    case 1:
        return kind == 'i' ? number_at<std::int8_t, To> : number_at<std::uint8_t, To>;
    case 2:
        return kind == 'i' ? number_at<std::int16_t, To> : number_at<std::uint16_t, To>;
    case 4:
        return kind == 'i' ? number_at<std::int32_t, To> : number_at<std::uint32_t, To>;
    default:
        return kind == 'i' ? number_at<std::int64_t, To> : number_at<std::uint64_t, To>;
    }
}

/// Returns the text of the header and removes the header from `file`.
std::string_view take_header(std::string_view& file, const std::string& path) {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(file[i]));
    };
    if (file.substr(0, magic.size()) != magic)
        throw Failure(fmt::format("{}: is not an .npy file", path));
    constexpr std::size_t version_at = magic.size();
    constexpr std::size_t length_at = version_at + 2;
    if (file.size() < length_at + 4)
        throw Failure(fmt::format("{}: is cut off in its header", path));
    const std::uint32_t major = byte(version_at);
    // Version 3 differs from 2 in the encoding of the header: UTF-8 instead of Latin-1.
    if (major < 1 || major > 3 || byte(version_at + 1) != 0) {
        throw Failure(fmt::format("{}: is .npy version {}.{}, must be 1.0, 2.0 or 3.0", path, major,
                                  byte(version_at + 1)));
    }
    std::size_t length = byte(length_at) | byte(length_at + 1) << 8;
    if (major != 1)
        length |= static_cast<std::size_t>(byte(length_at + 2) << 16 | byte(length_at + 3) << 24);
    const std::size_t header_at = length_at + (major == 1 ? 2 : 4);
    if (file.size() - header_at < length)
        throw Failure(fmt::format("{}: is cut off in its header", path));
    const std::string_view header = file.substr(header_at, length);
    file.remove_prefix(header_at + length);
    return header;
}

} // namespace

template <class Number>
std::vector<Number> NpyNumbers::converted(std::size_t count) const {
    const ReadNumber<Number> read = reader_of<Number>(kind, size);
    std::vector<Number> numbers(count);
    const char* from = first;
    for (Number& number : numbers) {
        number = read(from, swapped);
        from += stride;
    }
    return numbers;
}
template std::vector<float> NpyNumbers::converted(std::size_t) const;
template std::vector<double> NpyNumbers::converted(std::size_t) const;

NpyNumbers NpyArray::column(std::size_t column) const {
    const NpyField& field = fields[0];
    const std::size_t before = fortran ? column * rows : column;
    const std::size_t step = fortran ? 1 : columns;
    return {data.data() + before * field.size, static_cast<std::ptrdiff_t>(step * field.size),
            field.kind, field.size, field.swapped};
}

NpyNumbers NpyArray::numbers(const NpyField& field, std::size_t i) const {
    return {data.data() + field.offset + i * field.size, static_cast<std::ptrdiff_t>(element_bytes),
            field.kind, field.size, field.swapped};
}

std::string NpyArray::conversion(std::span<const NpyField> from) const {
    std::string text;
    const auto add = [&](std::string_view what) {
        text += text.empty() ? "" : ", ";
        text += what;
    };
    if (!is_matrix())
        add("records");
    for (const NpyField& field : from) {
        if (field.kind != 'f' || field.size != sizeof(float)) {
            add(fmt::format("{}{}",
                            field.kind == 'f'   ? "float"
                            : field.kind == 'i' ? "int"
                                                : "uint",
                            8 * field.size));
            break;
        }
    }
    for (const NpyField& field : from) {
        if (field.swapped) {
            add("big-endian");
            break;
        }
    }
    if (is_matrix() && fortran && rows > 1)
        add("Fortran order");
    return text;
}

NpyArray parse_npy(std::string_view file, const std::string& path) {
    const std::string_view header = take_header(file, path);
    NpyArray array;
    const std::string_view descr = value_of(header, "descr");
    if (!parse_descr(descr, array)) {
        throw Failure(fmt::format("{}: descr is {}, must be numbers, as '<f4', or records of them",
                                  path, in_quotes(value_text(descr))));
    }
    const std::string_view order = value_of(header, "fortran_order");
    array.fortran = order.substr(0, 4) == "True";
    if (!array.fortran && order.substr(0, 5) != "False") {
        throw Failure(fmt::format("{}: fortran_order is {}, must be True or False", path,
                                  in_quotes(value_text(order))));
    }
    const std::string_view shape = value_of(header, "shape");
    array.shape = value_text(shape);
    std::vector<std::size_t> lengths;
    const bool is_shape = PythonReader(shape).take_lengths(lengths);
    if (!is_shape || (array.is_matrix() && lengths.empty())) {
        throw Failure(
            fmt::format("{}: shape is {}, must be (rows, columns)", path, in_quotes(array.shape)));
    }
    const bool is_empty = std::find(lengths.begin(), lengths.end(), 0u) != lengths.end();
    std::size_t elements = is_empty ? 0 : 1;
    for (const std::size_t length : is_empty ? std::vector<std::size_t>() : lengths) {
        // Division, because the product could overflow for a hostile header.
        if (length > file.size() / array.element_bytes / elements) {
            throw Failure(fmt::format("{}: is cut off: shape {}, but {} bytes of data", path,
                                      array.shape, file.size()));
        }
        elements *= length;
    }
    if (file.size() != elements * array.element_bytes) {
        throw Failure(fmt::format("{}: has {} bytes more than its shape {} says", path,
                                  file.size() - elements * array.element_bytes, array.shape));
    }
    if (array.is_matrix()) {
        array.columns = lengths.back();
        lengths.pop_back();
    }
    if (array.fortran && lengths.size() > 1) {
        throw Failure(fmt::format("{}: {} in Fortran order must be in one row, not in {}; save "
                                  "numpy.ascontiguousarray() of the array",
                                  path, array.is_matrix() ? "queries" : "records",
                                  in_quotes(array.shape)));
    }
    array.row_shape = lengths.empty() ? std::vector<std::size_t>{1} : std::move(lengths);
    array.rows = elements / std::max<std::size_t>(array.columns, 1);
    array.data = file;
    return array;
}

std::string npy_header(std::string_view descr, std::string_view shape) {
    std::string text =
        fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': {}, }}", descr, shape);
    // NumPy requires that data begins at a multiple of 64 and the header ends with a newline.
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
