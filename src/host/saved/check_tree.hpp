#pragma once

#include <cstdint>

#include "host/scene/committed_scene.hpp"
#include "host/scene/shapes/shape_store.hpp"

/// Checks of committed scenes whose bytes anybody may have made. After them, a query or a commit
/// may find wrong answers, but it ends, and touches no memory but the scene's. Rows of
/// shapes and boxes of nodes are not checked, because no loop and no address depends on them.
namespace lanecast::host {

/// @param nodes  number of nodes. @throws Error
void check_prototype(const CommittedScene& scene, std::uint32_t nodes);

/// Checks what the next commit uses, too.
void check_commit(const Commit& commit, std::uint32_t nodes, const ShapeStore& shapes);

} // namespace lanecast::host
