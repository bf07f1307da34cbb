#include "tools/meshes/ply_header.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/text.hpp"

namespace lanecast::tools {
namespace {

struct TypeName {
    std::string_view name;
    std::string_view name_with_size;
    NumberType type;
};

constexpr std::array<TypeName, 8> type_names = {{{"char", "int8", {'i', 1}},
                                                 {"uchar", "uint8", {'u', 1}},
                                                 {"short", "int16", {'i', 2}},
                                                 {"ushort", "uint16", {'u', 2}},
                                                 {"int", "int32", {'i', 4}},
                                                 {"uint", "uint32", {'u', 4}},
                                                 {"float", "float32", {'f', 4}},
                                                 {"double", "float64", {'f', 8}}}};

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (line = trim(line); !line.empty(); line = trim(line)) {
        words.push_back(line.substr(0, line.find_first_of(" \t")));
        line.remove_prefix(words.back().size());
    }
    return words;
}

class HeaderReader {
public:
    HeaderReader(std::string_view file, const std::string& path) : file_(file), path_(path) {}

    PlyHeader read() {
        if (next_line() != "ply") {
            throw Failure(
                fmt::format("{}: is not a .ply file: its first line is not \"ply\"", path_));
        }
        for (;;) {
            const std::string_view line = next_line();
            const std::vector<std::string_view> words = words_of(line);
            const std::string_view keyword = words.empty() ? std::string_view() : words[0];
            if (keyword == "end_header")
                break;
            if (keyword == "format" && words.size() == 3) {
                read_format(words[1]);
            } else if (keyword == "element" && words.size() == 3) {
                read_element(words);
            } else if (keyword == "property" && !header_.elements.empty() && words.size() == 3) {
                header_.elements.back().properties.push_back(
                    {std::string(words[2]), type_of(words[1]), std::nullopt});
            } else if (keyword == "property" && !header_.elements.empty() && words.size() == 5 &&
                       words[1] == "list") {
                header_.elements.back().properties.push_back(
                    {std::string(words[4]), type_of(words[3]), type_of(words[2])});
            } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
                fail("{} is no line of a .ply header", in_quotes(line));
            }
        }
        if (!has_format_)
            fail("the header has no format");
        header_.data = file_;
        return std::move(header_);
    }

private:
    /// Takes a line. Binary data begins right after the last one, so its end must be exact: the
    /// first line shows whether lines end in \n, \r\n or \r.
    std::string_view next_line() {
        if (ending_.empty()) {
            const std::size_t end = std::min(file_.find_first_of("\r\n"), file_.size());
            ending_ = file_.substr(end, 2) == "\r\n" ? "\r\n" : file_.substr(end, 1);
        }
        const std::size_t end = ending_.empty() ? std::string_view::npos : file_.find(ending_);
        if (end == std::string_view::npos)
            throw Failure(fmt::format("{}: is cut off: its header has no end_header", path_));
        ++header_.lines;
        const std::string_view line = file_.substr(0, end);
        file_.remove_prefix(end + ending_.size());
        return trim(line);
    }

    void read_format(std::string_view format) {
        constexpr std::array<std::string_view, 3> formats = {"ascii", "binary_little_endian",
                                                             "binary_big_endian"};
        if (std::ranges::find(formats, format) == formats.end())
            fail("the format is {}, must be {}", in_quotes(format), fmt::join(formats, ", "));
        has_format_ = true;
        header_.is_text = format == formats[0];
        is_big_endian_ = format == formats[2];
    }

    void read_element(const std::vector<std::string_view>& words) {
        PlyElement element{std::string(words[1]), 0, {}};
        const char* const end = words[2].data() + words[2].size();
        const auto read = std::from_chars(words[2].data(), end, element.count);
        if (read.ec != std::errc() || read.ptr != end) {
            fail("the count of element {} is {}, must be a whole number", element.name,
                 in_quotes(words[2]));
        }
        if (std::ranges::find(header_.elements, element.name, &PlyElement::name) !=
            header_.elements.end())
            fail("the element {} occurs twice", element.name);
        header_.elements.push_back(std::move(element));
    }

    NumberType type_of(std::string_view name) const {
        const auto found = std::ranges::find_if(type_names, [&](const TypeName& known) {
            return known.name == name || known.name_with_size == name;
        });
        if (found == type_names.end())
            fail("{} is no type of numbers", in_quotes(name));
        NumberType type = found->type;
        type.big_endian = is_big_endian_;
        return type;
    }

    template <class... Arguments>
    [[noreturn]] void fail(fmt::format_string<Arguments...> message,
                           Arguments&&... arguments) const {
        throw Failure(fmt::format("{}: line {}: {}", path_, header_.lines,
                                  fmt::format(message, std::forward<Arguments>(arguments)...)));
    }

    std::string_view file_;
    const std::string& path_;
    std::string_view ending_; ///< of lines
    PlyHeader header_;
    bool has_format_ = false;
    bool is_big_endian_ = false;
};

} // namespace

std::optional<std::size_t> PlyElement::find(const std::vector<std::string_view>& names) const {
    const auto found = std::ranges::find_if(properties, [&](const PlyProperty& property) {
        return std::ranges::find(names, property.name) != names.end();
    });
    return found == properties.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - properties.begin()));
}

PlyHeader parse_ply_header(std::string_view file, const std::string& path) {
    return HeaderReader(file, path).read();
}

} // namespace lanecast::tools
