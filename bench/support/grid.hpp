#pragma once

#include <cstdint>
#include <vector>

#include "lanecast/shapes.hpp"

#include "support/random.hpp"

namespace lanecast::bench {

/// A square of 2 half by 2 half about the origin, of 2 cells^2 triangles.
struct Grid {
    std::vector<Vec3> corners;
    std::vector<Index3> triangles;

    /// @param rough  height of its bumps
    Grid(float half, std::uint32_t cells, float rough = 0.0f) {
        Random random(1);
        const auto along = [&](std::uint32_t i) {
            return half * (2 * static_cast<float>(i) / static_cast<float>(cells) - 1);
        };
        for (std::uint32_t y = 0; y <= cells; ++y)
            for (std::uint32_t x = 0; x <= cells; ++x)
                corners.push_back({along(x), along(y), random.between(0, rough)});
        for (std::uint32_t y = 0; y < cells; ++y)
            for (std::uint32_t x = 0; x < cells; ++x) {
                const std::uint32_t row = cells + 1, a = y * row + x;
                triangles.push_back({a, a + 1, a + row + 1});
                triangles.push_back({a, a + row + 1, a + row});
            }
    }

    [[nodiscard]] TriangleMesh mesh() const { return {.vertices = corners, .indices = triangles}; }
};

} // namespace lanecast::bench
