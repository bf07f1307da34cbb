#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <variant>

#include "kernels/hostile/kinds.hpp"
#include "lanecast/queries.hpp"

namespace hostile {

inline constexpr float no_bound = std::numeric_limits<float>::infinity();

/// Any one batch of queries.
using Queries = std::variant<lanecast::Rays, lanecast::Sweeps, lanecast::Spheres, lanecast::Points>;

/// The queries: how many floats give one, in which order, and what the reference calls it.
struct Ray {
    static constexpr std::size_t components = 8;
    using Exact = reference::Ray;
    std::array<float, components> c; ///< origin, direction, t_min, t_max
    /// Of a kind, for a shape that was made about `where`.
    template <class Reference>
    static Ray make(Random& random, Kind kind, const Reference& shape, const Where& where);
    /// Within a few sizes, which are beyond 2^60.
    static Ray beyond_all_promises(Random& random, const Where& where);
    static bool has_kind(Kind kind);
    static Queries columns(const Source& source);
    [[nodiscard]] Exact exact() const;
};

struct Sweep {
    static constexpr std::size_t components = 11;
    using Exact = reference::MovingSphere;
    std::array<float, components> c; ///< centre, displacement, shape_displacement, radius, t_max
    template <class Reference>
    static Sweep make(Random& random, Kind kind, const Reference& shape, const Where& where);
    static Sweep beyond_all_promises(Random& random, const Where& where);
    static bool has_kind(Kind kind);
    static Queries columns(const Source& source);
    [[nodiscard]] Exact exact() const; ///< as seen by the shape
};

struct QuerySphere {
    static constexpr std::size_t components = 4;
    struct Exact {
        reference::Vector centre;
        double radius;
    };
    std::array<float, components> c; ///< centre, radius
    template <class Reference>
    static QuerySphere make(Random& random, Kind kind, const Reference& shape, const Where& where);
    static QuerySphere beyond_all_promises(Random& random, const Where& where);
    static bool has_kind(Kind kind);
    static Queries columns(const Source& source);
    [[nodiscard]] Exact exact() const;
};

struct Point {
    static constexpr std::size_t components = 4;
    struct Exact {
        reference::Vector position;
        double max_distance;
    };
    std::array<float, components> c; ///< position, max_distance
    template <class Reference>
    static Point make(Random& random, Kind kind, const Reference& shape, const Where& where);
    static Point beyond_all_promises(Random& random, const Where& where);
    static bool has_kind(Kind kind);
    static Queries columns(const Source& source);
    [[nodiscard]] Exact exact() const;
};

Ray ray_of(reference::Vector origin, reference::Vector direction, float t_min = 0.0f,
           float t_max = no_bound);
Ray aimed(Random& random, reference::Vector origin, reference::Vector target);
Ray with_length(const Ray& ray, double wanted); ///< of the direction

/// What rays and moving spheres have in common: a way of a kind past a shape that is larger by
/// `grown` on all sides.
template <class Reference>
Ray make_way(Random& random, Kind kind, const Reference& shape, const Where& where, double grown);

/// Of a moving or a resting sphere.
double radius_of(Random& random, Kind kind, double size);

} // namespace hostile
