#include "tools/console/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

namespace lanecast::tools {
namespace {

constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\r'; }

/// @param round strtof or strtod
template <class Number>
bool parse(std::string_view text, Number& value, Number (*round)(const char*, char**)) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    const std::from_chars_result read = std::from_chars(text.data(), end, value);
    if (read.ptr != end || read.ec == std::errc::invalid_argument)
        return false;
    if (read.ec == std::errc::result_out_of_range) {
        // from_chars does not distinguish overflow and underflow; these functions return infinity
        // or 0.
        value = round(std::string(text).c_str(), nullptr);
    }
    return true;
}

/// Whether all bytes belong to characters of UTF-8 (RFC 3629).
bool is_utf8(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = [&](std::size_t k) {
            return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
        };
        const unsigned lead = byte(i), next = byte(i + 1);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        const bool is_too_long = (lead == 0xE0 && next < 0xA0) || (lead == 0xF0 && next < 0x90);
        const bool is_no_character = (lead == 0xED && next > 0x9F) || (lead == 0xF4 && next > 0x8F);
        if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || is_too_long || is_no_character)
            return false;
        for (std::size_t k = 1; k < length; ++k)
            if (byte(i + k) >> 6 != 2)
                return false;
        i += length;
    }
    return true;
}

} // namespace

std::string to_utf8(std::string_view text) {
    if (is_utf8(text))
        return std::string(text);
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            result += c;
        } else {
            result += static_cast<char>(0xC0 | byte >> 6);
            result += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return result;
}

std::string_view trim(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    return text;
}

bool parse_float(std::string_view text, float& value) { return parse(text, value, std::strtof); }

bool parse_double(std::string_view text, double& value) { return parse(text, value, std::strtod); }

std::string plain(double value) {
    if (value == 0.0 || !std::isfinite(value))
        return fmt::format("{}", value + 0.0); // -0 becomes 0
    const int whole_digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    return fmt::format("{:.{}f}", value, std::max(0, 3 - whole_digits));
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string shown = "\"";
    for (const char c : text.substr(0, longest)) {
        const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        shown += control ? '?' : c;
    }
    shown += text.size() > longest ? "...\"" : "\"";
    return shown;
}

bool TextLines::next(std::string_view& line) noexcept {
    if (rest_.empty())
        return false;
    ++number_;
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != '\n' && rest_[end] != '\r')
        ++end;
    line = rest_.substr(0, end);
    const std::string_view ending = rest_.substr(end, 2);
    rest_.remove_prefix(end + (ending == "\r\n" ? 2 : ending.empty() ? 0 : 1));
    return true;
}

} // namespace lanecast::tools
