#pragma once

#include <string_view>

#include "lanecast/origin.hpp"

namespace lanecast::tools {

/// The requested origin of a world, see World::origin.
struct OriginRequest {
    enum class Kind {
        unspecified, ///< the one that the world's file names, or 0
        automatic,   ///< the middle of a mesh; in a .json world, of its first mesh or position
        given,
    };
    Kind kind = Kind::unspecified;
    Vec3d at; ///< if given
};

/// The value that requests an automatic origin.
inline constexpr std::string_view automatic_origin = "auto";

} // namespace lanecast::tools
