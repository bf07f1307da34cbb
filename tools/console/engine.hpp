#pragma once

#include <cstdint>
#include <string>

#include "lanecast/build.hpp"
#include "lanecast/options.hpp"

namespace lanecast::tools {

/// How to build worlds and run queries, from the command line.
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
