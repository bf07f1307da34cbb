#pragma once

#include <cstddef>
#include <cstdint>

#include "host/parallel/workers.hpp"
#include "host/plan/facts.hpp"

/// All decisions about how a call runs are made here, from the facts about it. No decision changes
/// a result.
namespace lanecast::host {

/// The order in which an engine takes the queries.
enum class Order : std::uint8_t {
    given,
    sorted ///< rays by octant and origin, so that those of a packet go the same way
};

/// How a run of consecutive queries of a call is answered.
struct Plan {
    BatchPart queries; ///< from the first that no plan has covered
    Engine engine;
    Order order;
    std::size_t part;         ///< number of queries that a thread takes at a time
    std::size_t memory;       ///< bytes of scratch for a part; 0 if the engine needs none
    std::size_t longest_list; ///< of Engine::stream
    const char* reason;       ///< for the engine, in words
};

/// Returns the plan for the queries of a call from `first` on. It may end before the last one: a
/// stream is cut where its memory would be large, and each piece has its own plan.
/// @param first  less than call.queries
Plan plan_for(const CallFacts& call, std::size_t first);

/// Returns the engine for a single query, without the other facts: exhaustive or single.
inline Engine engine_for_one(const SceneView& scene, Traversal traversal, bool without_tree) {
    const bool tiny = traversal == Traversal::automatic && is_tiny(scene);
    return without_tree || tiny ? Engine::exhaustive : Engine::single;
}

/// The engine for a part whose scratch memory could not be allocated.
inline constexpr Engine engine_without_memory = Engine::single;

/// Number of queries that a thread takes at a time in a batch that needs no scene.
std::size_t part_of_pairs(std::size_t queries, Workers workers);

} // namespace lanecast::host
