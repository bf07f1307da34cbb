#include "tools/meshes/obj_check.hpp"

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
    if (rest.empty() || rest.front() == '#') {
        return {};
    }
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
    rest.remove_prefix(word.size());
    return word;
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
            if (!parse_double(word, value)) {
                fail("{} is {}, must be a number", name, in_quotes(word));
            }
            if (count < names.size() && !(std::abs(value) <= std::numeric_limits<float>::max())) {
                fail("{} is {}, must be finite", name, word);
            }
            if (count < names.size()) {
                position[count] = value;
            }
        }
        if (count < names.size()) {
            fail("{} is missing", names[count]);
        }
        return {position[0], position[1], position[2]};
    }

    /// @param so_far vertices before this line, where negative indices begin
    /// @param total  vertices of the whole file
    void face(std::string_view rest, long long so_far, long long total) const {
        std::size_t count = 0;
        for (std::string_view word; !(word = next_word(rest)).empty();) {
            corner(word, ++count, so_far, total);
        }
        if (count < 3) {
            fail("the face has {} corners, must have 3 or more", count);
        }
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
                (!left_out && (read.ec == std::errc::invalid_argument || read.ptr != end))) {
                fail("corner {} is {}, must be v, v/vt, v//vn or v/vt/vn", number, in_quotes(word));
            }
            const long long lowest = index < 0 ? -so_far : 1;
            if (i == 0 &&
                (read.ec == std::errc::result_out_of_range || index < lowest || index > total)) {
                fail("corner {}: vertex index {} is out of range: the file has {}, {} before this "
                     "line",
                     number, digits, total, so_far);
            }
            if (digits.size() == rest.size()) {
                return;
            }
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

std::vector<Vec3d> check_obj(std::string_view text, const std::string& path) {
    long long total = 0;
    std::string_view line;
    for (TextLines lines(text); lines.next(line);) {
        total += next_word(line) == "v";
    }
    std::vector<Vec3d> vertices;
    vertices.reserve(static_cast<std::size_t>(total));
    bool has_faces = false;
    for (TextLines lines(text); lines.next(line);) {
        const std::string_view word = next_word(line);
        const LineCheck check(path, lines.number());
        if (word == "v") {
            vertices.push_back(check.vertex(line));
        } else if (word == "f") {
            check.face(line, static_cast<long long>(vertices.size()), total);
            has_faces = true;
        }
    }
    if (!has_faces) {
        throw Failure(fmt::format("{}: has no faces", path));
    }
    return vertices;
}

} // namespace lanecast::tools
