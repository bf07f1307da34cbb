#include "host/parallel/in_turn.hpp"
#include "host/parallel/parallel.hpp"

/// Replaces parallel.cpp in builds without oneTBB: the calling thread does all the work.
namespace lanecast::host {

std::size_t arena_threads() noexcept { return 1; }

void for_each_chunk(std::size_t chunks, std::uint32_t, FunctionRef<void(std::size_t)> work) {
    for_each_in_turn(chunks, work);
}

} // namespace lanecast::host
