#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <variant>

#include "kernels/hostile/kinds.hpp"
#include "lanecast/queries.hpp"

namespace hostile {

inline constexpr float no_bound = std::numeric_limits<float>::infinity();

/// A batch of any query type.
using Queries =
    std::variant<lanecast::Rays, lanecast::Sweeps, lanecast::OverlapQueries, lanecast::Points>;

/// The query types: the number and order of the floats that define a query, and its type in the
/// reference.
struct Ray {
    static constexpr std::size_t components = 8;
    using Exact = reference::Ray;
    std::array<float, components> c; ///< origin, direction, t_min, t_max
    /// A ray of a kind, for a shape that was made around `where`.
    template <class Reference>
    static Ray make(Random& random, Kind kind, const Reference& shape, const Where& where);
    /// A ray within a few sizes of the shape, where sizes are beyond 2^60.
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
    [[nodiscard]] Exact exact() const; ///< in the frame of the shape
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
Ray with_length(const Ray& ray, double wanted); ///< with a direction of that length

/// The path of a ray or a moving sphere: of a kind, past a shape that is grown by `grown` on all
/// sides.
template <class Reference>
Ray make_way(Random& random, Kind kind, const Reference& shape, const Where& where, double grown);

/// The radius of a moving or resting sphere.
double radius_of(Random& random, Kind kind, double size);

} // namespace hostile
