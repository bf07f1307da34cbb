#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "lanecast/lanecast.hpp"

/// Particles as a user may store them, and small vector functions in double.
namespace flying {

using lanecast::Vec3;

struct Particle {
    Vec3 position = {}, velocity = {};
    float radius = 0.1f;
    float restitution = 1.0f;
    float friction = 0.0f;
    lanecast::Response response = lanecast::Response::bounce;
    std::uint32_t mask = lanecast::all_layers;
    std::uint32_t ignore = lanecast::no_id;
    std::uint32_t flags = 0;
    std::uint32_t ignore_count = 1;
    friend bool operator==(const Particle&, const Particle&) = default;
};

inline lanecast::Particles columns(std::vector<Particle>& particles) {
    using lanecast::field;
    return {.position = field(particles, &Particle::position),
            .velocity = field(particles, &Particle::velocity),
            .radius = field(particles, &Particle::radius),
            .restitution = field(particles, &Particle::restitution),
            .friction = field(particles, &Particle::friction),
            .response = field(particles, &Particle::response),
            .mask = field(particles, &Particle::mask),
            .ignore = field(particles, &Particle::ignore),
            .ignore_count = field(particles, &Particle::ignore_count),
            .flags = field(particles, &Particle::flags)};
}

inline double dot(Vec3 a, Vec3 b) {
    return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z;
}
inline double length(Vec3 a) { return std::sqrt(dot(a, a)); }
inline Vec3 minus(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
/// a + s b
inline Vec3 plus(Vec3 a, double s, Vec3 b) {
    return {static_cast<float>(a.x + s * b.x), static_cast<float>(a.y + s * b.y),
            static_cast<float>(a.z + s * b.z)};
}

/// Random numbers from a fixed seed, the same everywhere.
class Numbers {
public:
    explicit Numbers(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
    std::uint32_t bits() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state_ >> 33);
    }
    float between(float low, float high) {
        return low + (high - low) * static_cast<float>(bits() >> 7) * 0x1p-24f;
    }
    Vec3 in_cube(float half) {
        const float x = between(-half, half), y = between(-half, half);
        return {x, y, between(-half, half)};
    }
    /// A random vector of length 1.
    Vec3 direction() {
        for (;;) {
            const Vec3 v = in_cube(1.0f);
            const double l = length(v);
            if (l > 0.1 && l < 1.0)
                return plus({}, 1.0 / l, v);
        }
    }

private:
    std::uint64_t state_;
};

/// One shape of each kind, all with the point (0, 0, 1) on their surface and the normal (0, 0, 1)
/// there, moved by `by`. Add new shapes here.
inline std::vector<lanecast::Shapes> shapes_with_a_top(Vec3 by = {}) {
    using namespace lanecast;
    const auto at = [by](float x, float y, float z) { return plus(by, 1, {x, y, z}); };
    return {Spheres{.center = at(0, 0, 0), .radius = 1},
            Aabbs{.lo = at(-3, -3, -1), .hi = at(3, 3, 1)},
            Boxes{.center = at(0, 0, 0), .half_extents = {3, 3, 1}, .rotation = Quaternion{}},
            Capsules{.a = at(-3, 0, 0), .b = at(3, 0, 0), .radius = 1},
            Cylinders{.a = at(0, 0, -1), .b = at(0, 0, 1), .radius = 3},
            Cones{.base = at(0, 0, 1), .apex = at(0, 0, -1), .radius = 3},
            Triangles{.v0 = at(-4, -3, 1), .v1 = at(4, -3, 1), .v2 = at(0, 5, 1)},
            Planes{.normal = {0, 0, 1}, .offset = at(0, 0, 1).z},
            Lines{.point = at(0, 0, 1), .direction = {1, 0, 0}}};
}
inline constexpr std::array names = {"sphere", "aabb",     "box",   "capsule", "cylinder",
                                     "cone",   "triangle", "plane", "line"};
static_assert(names.size() == std::variant_size_v<lanecast::Shapes>);

inline lanecast::Scene world_of(const lanecast::Shapes& shapes) {
    lanecast::Scene scene;
    scene.add(shapes);
    scene.commit();
    return scene;
}

} // namespace flying
