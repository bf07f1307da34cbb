#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "lanecast/queries.hpp"

#include "tools/formats/query_file.hpp"

/// The queries in files, one struct per kind, with a member per column in the file's order. The
/// initial value of a member is the default of its column.
namespace lanecast::tools {

struct Ray {
    static constexpr std::array<std::string_view, 11> columns = {
        "ox", "oy", "oz", "dx", "dy", "dz", "t_min", "t_max", "mask", "ignore", "ignore_count"};
    static constexpr std::array vectors = {QueryFormat::Vector{"origin", 0},
                                           QueryFormat::Vector{"direction", 3}};
    static constexpr QueryFormat format{"rays", columns, 6, 8, vectors};
    static constexpr std::string_view name = "ray";

    Vec3 origin;
    Vec3 direction;
    float t_min = 0.0f;
    float t_max = std::numeric_limits<float>::infinity();
    std::uint32_t mask = all_layers;
    std::uint32_t ignore = no_id;
    std::uint32_t ignore_count = 1;
};

struct MovingSphere {
    static constexpr std::array<std::string_view, 11> columns = {
        "cx", "cy", "cz", "mx", "my", "mz", "radius", "t_max", "mask", "ignore", "ignore_count"};
    static constexpr std::array vectors = {QueryFormat::Vector{"center", 0},
                                           QueryFormat::Vector{"displacement", 3}};
    static constexpr QueryFormat format{"spheres", columns, 7, 8, vectors};
    static constexpr std::string_view name = "sphere";

    Vec3 center;
    Vec3 displacement;
    float radius = 0.0f;
    float t_max = 1.0f;
    std::uint32_t mask = all_layers;
    std::uint32_t ignore = no_id;
    std::uint32_t ignore_count = 1;
};

struct Sphere {
    static constexpr std::array<std::string_view, 7> columns = {
        "cx", "cy", "cz", "radius", "mask", "ignore", "ignore_count"};
    static constexpr std::array vectors = {QueryFormat::Vector{"center", 0}};
    static constexpr QueryFormat format{"spheres", columns, 4, 4, vectors};
    static constexpr std::string_view name = "sphere";

    Vec3 center;
    float radius = 0.0f;
    std::uint32_t mask = all_layers;
    std::uint32_t ignore = no_id;
    std::uint32_t ignore_count = 1;
};

struct Point {
    static constexpr std::array<std::string_view, 7> columns = {
        "x", "y", "z", "max_distance", "mask", "ignore", "ignore_count"};
    static constexpr std::array vectors = {QueryFormat::Vector{"position", 0}};
    static constexpr QueryFormat format{"points", columns, 3, 4, vectors};
    static constexpr std::string_view name = "point";

    Vec3 position;
    float max_distance = std::numeric_limits<float>::infinity();
    std::uint32_t mask = all_layers;
    std::uint32_t ignore = no_id;
    std::uint32_t ignore_count = 1;
};

/// A particle of `lanecast simulate`.
struct ParticleState {
    static constexpr std::array<std::string_view, 7> columns = {"x",  "y",  "z",     "vx",
                                                                "vy", "vz", "radius"};
    static constexpr std::array vectors = {QueryFormat::Vector{"position", 0},
                                           QueryFormat::Vector{"velocity", 3}};
    static constexpr QueryFormat format{"particles", columns, 6, 7, vectors};
    static constexpr std::string_view name = "particle";

    Vec3 position;
    Vec3 velocity;
    float radius = 0.0f;
};

/// Queries as the library takes them.
[[nodiscard]] inline Rays batch_of(std::span<const Ray> rays) {
    return {.origin = field(rays, &Ray::origin),
            .direction = field(rays, &Ray::direction),
            .t_min = field(rays, &Ray::t_min),
            .t_max = field(rays, &Ray::t_max),
            .mask = field(rays, &Ray::mask),
            .ignore = field(rays, &Ray::ignore),
            .ignore_count = field(rays, &Ray::ignore_count)};
}
[[nodiscard]] inline Sweeps batch_of(std::span<const MovingSphere> spheres) {
    return {.center = field(spheres, &MovingSphere::center),
            .displacement = field(spheres, &MovingSphere::displacement),
            .radius = field(spheres, &MovingSphere::radius),
            .t_max = field(spheres, &MovingSphere::t_max),
            .mask = field(spheres, &MovingSphere::mask),
            .ignore = field(spheres, &MovingSphere::ignore),
            .ignore_count = field(spheres, &MovingSphere::ignore_count)};
}
[[nodiscard]] inline OverlapQueries batch_of(std::span<const Sphere> spheres) {
    return {.center = field(spheres, &Sphere::center),
            .radius = field(spheres, &Sphere::radius),
            .mask = field(spheres, &Sphere::mask),
            .ignore = field(spheres, &Sphere::ignore),
            .ignore_count = field(spheres, &Sphere::ignore_count)};
}
[[nodiscard]] inline Points batch_of(std::span<const Point> points) {
    return {.position = field(points, &Point::position),
            .max_distance = field(points, &Point::max_distance),
            .mask = field(points, &Point::mask),
            .ignore = field(points, &Point::ignore),
            .ignore_count = field(points, &Point::ignore_count)};
}

} // namespace lanecast::tools
