#include "tools/console/engine.hpp"

#include <fmt/format.h>

#include "lanecast/isa.hpp"

namespace lanecast::tools {

void use(const Engine& engine) {
    if (!engine.isa.empty())
        set_isa(parse_isa(engine.isa));
}

std::string describe(const Engine& engine) {
    const Isa isa = active_isa();
    const std::string threads = engine.threads == 0 ? "all threads"
                                                    : fmt::format("{} thread{}", engine.threads,
                                                                  engine.threads == 1 ? "" : "s");
    return fmt::format("{}, {} lanes, {}", to_string(isa), lanes(isa), threads);
}

} // namespace lanecast::tools
