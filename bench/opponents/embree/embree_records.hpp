#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <embree3/rtcore.h>

#include "lanecast/answers.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Embree's ray records, filled from arrays of vectors and read back.
namespace lanecast::bench {

/// A part of a batch. Element k is ray order[k] or, without an order, ray k.
struct RaySlice {
    const Vec3* origins;
    const Vec3* directions;
    float t_max;
    const std::uint32_t* order; ///< may be null
    std::size_t count;
    float* t;
    std::uint32_t* id;
    std::uint8_t* hit;

    [[nodiscard]] std::size_t index(std::size_t k) const { return order != nullptr ? order[k] : k; }
    /// Number of rays from `first` on, at most `most`. Results are still addressed by index().
    [[nodiscard]] std::size_t count_from(std::size_t first, std::size_t most) const {
        return count - first < most ? count - first : most;
    }
};

/// Rays in arrays, for rtcIntersectNp and rtcOccludedNp. The arrays of this struct and of
/// HitColumns are named as in RTCRay16 and RTCHit16.
struct RayColumns {
    static constexpr std::size_t capacity = 1024;
    template <class T>
    using Column = T[capacity];

    alignas(64) Column<float> org_x, org_y, org_z, tnear, dir_x, dir_y, dir_z, time, tfar;
    alignas(64) Column<unsigned> mask, id, flags;
    RTCRayNp pointers = {org_x, org_y, org_z, tnear, dir_x, dir_y,
                         dir_z, time,  tfar,  mask,  id,    flags};
};
struct HitColumns {
    template <class T>
    using Column = RayColumns::Column<T>;

    alignas(64) Column<float> Ng_x, Ng_y, Ng_z, u, v;
    alignas(64) Column<unsigned> primID, geomID, instID;
    RTCHitNp pointers = {Ng_x, Ng_y, Ng_z, u, v, primID, geomID, {instID}};
};

inline RTCRay ray_of(const RaySlice& slice, std::size_t k) {
    const std::size_t i = slice.index(k);
    const Vec3 &o = slice.origins[i], &d = slice.directions[i];
    RTCRay ray;
    ray.org_x = o.x;
    ray.org_y = o.y;
    ray.org_z = o.z;
    ray.tnear = 0;
    ray.dir_x = d.x;
    ray.dir_y = d.y;
    ray.dir_z = d.z;
    ray.time = 0;
    ray.tfar = slice.t_max;
    ray.mask = all_layers;
    ray.id = 0;
    ray.flags = 0;
    return ray;
}

/// Fills rays in arrays: RTCRay8, RTCRay16 or RayColumns.
template <class Rays>
void fill(Rays& rays, const RaySlice& slice, std::size_t first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = slice.index(first + k);
        const Vec3 &o = slice.origins[i], &d = slice.directions[i];
        rays.org_x[k] = o.x;
        rays.org_y[k] = o.y;
        rays.org_z[k] = o.z;
        rays.dir_x[k] = d.x;
        rays.dir_y[k] = d.y;
        rays.dir_z[k] = d.z;
        rays.tnear[k] = 0;
        rays.time[k] = 0;
        rays.tfar[k] = slice.t_max;
        rays.mask[k] = all_layers;
        rays.id[k] = 0;
        rays.flags[k] = 0;
    }
}

/// Clears RTCHit8, RTCHit16 or HitColumns. Embree leaves primID unchanged on a miss, so it starts
/// as no_id.
template <class Hits>
void clear(Hits& hits, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
        hits.geomID[k] = RTC_INVALID_GEOMETRY_ID;
        hits.primID[k] = no_id;
    }
}

inline void write_hit(const RaySlice& slice, std::size_t k, float t, std::uint32_t id) {
    const std::size_t i = slice.index(k);
    slice.t[i] = id == no_id ? std::numeric_limits<float>::infinity() : t;
    slice.id[i] = id;
}
/// Embree sets tfar to -infinity if something is hit.
inline void write_occluded(const RaySlice& slice, std::size_t k, float t_far) {
    slice.hit[slice.index(k)] = t_far < 0 ? 1 : 0;
}

} // namespace lanecast::bench
