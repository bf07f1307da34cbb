#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Small text parsers. They do not know the file; callers add its name to messages.
namespace lanecast::tools {

/// Removes blanks, tabs and carriage returns at both ends.
[[nodiscard]] std::string_view trim(std::string_view text) noexcept;

/// Returns text that is not UTF-8 as if it were Latin-1, in UTF-8; other text as it is.
[[nodiscard]] std::string to_utf8(std::string_view text);

/// Parses all of `text` as the nearest float; accepts a leading +, inf, -inf and nan. Numbers
/// beyond the range of float become infinite or zero. Returns false if the text is not a number.
[[nodiscard]] bool parse_float(std::string_view text, float& value);
/// Parses the nearest double in the same way.
[[nodiscard]] bool parse_double(std::string_view text, double& value);

/// Writes a number with three significant digits and without an exponent.
[[nodiscard]] std::string plain(double value);

/// Returns `text` in quotes, shortened and without control characters, so that a message stays one
/// line.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Iterates over the lines of a text. \n, \r\n and a lone \r end a line; the last line may end with
/// the text.
class TextLines {
public:
    explicit TextLines(std::string_view text) noexcept : rest_(text) {}

    /// Returns false if no line is left.
    bool next(std::string_view& line) noexcept;
    [[nodiscard]] std::size_t number() const noexcept { return number_; } ///< of the last line

private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

} // namespace lanecast::tools
