#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "kernels/hostile/random.hpp"
#include "kernels/hostile/source.hpp"
#include "lanecast/shapes.hpp"
#include "reference/sweep.hpp"

namespace hostile {

enum class Form : std::uint32_t {
    regular,
    slender,           ///< needles, slivers, flat boxes and discs: ratios of 1e-2 to 1e-6, of 2^-20
                       ///< to 2^-60, and 0
    in_axis_plane,     ///< parallel to the coordinate axes
    nearly_equal_ends, ///< an axis of a few units in the last place, or less; only for shapes with
                       ///< two ends
    nearly_in_axis_plane ///< parallel to the coordinate axes, except for tiny components
};
inline constexpr std::size_t form_count = 5;

/// Whether a shape has two ends, in columns 0 to 5, and a radius, in column 6.
template <class Shape>
inline constexpr bool has_ends = requires {
    Shape::has_ends;
};

/// The shapes: the number and order of the floats that define a shape, how one is made around a
/// centre, and its type in the reference.
struct Sphere {
    static constexpr const char* name = "sphere";
    static constexpr std::size_t components = 4; ///< centre, radius
    using Reference = reference::Sphere;
    std::array<float, components> c;
    static Sphere make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

struct Aabb {
    static constexpr const char* name = "aabb";
    static constexpr std::size_t components = 6; ///< lo, hi
    using Reference = reference::Box;
    std::array<float, components> c;
    static Aabb make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

struct Box {
    static constexpr const char* name = "box";
    static constexpr std::size_t components = 10; ///< centre, half extents, quaternion
    using Reference = reference::Box;
    std::array<float, components> c;
    static Box make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

/// A capsule. One in eight has the radius 0; if ends should be nearly equal, they may be equal.
struct Capsule {
    static constexpr const char* name = "capsule";
    static constexpr bool has_ends = true;
    static constexpr std::size_t components = 7; ///< a, b, radius
    using Reference = reference::Capsule;
    std::array<float, components> c;
    static Capsule make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

struct Cylinder {
    static constexpr const char* name = "cylinder";
    static constexpr bool has_ends = true;
    static constexpr std::size_t components = 7; ///< a, b, radius
    using Reference = reference::Cylinder;
    std::array<float, components> c;
    static Cylinder make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

struct Cone {
    static constexpr const char* name = "cone";
    static constexpr bool has_ends = true;
    static constexpr std::size_t components = 7; ///< base, apex, radius
    using Reference = reference::Cone;
    std::array<float, components> c;
    static Cone make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

struct Triangle {
    static constexpr const char* name = "triangle";
    static constexpr std::size_t components = 9; ///< v0, v1, v2
    using Reference = reference::Triangle;
    std::array<float, components> c;
    static Triangle make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

/// A plane through the centre. One normal in four has a length of 1e-15 to 1e15.
struct Plane {
    static constexpr const char* name = "plane";
    static constexpr std::size_t components = 4; ///< normal, offset
    using Reference = reference::Plane;
    std::array<float, components> c;
    static Plane make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

/// A line through the centre. Its point is up to two sizes away from there; its direction is like
/// the normal of a plane.
struct Line {
    static constexpr const char* name = "line";
    static constexpr std::size_t components = 6; ///< point, direction
    using Reference = reference::Line;
    std::array<float, components> c;
    static Line make(Random& random, reference::Vector centre, double size, Form form);
    static lanecast::Shapes columns(const Source& source);
    [[nodiscard]] Reference exact() const;
};

/// Whether the allowed errors grow with the distance travelled.
template <class Reference>
inline constexpr bool is_unbounded =
    std::is_same_v<Reference, reference::Plane> || std::is_same_v<Reference, reference::Line>;

/// All shapes, in the order of lanecast::Shapes. Every list of tests is made from this one, so add
/// new shapes here.
using AllShapes = std::tuple<Sphere, Aabb, Box, Capsule, Cylinder, Cone, Triangle, Plane, Line>;
static_assert(std::tuple_size_v<AllShapes> == std::variant_size_v<lanecast::Shapes>,
              "a shape of lanecast is missing in AllShapes");

/// Calls body(static_cast<Shape*>(nullptr)) for every shape.
template <class Body>
void for_all_shapes(Body body) {
    [&]<class... Shape>(std::tuple<Shape...>*) {
        (body(static_cast<Shape*>(nullptr)), ...);
    }(static_cast<AllShapes*>(nullptr));
}

/// The type List<Entry<Shape>...> for the shapes in a tuple.
template <class Tuple, template <class...> class List, template <class> class Entry>
struct ListOf;
template <class... Shape, template <class...> class List, template <class> class Entry>
struct ListOf<std::tuple<Shape...>, List, Entry> {
    using type = List<Entry<Shape>...>;
};
template <template <class...> class List, template <class> class Entry = std::type_identity_t>
using ListOfShapes = typename ListOf<AllShapes, List, Entry>::type;

/// The shapes that a BVH can hold.
template <class Tuple>
struct BoundedIn;
template <class... Shape>
struct BoundedIn<std::tuple<Shape...>> {
    using type = decltype(std::tuple_cat(std::conditional_t<is_unbounded<typename Shape::Reference>,
                                                            std::tuple<>, std::tuple<Shape>>()...));
};
using BoundedShapes = typename BoundedIn<AllShapes>::type;
template <template <class...> class List, template <class> class Entry = std::type_identity_t>
using ListOfBoundedShapes = typename ListOf<BoundedShapes, List, Entry>::type;

template <class Shape>
using VectorOf = std::vector<Shape>;

reference::Vector vector_of(const float* c);
void store(float* c, reference::Vector v); ///< rounded, and clamped to the largest float

} // namespace hostile
