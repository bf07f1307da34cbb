#pragma once

#include <string>

#include "lanecast/options.hpp"

#include "engine.hpp"

namespace lanecast::tools {

/// `lanecast cast`, as said on the command line.
struct CastRequest {
    bool demo = false; ///< no file is needed
    std::string world; ///< else a file
    std::string rays;  ///< empty: the demo's
    std::string out;   ///< empty: the answers are only counted
    bool any = false;
    Interior interior = Interior::solid;
    bool exhaustive = false;
    Engine engine;
};

/// Casts the rays of a file at a world and writes the answers.
/// @throws Failure, Error
void cast(const CastRequest& request);

} // namespace lanecast::tools
