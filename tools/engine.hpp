#pragma once

#include <cstdint>
#include <string>

#include "lanecast/options.hpp"

namespace lanecast::tools {

/// How worlds are to be built and queries to be run, as said on the command line.
struct Engine {
    std::string isa; ///< empty: the library's choice
    std::uint32_t threads = 0;
    Build build = Build::balanced;
};

/// Makes the library use the ISA. @throws Error not_supported
void use(const Engine& engine);

/// "avx2, 8 lanes, all threads", for reports.
[[nodiscard]] std::string describe(const Engine& engine);

} // namespace lanecast::tools
