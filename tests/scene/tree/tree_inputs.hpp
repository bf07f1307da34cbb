#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/build_boxes.hpp"
#include "kernels/hostile/random.hpp"
#include "lanecast/options.hpp"

/// Boxes that are hard for a tree builder.
namespace trees {

using Boxes = std::vector<lanecast::BoxedPrimitive>;

struct Input {
    const char* name;
    Boxes boxes;
};

std::vector<Input> inputs();

/// Boxes of all sizes and kinds, in a cube.
Boxes scattered(std::size_t count, std::uint64_t seed);

/// A list of boxes, with ids numbered as scenes do.
class BoxList {
public:
    void add_between(std::uint32_t kind, const std::array<float, 3>& lo,
                     const std::array<float, 3>& hi) {
        lanecast::BoxedPrimitive box{};
        for (std::size_t a = 0; a < 3; ++a) {
            box.lo[a] = lo[a];
            box.minus_hi[a] = -hi[a];
        }
        box.kind = kind;
        box.id = static_cast<std::uint32_t>(boxes_.size());
        boxes_.push_back(box);
    }
    void add_around(std::uint32_t kind, reference::Vector centre, reference::Vector half) {
        const auto at = [&](double s) -> std::array<float, 3> {
            return {static_cast<float>(centre.x + s * half.x),
                    static_cast<float>(centre.y + s * half.y),
                    static_cast<float>(centre.z + s * half.z)};
        };
        add_between(kind, at(-1.0), at(1.0));
    }
    [[nodiscard]] const Boxes& boxes() const { return boxes_; }

private:
    Boxes boxes_;
};

inline constexpr std::array all_builds = {lanecast::Build::balanced, lanecast::Build::fast,
                                          lanecast::Build::thorough};

} // namespace trees
