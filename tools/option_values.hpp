#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "lanecast/options.hpp"

#include "tools/console/text.hpp"
#include "tools/console/vector_math.hpp"
#include "tools/picture/view_request.hpp"
#include "tools/worlds/world.hpp"

/// The values of options: each function reads one from text, and returns false if it is none.
namespace lanecast::tools {

inline bool parse_size(std::string_view text, Size& size) {
    const auto number = [](std::string_view digits, std::uint32_t& value) {
        const char* const end = digits.data() + digits.size();
        const std::from_chars_result read = std::from_chars(digits.data(), end, value);
        if (read.ec == std::errc::result_out_of_range)
            value = std::numeric_limits<std::uint32_t>::max();
        return read.ec != std::errc::invalid_argument && read.ptr == end;
    };
    const std::size_t cross = text.find('x');
    if (cross == std::string_view::npos || !number(text.substr(0, cross), size.width) ||
        !number(text.substr(cross + 1), size.height))
        return false;
    constexpr std::uint32_t largest = 16384;
    if (std::min(size.width, size.height) < 1 || std::max(size.width, size.height) > largest) {
        throw CLI::ValidationError(
            "--size", fmt::format("{} is not between 1x1 and {}x{}", text, largest, largest));
    }
    return true;
}

inline bool parse_number(std::string_view text, float& value) { return parse_float(text, value); }
inline bool parse_number(std::string_view text, double& value) { return parse_double(text, value); }

/// @tparam Vector  Vec3 or Vec3d
inline constexpr auto parse_point = []<class Vector>(std::string_view text, Vector& point) {
    const std::size_t first = text.find(',');
    const std::size_t second = text.find(',', first == std::string_view::npos ? first : first + 1);
    return second != std::string_view::npos && parse_number(text.substr(0, first), point.x) &&
           parse_number(text.substr(first + 1, second - first - 1), point.y) &&
           parse_number(text.substr(second + 1), point.z);
};

inline constexpr auto parse_optional_point = []<class Vector>(std::string_view text,
                                                              std::optional<Vector>& point) {
    return parse_point(text, point.emplace());
};

inline bool parse_origin(std::string_view text, OriginRequest& origin) {
    if (text == automatic_origin) {
        origin.kind = OriginRequest::Kind::automatic;
        return true;
    }
    origin.kind = OriginRequest::Kind::given;
    return parse_point(text, origin.at) && std::isfinite(origin.at.x + origin.at.y + origin.at.z);
}

/// Reads one number for all axes, or three.
inline bool parse_scale(std::string_view text, std::optional<Vec3d>& scale) {
    Vec3d& value = scale.emplace();
    if (text.find(',') == std::string_view::npos) {
        if (!parse_double(text, value.x))
            return false;
        value = {value.x, value.x, value.x};
    } else if (!parse_point(text, value)) {
        return false;
    }
    return std::isfinite(value.x) && std::isfinite(value.y) && std::isfinite(value.z);
}

inline bool parse_triangulation(std::string_view text, std::optional<Triangulation>& value) {
    const auto known = std::ranges::find(triangulations, text, &TriangulationName::name);
    if (known == triangulations.end())
        return false;
    value = known->value;
    return true;
}

inline bool parse_clip(std::string_view text, std::optional<ClipPlane>& clip) {
    const std::size_t last = text.rfind(',');
    return last != std::string_view::npos &&
           parse_point(text.substr(0, last), clip.emplace().normal) &&
           parse_double(text.substr(last + 1), clip->offset) &&
           std::abs(clip->offset) <= std::numeric_limits<float>::max() &&
           std::isfinite(length(clip->normal)) && length(clip->normal) > 0.0f;
}

inline bool parse_interior(std::string_view text, Interior& interior) {
    interior = text == "surface" ? Interior::surface : Interior::solid;
    return text == "surface" || text == "solid";
}

inline bool parse_backfaces(std::string_view text, Backfaces& backfaces) {
    backfaces = text == "cull" ? Backfaces::cull : Backfaces::hit;
    return text == "cull" || text == "hit";
}

inline bool parse_start_overlap(std::string_view text, StartOverlap& overlap) {
    overlap = text == "ignore"    ? StartOverlap::ignore
              : text == "leaving" ? StartOverlap::leaving
                                  : StartOverlap::report;
    return text == "ignore" || text == "leaving" || text == "report";
}

inline bool parse_optional_float(std::string_view text, std::optional<float>& value) {
    return parse_float(text, value.emplace()) && std::isfinite(*value) && *value >= 0.0f;
}

inline bool parse_build(std::string_view text, Build& build) {
    build = text == "fast" ? Build::fast : text == "thorough" ? Build::thorough : Build::balanced;
    return text == "fast" || text == "balanced" || text == "thorough";
}

} // namespace lanecast::tools
