#pragma once

#include <algorithm>
#include <limits>

#include "core/kernel_table.hpp"

namespace lanecast::host {

/// An axis-parallel box that grows; as made: empty. Four floats a side, so that compilers keep a
/// side in a register.
struct Box {
    static constexpr float infinity = std::numeric_limits<float>::infinity();
    float lo[4] = {infinity, infinity, infinity, infinity};
    float hi[4] = {-infinity, -infinity, -infinity, -infinity};

    void include(const PrimitiveBox& p) {
        for (int a = 0; a < 3; ++a) {
            lo[a] = std::min(lo[a], p.lo[a]);
            hi[a] = std::max(hi[a], p.hi[a]);
        }
    }
    void include(const Box& b) {
        for (int a = 0; a < 4; ++a) {
            lo[a] = std::min(lo[a], b.lo[a]);
            hi[a] = std::max(hi[a], b.hi[a]);
        }
    }
    void include_point(const float (&p)[3]) {
        for (int a = 0; a < 3; ++a) {
            lo[a] = std::min(lo[a], p[a]);
            hi[a] = std::max(hi[a], p[a]);
        }
    }

    /// Half the surface; 0 when empty.
    [[nodiscard]] float half_area() const {
        const float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
        return x < 0.0f ? 0.0f : x * y + y * z + z * x;
    }
};

} // namespace lanecast::host
