#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "lanecast/vectors.hpp"

/// What one writes without lanecast: the textbook test of one ray and one shape, in a loop over
/// arrays of structs. Like lanecast's pairwise::closest_hit with the outputs t and id: solids, and
/// directions of any length.
namespace lanecast::bench::scalar {

struct Ray {
    Vec3 origin;
    Vec3 direction;
    float t_min = 0.0f;
    float t_max = std::numeric_limits<float>::infinity();
};

struct Hit {
    float t = std::numeric_limits<float>::infinity();
    std::uint32_t id = 0xFFFFFFFFu;
};

struct Sphere {
    Vec3 center;
    float radius;
};

struct Aabb {
    Vec3 lo;
    Vec3 hi;
};

struct Box {
    Vec3 center;
    Vec3 half_extents;
    Quaternion rotation; ///< of unit length
};

struct Triangle {
    Vec3 v0;
    Vec3 v1;
    Vec3 v2;
};

/// Ray i against shape i.
void closest_hit(const Ray* rays, const Sphere* shapes, Hit* hits, std::size_t count);
void closest_hit(const Ray* rays, const Aabb* shapes, Hit* hits, std::size_t count);
void closest_hit(const Ray* rays, const Box* shapes, Hit* hits, std::size_t count);
void closest_hit(const Ray* rays, const Triangle* shapes, Hit* hits, std::size_t count);

} // namespace lanecast::bench::scalar
