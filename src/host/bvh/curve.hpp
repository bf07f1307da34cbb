#pragma once

#include <cstdint>
#include <limits>

#include "core/build_boxes.hpp"

namespace lanecast::host {

/// Positions of centres on a curve: Morton, A Computer Oriented Geodetic Data Base (1966).
class Curve {
public:
    static constexpr int bits_per_axis = 10;

    /// @param centers  bounds of twice the centres
    explicit Curve(const BuildBox& centers) {
        constexpr float last = (1 << bits_per_axis) - 1;
        for (int a = 0; a < 3; ++a) {
            origin_[a] = centers.lo[a];
            const float scale = last / (centers.hi(a) - centers.lo[a]);
            scale_[a] = scale <= std::numeric_limits<float>::max() ? scale : 0.0f;
        }
    }
    [[nodiscard]] std::uint32_t place_of(const BoxedPrimitive& p) const {
        std::uint32_t place = 0;
        for (int a = 0; a < 3; ++a) {
            const float x = (p.lo[a] - p.minus_hi[a] - origin_[a]) * scale_[a];
            place |= spread(static_cast<std::uint32_t>(x)) << a;
        }
        return place;
    }

private:
    /// Inserts two zeros after each of ten bits.
    static std::uint32_t spread(std::uint32_t x) {
        x = (x | x << 16) & 0x030000FF;
        x = (x | x << 8) & 0x0300F00F;
        x = (x | x << 4) & 0x030C30C3;
        return (x | x << 2) & 0x09249249;
    }

    float origin_[3];
    float scale_[3];
};

} // namespace lanecast::host
