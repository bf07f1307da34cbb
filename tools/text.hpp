#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Small readers of text that name no file: their callers know where they are.
namespace lanecast::tools {

/// Without blanks, tabs and a carriage return at either end.
[[nodiscard]] std::string_view trim(std::string_view text) noexcept;

/// Without the mark that some editors put before the first line.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text) noexcept;

/// The whole of `text` as the nearest float; takes a leading +, inf, -inf and nan. Numbers beyond
/// the range of float become infinite or zero. False if it is no number.
[[nodiscard]] bool parse_float(std::string_view text, float& value);

/// `text` in quotes, shortened and without control characters, so that a message stays one line.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Hands out the lines of a text; \n, \r\n and a lone \r end a line, the end of the text may.
class TextLines {
public:
    explicit TextLines(std::string_view text) noexcept : rest_(text) {}

    /// False when there is no line left.
    bool next(std::string_view& line) noexcept;
    [[nodiscard]] std::size_t number() const noexcept { return number_; } ///< of the last, from 1

private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

} // namespace lanecast::tools
