#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/text.hpp"
#include "tools/formats/raw_number.hpp"
#include "tools/meshes/mesh.hpp"

namespace lanecast::tools {
namespace {

constexpr std::size_t header_bytes = 84, count_at = 80; // of a binary file
constexpr std::size_t facet_bytes = 50, corner_at = 12, corner_bytes = 12;

void add_corner(Polygons& polygons, const Vec3d& at) {
    polygons.corners.push_back(static_cast<std::uint32_t>(polygons.vertices.size()));
    polygons.vertices.push_back(at);
}

void end_facet(Polygons& polygons) { polygons.face_ends.push_back(polygons.corners.size()); }

std::size_t promised_facets(std::string_view file) {
    return static_cast<std::size_t>(raw_number(file.data() + count_at, {'u', 4}));
}

/// Returns whether a file is binary. The header of a binary file may begin with "solid", too. In a
/// text file, the count would consist of letters and be far too large for the file.
bool is_binary(std::string_view file) {
    return file.size() >= header_bytes &&
           promised_facets(file) <= (file.size() - header_bytes) / facet_bytes;
}

/// Returns the number of facets. Programs that write to a pipe leave the count at 0, and some
/// programs append bytes, such as padding.
std::size_t facet_count(std::string_view file, const std::string& path) {
    const std::size_t promised = promised_facets(file);
    const std::size_t bytes = file.size() - header_bytes;
    if (promised == 0 && bytes % facet_bytes == 0)
        return bytes / facet_bytes;
    const std::string_view rest = file.substr(header_bytes + promised * facet_bytes);
    if (rest.size() >= facet_bytes && rest.find_first_not_of('\0') != std::string_view::npos) {
        throw Failure(fmt::format("{}: its header says {} triangles, but {} bytes follow them; "
                                  "correct the count or remove the bytes",
                                  path, promised, rest.size()));
    }
    return promised;
}

Polygons read_binary(std::string_view file, const std::string& path) {
    const std::size_t count = facet_count(file, path);
    Polygons polygons;
    for (std::size_t i = 0; i < count; ++i) {
        const char* corner = file.data() + header_bytes + i * facet_bytes + corner_at;
        for (int c = 0; c < 3; ++c, corner += corner_bytes) {
            add_corner(polygons, {raw_number(corner, {}), raw_number(corner + 4, {}),
                                  raw_number(corner + 8, {})});
        }
        end_facet(polygons);
    }
    return polygons;
}

/// Returns the first word of a line in lower case; empty if there is none.
std::string first_word(std::string_view line) {
    line = trim(line);
    std::string word(line.substr(0, line.find_first_of(" \t")));
    std::ranges::transform(word, word.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word;
}

/// Reads statements. Programs write them in lines, but any of them may share a line.
class TextReader {
public:
    TextReader(std::string_view file, const std::string& path) : lines_(file), path_(path) {}

    Polygons read() {
        for (std::string word; !(word = next_word()).empty();)
            read_statement(word);
        if (is_open_)
            throw Failure(fmt::format("{}: is cut off: there is no endsolid", path_));
        return std::move(polygons_);
    }

private:
    /// Takes the next word, in lower case; empty at the end of the file.
    std::string next_word() {
        while (trim(line_).empty())
            if (!lines_.next(line_))
                return {};
        return word_of_line();
    }

    /// Takes the next word of the line; empty if there is none left.
    std::string word_of_line() {
        std::string word = first_word(line_);
        line_ = trim(line_);
        line_.remove_prefix(word.size());
        return word;
    }

    /// Returns the rest of the line from its first facet on; empty if there is none. Names may
    /// consist of any words.
    [[nodiscard]] std::string_view first_facet() const {
        std::string_view rest = trim(line_);
        while (!rest.empty()) {
            const std::string word = first_word(rest);
            std::string_view after = trim(rest.substr(word.size()));
            if (word == "facet" && first_word(after) == "normal")
                return rest;
            rest = after;
        }
        return rest;
    }

    /// Takes the name of a solid: the line, up to a facet in it.
    std::string_view take_name() {
        const std::string_view line = line_;
        line_ = first_facet();
        return trim(line.substr(0, line.size() - line_.size()));
    }

    void read_statement(std::string word) {
        if (word == "end") // "end solid"
            word += word_of_line();
        if (word == "solid") {
            is_open_ = true;
            polygons_.groups.emplace_back(take_name());
        } else if (word.starts_with("endsolid")) { // Assimp writes "endsolidNAME"
            is_open_ = false;
            skip_name();
        } else if (!is_open_) {
            fail("{} is outside of a solid", in_quotes(word));
        } else if (word == "facet" || word == "outer") {
            // "normal" or "loop" follows
        } else if (word == "normal") {
            skip_normal();
        } else if (word == "vertex") {
            const double x = number("x"), y = number("y");
            add_corner(polygons_, {x, y, number("z")});
        } else if (word == "endloop") {
            end_facet(polygons_);
            polygons_.face_groups.push_back(
                static_cast<std::uint32_t>(polygons_.groups.size() - 1));
            const std::size_t facets = polygons_.face_ends.size();
            if (polygons_.corners.size() != 3 * facets)
                fail("facet {} does not have 3 vertices", facets - 1);
        } else if (word != "loop" && word != "endfacet") {
            fail("{} is no word of an .stl file", in_quotes(word));
        }
    }

    /// Skips the name behind "endsolid". Another solid with facets may follow in the line.
    void skip_name() {
        if (first_facet().empty())
            line_ = {};
        while (!trim(line_).empty() && first_word(line_) != "solid")
            word_of_line();
    }

    /// Goes on to the next line if this one ends before a number that begins the next.
    void reach_number() {
        std::string_view line;
        double ignored = 0.0;
        TextLines ahead = lines_;
        if (trim(line_).empty() && ahead.next(line) && parse_double(first_word(line), ignored)) {
            lines_ = ahead;
            line_ = line;
        }
    }

    /// Skips the numbers of a normal, which may be nan or missing.
    void skip_normal() {
        for (int i = 0; i < 3; ++i) {
            reach_number();
            if (first_word(line_) == "outer")
                return;
            word_of_line();
        }
    }

    double number(const char* name) {
        reach_number();
        const std::string word = word_of_line();
        double value = 0.0;
        if (!parse_double(word, value))
            fail("{} is {}, must be a number", name, in_quotes(word));
        return value;
    }

    template <class... Arguments>
    [[noreturn]] void fail(fmt::format_string<Arguments...> message,
                           Arguments&&... arguments) const {
        throw Failure(fmt::format("{}: line {}: {}", path_, lines_.number(),
                                  fmt::format(message, std::forward<Arguments>(arguments)...)));
    }

    TextLines lines_;
    std::string_view line_; ///< the unread part of a line
    const std::string& path_;
    Polygons polygons_;
    bool is_open_ = false;
};

/// Returns whether a file consists of text.
bool is_text(std::string_view file) { return file.find('\0') == std::string_view::npos; }

} // namespace

Polygons load_stl(const std::string& path) {
    const std::string file = read_file(path);
    if (is_binary(file))
        return read_binary(file, path);
    if (is_text(file) || file.starts_with("\xFF\xFE") || file.starts_with("\xFE\xFF"))
        return TextReader(text_of(file, path), path).read();
    if (file.size() < header_bytes) {
        throw Failure(fmt::format("{}: is no .stl file: it is neither text nor as long as the "
                                  "header of a binary file",
                                  path));
    }
    throw Failure(fmt::format("{}: is cut off: its header says {} triangles, there are {}", path,
                              promised_facets(file), (file.size() - header_bytes) / facet_bytes));
}

} // namespace lanecast::tools
