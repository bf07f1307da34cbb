#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "host/bvh/tree.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {

/// What one add() brought, as the scene keeps it until commit() makes leaves of it.
struct ShapeRange {
    IdRange ids;
    ShapeKind public_kind;
    Kind kind;
    std::vector<std::vector<float>> columns; ///< of the kernel's shape; of a mesh: its vertices
    std::vector<std::uint32_t> indices;      ///< of a mesh: three for each triangle
    std::vector<std::uint32_t> masks;        ///< one for each shape, or one for all
};

struct Scene::Data {
    static constexpr float infinity = std::numeric_limits<float>::infinity();

    std::map<std::uint32_t, ShapeRange> ranges; ///< by their first id
    std::size_t size = 0;
    bool changed = false;

    AlignedBuffer<float> memory; ///< nodes and leaves
    SceneView view = {};         ///< of them
    Bounds bounds = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};

    /// Rebuilds tree, leaves and bounds from the ranges.
    void rebuild(std::uint32_t threads);
};

} // namespace lanecast
