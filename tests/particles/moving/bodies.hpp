#pragma once

#include <cmath>
#include <vector>

#include "lanecast/lanecast.hpp"
#include "particles/flying.hpp"
#include "reference/moving_bodies.hpp"

/// Instances that move, and the poses of each in double.
namespace moving {

using lanecast::IdRange;
using lanecast::Quaternion;
using lanecast::Scene;
using lanecast::Vec3;
using reference::Pose;
using reference::Vector;

inline constexpr float seconds = 1.0f / 60;
inline constexpr Vec3 falling = {0, 0, -9.81f};
inline constexpr double e = 0x1p-23;

inline Vector exact(Vec3 v) { return {v.x, v.y, v.z}; }
inline Vec3 rounded(Vector v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// The rotation about an axis of any length, by an angle in radians.
inline Quaternion about(Vec3 axis, double angle) {
    const reference::Quaternion q =
        reference::rotation_about(reference::normalised(exact(axis)), angle);
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
            static_cast<float>(q.w)};
}

inline Pose pose_of(Vec3 position, Quaternion q) { return {exact(position), {q.x, q.y, q.z, q.w}}; }

/// An instance that moves, and its poses at the start and at the end of the step.
class Body {
public:
    Body(Scene& scene, const Scene& prototype, Vec3 position = {}, Quaternion rotation = {},
         float scale = 1)
        : from(pose_of(position, rotation)), to(from), scene_(&scene) {
        ids = scene.add(prototype,
                        {.position = position, .rotation = rotation, .scale = scale, .count = 1});
    }
    /// Begins a move, which starts with the next commit.
    void move_to(Vec3 position, Quaternion rotation) {
        scene_->move(ids, {.position = position, .rotation = rotation});
        from = to;
        to = pose_of(position, rotation);
    }
    [[nodiscard]] Vector place_at_end(Vec3 point) const { return to.to_body(exact(point)); }

    IdRange ids;
    Pose from, to;

private:
    Scene* scene_;
};

/// A horizontal plate without thickness, from -half to half, of 2 * cells^2 triangles.
inline Scene make_plate(float half, std::uint32_t cells = 1) {
    std::vector<Vec3> corners;
    std::vector<lanecast::Index3> triangles;
    const auto coordinate = [&](std::uint32_t i) {
        return half * (2 * static_cast<float>(i) / static_cast<float>(cells) - 1);
    };
    for (std::uint32_t y = 0; y <= cells; ++y)
        for (std::uint32_t x = 0; x <= cells; ++x)
            corners.push_back({coordinate(x), coordinate(y), 0});
    for (std::uint32_t y = 0; y < cells; ++y)
        for (std::uint32_t x = 0; x < cells; ++x) {
            const std::uint32_t a = y * (cells + 1) + x, b = a + cells + 1;
            triangles.push_back({a, a + 1, b + 1});
            triangles.push_back({a, b + 1, b});
        }
    Scene scene;
    scene.add(lanecast::TriangleMesh{.vertices = corners, .indices = triangles});
    scene.commit();
    return scene;
}

/// A closed box of 12 triangles without thickness, from -half to half.
inline Scene make_room(float half) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.push_back({i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
    static const std::vector<lanecast::Index3> triangles = {
        {0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
        {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
    Scene scene;
    scene.add(lanecast::TriangleMesh{.vertices = corners, .indices = triangles});
    scene.commit();
    return scene;
}

/// The largest coordinate: below `half` for a place in the room.
inline double largest(Vector v) {
    return std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z)));
}

} // namespace moving
