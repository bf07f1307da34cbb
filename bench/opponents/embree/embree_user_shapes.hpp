#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <embree3/rtcore.h>

#include "scalar/scalar.hpp"
#include "scalar/slabs.hpp"
#include "support/pairs/shape_bounds.hpp"

/// Shapes that Embree lacks: bounds for its BVH, and the textbook test as callback.
namespace lanecast::bench {

/// A box with its rotation as a matrix, which is faster if the box is tested often.
struct TurnedBox {
    explicit TurnedBox(const scalar::Box& box);

    [[nodiscard]] Vec3 into_frame(const Vec3& v) const {
        return {scalar::dot(axes[0], v), scalar::dot(axes[1], v), scalar::dot(axes[2], v)};
    }
    [[nodiscard]] scalar::Aabb in_frame() const {
        using scalar::operator*;
        return {half_extents * -1.0f, half_extents};
    }

    Vec3 center;
    Vec3 axes[3];
    Vec3 half_extents;
    Bounds bounds;
};
inline Bounds bounds_of(const TurnedBox& box) { return box.bounds; }

/// All shapes of one kind.
template <class Shape>
struct UserShapes {
    std::vector<Shape> shapes;
    std::uint32_t first; ///< lanecast's id of the first shape
    float swept;         ///< see EmbreeForm::swept
    bool first_found;    ///< see EmbreeForm::first_found
};

template <class Shape>
std::shared_ptr<UserShapes<Shape>> make_user_shapes(std::vector<Shape> shapes, std::uint32_t first,
                                                    float swept, bool first_found) {
    return std::make_shared<UserShapes<Shape>>(
        UserShapes<Shape>{std::move(shapes), first, swept, first_found});
}
inline std::shared_ptr<UserShapes<TurnedBox>>
make_user_shapes(const std::vector<scalar::Box>& boxes, std::uint32_t first, float swept,
                 bool first_found) {
    return make_user_shapes(std::vector<TurnedBox>(boxes.begin(), boxes.end()), first, swept,
                            first_found);
}

/// Makes a geometry that refers to `shapes`.
template <class Shape>
RTCGeometry make_user_geometry(RTCDevice device, UserShapes<Shape>& shapes);

} // namespace lanecast::bench
