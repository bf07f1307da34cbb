#pragma once

#include "host/plan/plan.hpp"

/// LANECAST_EXPLAIN=1: each call on a scene writes to stderr how it runs, and why.
namespace lanecast::host {

/// Whether the environment asks for it. Read once.
bool explains() noexcept;

/// Writes the line of a call, or of each piece of a stream.
void explain(const CallFacts& call, const Plan& plan) noexcept;
/// Writes the line of a call with a single query.
void explain_one(const char* name, const SceneView& scene, Isa isa, Engine engine) noexcept;

} // namespace lanecast::host
