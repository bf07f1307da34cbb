#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "lanecast/particle_response.hpp"

namespace lanecast::tools {

/// Reads the name of a response, as in options and JSON worlds. @returns whether it is one
inline bool parse_response(std::string_view text, Response& response) {
    constexpr std::array<std::pair<std::string_view, Response>, 5> all = {
        {{"bounce", Response::bounce},
         {"slide", Response::slide},
         {"stick", Response::stick},
         {"kill", Response::kill},
         {"sensor", Response::sensor}}};
    const auto found = std::ranges::find(all, text, &std::pair<std::string_view, Response>::first);
    if (found == all.end())
        return false;
    response = found->second;
    return true;
}

} // namespace lanecast::tools
