#include "support/batches.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "scalar/vector.hpp"
#include "support/random.hpp"

namespace lanecast::bench {
namespace {

using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

constexpr float pi = 3.14159265f;

Vec3 unit(const Vec3& v) { return v * (1 / scalar::length(v)); }

/// A unit vector, uniformly distributed over the sphere.
Vec3 any_direction(Random& random) {
    for (;;) {
        const Vec3 v = random.in_cube(1);
        const float squared = scalar::dot(v, v);
        if (squared > 0.01f && squared < 1)
            return v * (1 / std::sqrt(squared));
    }
}

/// The side of a square picture of about `count` pixels.
float side_of(std::size_t count) {
    return std::max(2.0f, std::floor(std::sqrt(static_cast<float>(count))));
}

SweepBatch twice_along(const RayBatch& rays, float radius) {
    SweepBatch sweeps = {.centers = rays.origins, .displacements = {}, .radius = radius};
    for (const Vec3& way : rays.directions)
        sweeps.displacements.push_back(way * 2);
    return sweeps;
}

} // namespace

Rays RayBatch::view(std::size_t first, std::size_t count) const {
    return {.origin = std::span(origins).subspan(first, count),
            .direction = std::span(directions).subspan(first, count)};
}

RayBatch incoherent_rays(const Bounds& bounds, std::size_t count) {
    Random random(3);
    RayBatch rays;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = random.in_box(bounds.lo, bounds.hi);
        rays.origins.push_back(from);
        rays.directions.push_back(random.in_box(bounds.lo, bounds.hi) - from);
    }
    return rays;
}

RayBatch rays_from_afar(const Bounds& bounds, std::size_t count, float sizes) {
    Random random(9);
    RayBatch rays;
    rays.origins = points_afar(bounds, count, sizes);
    for (const Vec3& from : rays.origins)
        rays.directions.push_back(random.in_box(bounds.lo, bounds.hi) - from);
    return rays;
}

RayBatch rays_from_above(const Bounds& bounds, std::size_t count) {
    Random random(13);
    const float height = 0.1f * extent(bounds);
    const Vec3 lowest = {bounds.lo.x, bounds.hi.y + height, bounds.lo.z},
               highest = {bounds.hi.x, bounds.hi.y + 2 * height, bounds.hi.z};
    RayBatch rays;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = random.in_box(lowest, highest);
        rays.origins.push_back(from);
        rays.directions.push_back(random.in_box(bounds.lo, bounds.hi) - from);
    }
    return rays;
}

RayBatch camera_rays(const Bounds& bounds, std::size_t count) {
    const float side = side_of(count);
    const Vec3 size = bounds.hi - bounds.lo;
    const Vec3 middle = (bounds.lo + bounds.hi) * 0.5f;
    const Vec3 eye = {middle.x, middle.y, bounds.hi.z + 1.5f * std::max(size.x, size.y)};
    RayBatch rays;
    for (float row = 0; row < side; ++row) {
        for (float column = 0; column < side; ++column) {
            // Aims at the middle plane of the box, off the centre of the pixel, so that no ray runs
            // along an axis or through a vertex by design.
            const Vec3 to = {bounds.lo.x + size.x * (column + 0.47f) / side,
                             bounds.hi.y - size.y * (row + 0.53f) / side, middle.z};
            rays.origins.push_back(eye);
            rays.directions.push_back(to - eye);
        }
    }
    return rays;
}

RayBatch stereo_rays(const Bounds& bounds, std::size_t count) {
    const RayBatch left = camera_rays(bounds, count / 2);
    const Vec3 apart = {0.01f * (bounds.hi.x - bounds.lo.x), 0, 0};
    RayBatch rays;
    for (std::size_t i = 0; i < left.size(); ++i) {
        for (const Vec3& eye : {left.origins[i], left.origins[i] + apart}) {
            rays.origins.push_back(eye);
            rays.directions.push_back(left.directions[i]);
        }
    }
    return rays;
}

Bounds view_from_within(const Bounds& bounds) {
    const Vec3 middle = (bounds.lo + bounds.hi) * 0.5f, tenth = (bounds.hi - bounds.lo) * 0.1f;
    return {middle - tenth, middle + tenth};
}

RayBatch flight_rays(const Bounds& bounds, std::size_t count) {
    const float side = side_of(count);
    const Vec3 size = bounds.hi - bounds.lo;
    const Vec3 eye = {bounds.lo.x + 0.5f * size.x, bounds.hi.y + 0.1f * size.z,
                      bounds.lo.z + 0.05f * size.z};
    const Vec3 ahead = unit({0.13f, -0.45f, 1});
    const Vec3 right = unit(scalar::cross(ahead, {0, 1, 0}));
    const Vec3 up = scalar::cross(right, ahead);
    RayBatch rays;
    for (float row = 0; row < side; ++row) {
        for (float column = 0; column < side; ++column) {
            const float x = (column + 0.47f) / side - 0.5f, y = 0.5f - (row + 0.53f) / side;
            rays.origins.push_back(eye);
            rays.directions.push_back(ahead + right * x + up * y);
        }
    }
    return rays;
}

RayBatch lidar_rays(const Bounds& bounds) {
    constexpr int rings = 64, steps = 2048;
    constexpr float lowest = -25 * pi / 180, highest = 3 * pi / 180;
    const Vec3 middle = (bounds.lo + bounds.hi) * 0.5f;
    const Vec3 sensor = {middle.x + 0.37f, bounds.hi.y, middle.z + 0.41f};
    RayBatch rays;
    for (int ring = 0; ring < rings; ++ring) {
        const float height = lowest + (highest - lowest) * static_cast<float>(ring) / (rings - 1);
        for (int step = 0; step < steps; ++step) {
            const float turn = 2 * pi * (static_cast<float>(step) + 0.5f) / steps;
            rays.origins.push_back(sensor);
            rays.directions.push_back({std::cos(height) * std::cos(turn), std::sin(height),
                                       std::cos(height) * std::sin(turn)});
        }
    }
    return rays;
}

SweepBatch make_sweeps(const Bounds& bounds, std::size_t count, float radius, float distance) {
    Random random(4);
    SweepBatch sweeps;
    sweeps.radius = radius;
    for (std::size_t i = 0; i < count; ++i) {
        sweeps.centers.push_back(random.in_box(bounds.lo, bounds.hi));
        sweeps.displacements.push_back(any_direction(random) * distance);
    }
    return sweeps;
}

SweepBatch sweeps_from_afar(const Bounds& bounds, std::size_t count, float radius, float sizes) {
    return twice_along(rays_from_afar(bounds, count, sizes), radius);
}

SweepBatch sweeps_from_above(const Bounds& bounds, std::size_t count, float radius) {
    return twice_along(rays_from_above(bounds, count), radius);
}

std::vector<Vec3> points_afar(const Bounds& bounds, std::size_t count, float sizes) {
    Random random(10);
    const Vec3 middle = (bounds.lo + bounds.hi) * 0.5f;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back(middle + any_direction(random) * (sizes * extent(bounds)));
    return points;
}

std::vector<Vec3> points_in(const Bounds& bounds, std::size_t count) {
    Random random(5);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back(random.in_box(bounds.lo, bounds.hi));
    return points;
}

float extent(const Bounds& bounds) {
    const Vec3 size = bounds.hi - bounds.lo;
    return std::max({size.x, size.y, size.z});
}

} // namespace lanecast::bench
