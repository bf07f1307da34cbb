#include "tools/meshes/obj_check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/text.hpp"

namespace lanecast::tools {
namespace {

/// The next word of a line; empty at its end or at a comment.
std::string_view next_word(std::string_view& rest) {
    rest = trim(rest);
    if (rest.empty() || rest.front() == '#')
        return {};
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
    rest.remove_prefix(word.size());
    return word;
}

/// A statement other than v and f.
struct Statement {
    std::string_view word;
    std::string left_out = {}; ///< its name in the warning; empty if nothing is lost
};

/// The statements of Advanced Visualizer's Object Files 3.0 (Wavefront Technologies).
const std::array<Statement, 45> statements = {{
    {"v"},
    {"vt"},
    {"vn"},
    {"vp"},
    {"f"},
    {"fo"},
    {"g"},
    {"o"},
    {"s"},
    {"mg"},
    {"usemtl"},
    {"mtllib"},
    {"usemap"},
    {"maplib"},
    {"bevel"},
    {"c_interp"},
    {"d_interp"},
    {"lod"},
    {"shadow_obj"},
    {"trace_obj"},
    {"ctech"},
    {"stech"},
    {"cstype"},
    {"deg"},
    {"bmat"},
    {"step"},
    {"parm"},
    {"trim"},
    {"hole"},
    {"scrv"},
    {"sp"},
    {"end"},
    {"con"},
    {"cdc", "curves"},
    {"cdp", "surfaces"},
    {"bsp", "surfaces"},
    {"bzp", "surfaces"},
    {"res"},
    {"p", "points"},
    {"l", "lines"},
    {"curv", "curves"},
    {"curv2", "curves"},
    {"surf", "surfaces"},
    {"call", "calls of other files"},
    {"csh", "commands of a shell"},
}};

const Statement* find_statement(std::string_view word) {
    const auto* const found = std::ranges::find(statements, word, &Statement::word);
    return found == statements.end() ? nullptr : found;
}

/// Whether a line begins with the word of a statement.
bool is_statement(std::string_view line) { return find_statement(next_word(line)) != nullptr; }

bool is_old_face(std::string_view line) { return next_word(line) == "fo"; }

/// Whether a backslash may be the last letter of what the line names.
bool has_name(std::string_view line) {
    constexpr std::array<std::string_view, 6> words = {"usemtl", "mtllib", "usemap",
                                                       "maplib", "g",      "o"};
    return std::ranges::find(words, next_word(line)) != words.end();
}

class LineCheck {
public:
    LineCheck(const std::string& path, std::size_t line) : path_(path), line_(line) {}

    /// Reads x y z and checks any further numbers (a weight or a colour).
    [[nodiscard]] Vec3d vertex(std::string_view rest) const {
        constexpr std::array<std::string_view, 3> names = {"x", "y", "z"};
        std::array<double, 3> position{};
        std::size_t count = 0;
        for (std::string_view word; !(word = next_word(rest)).empty(); ++count) {
            const std::string_view name = count < names.size() ? names[count] : "a further number";
            double value = 0.0;
            if (!parse_double(word, value))
                fail("{} is {}, must be a number", name, in_quotes(word));
            if (count < names.size() && !(std::abs(value) <= std::numeric_limits<float>::max()))
                fail("{} is {}, must be a finite number in the range of float", name, word);
            if (count < names.size())
                position[count] = value;
        }
        if (count < names.size())
            fail("{} is missing", names[count]);
        return {position[0], position[1], position[2]};
    }

    /// @param so_far vertices before this line, where negative indices begin
    /// @param total  vertices of the whole file
    /// @returns the number of corners
    std::size_t face(std::string_view rest, long long so_far, long long total) const {
        std::size_t count = 0;
        for (std::string_view word; !(word = next_word(rest)).empty();)
            corner(word, ++count, so_far, total);
        return count;
    }

private:
    /// Checks a corner. Indices of texture coordinates and normals may be empty, because they are
    /// not used.
    void corner(std::string_view word, std::size_t number, long long so_far,
                long long total) const {
        constexpr std::size_t indices = 3;
        std::string_view rest = word;
        for (std::size_t i = 0;; ++i) {
            const std::string_view digits = rest.substr(0, rest.find('/'));
            const char* const end = digits.data() + digits.size();
            long long index = 0;
            const std::from_chars_result read = std::from_chars(digits.data(), end, index);
            const bool left_out = i > 0 && digits.empty();
            if (i == indices ||
                (!left_out && (read.ec == std::errc::invalid_argument || read.ptr != end)))
                fail("corner {} is {}, must be v, v/vt, v//vn or v/vt/vn", number, in_quotes(word));
            const long long lowest = index < 0 ? -so_far : 1;
            if (i == 0 &&
                (read.ec == std::errc::result_out_of_range || index < lowest || index > total)) {
                fail("corner {}: vertex index {} is out of range: the file has {}, {} before this "
                     "line",
                     number, digits, total, so_far);
            }
            if (digits.size() == rest.size())
                return;
            rest.remove_prefix(digits.size() + 1);
        }
    }

    template <class... Arguments>
    [[noreturn]] void fail(fmt::format_string<Arguments...> message,
                           Arguments&&... arguments) const {
        throw Failure(fmt::format("{}: line {}: {}", path_, line_,
                                  fmt::format(message, std::forward<Arguments>(arguments)...)));
    }

    const std::string& path_;
    std::size_t line_;
};

} // namespace

std::string with_whole_lines(std::string_view text) {
    std::string whole;
    whole.reserve(text.size() + 1);
    std::string owed; // line ends of the lines that were joined
    std::string_view line;
    TextLines lines(text);
    for (bool is_left = lines.next(line); is_left;) {
        const std::string_view current = line;
        is_left = lines.next(line);
        const bool is_comment = owed.empty() && trim(current).starts_with('#');
        const bool has_backslash = !is_comment && current.ends_with('\\');
        const bool goes_on = has_backslash && !(is_left && is_statement(line));
        const std::size_t begin = whole.size();
        whole += current;
        if (owed.empty() && is_old_face(current))
            whole[whole.find('o', begin)] = ' ';
        if (goes_on || (has_backslash && !has_name(current)))
            whole.back() = ' ';
        if (goes_on) {
            owed += '\n';
        } else {
            whole.append("\n").append(owed);
            owed.clear();
        }
    }
    return whole;
}

ObjFacts check_obj(std::string_view text, const std::string& path) {
    long long total = 0;
    std::size_t statement_count = 0;
    std::string_view line;
    for (TextLines lines(text); lines.next(line);) {
        const std::string_view word = next_word(line);
        total += word == "v";
        statement_count += !word.empty();
    }
    ObjFacts facts;
    std::string unknown; // the first statement that is none of this format
    facts.vertices.reserve(static_cast<std::size_t>(total));
    bool has_faces = false;
    for (TextLines lines(text); lines.next(line);) {
        const std::string_view word = next_word(line);
        const LineCheck check(path, lines.number());
        if (word == "v") {
            facts.vertices.push_back(check.vertex(line));
        } else if (word == "f") {
            const auto so_far = static_cast<long long>(facts.vertices.size());
            const bool is_read = check.face(line, so_far, total) >= least_corners;
            facts.left_out.add("faces of fewer than 3 corners", is_read ? 0 : 1);
            has_faces = has_faces || is_read;
        } else if (!word.empty()) {
            const Statement* const known = find_statement(word);
            if (known == nullptr && unknown.empty())
                unknown = fmt::format("; line {} begins with {}", lines.number(), in_quotes(word));
            const std::string name = known == nullptr ? "unknown statements" : known->left_out;
            facts.left_out.add(name, name.empty() ? 0 : 1);
        }
    }
    if (!has_faces) {
        throw Failure(
            fmt::format("{}: has no faces: read as .obj in UTF-8, it has {} statements, {} "
                        "of them v and none f with 3 corners{}",
                        path, statement_count, total, unknown));
    }
    return facts;
}

} // namespace lanecast::tools
