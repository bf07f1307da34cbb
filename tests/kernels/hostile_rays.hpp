#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/box.hpp"
#include "reference/sphere.hpp"
#include "reference/triangle.hpp"

/// Rays and shapes that make floating point suffer, the same on every machine: a generator of its
/// own, fixed seeds, and no library function but the square root.
namespace hostile {

/// xorshift64*.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1u) {}
    std::uint64_t bits();
    std::size_t below(std::size_t count);
    bool one_in(std::size_t count) { return below(count) == 0; }
    double between(double low, double high);
    double sign() { return one_in(2) ? -1.0 : 1.0; }
    /// Of any magnitude from 10^low up to 10^high.
    double magnitude(int low, int high);
    reference::Vector in_cube(double half);
    reference::Vector direction(); ///< of unit length

private:
    std::uint64_t state_;
};

/// The order of the components is the order of the columns.
struct Ray {
    static constexpr std::size_t components = 8;
    std::array<float, components> c; ///< origin, direction, t_min, t_max
};

enum class Form : std::uint32_t { regular, slender, in_axis_plane };

/// The four shapes: how many floats give one, how one is made, and what the reference calls it.
struct Sphere {
    static constexpr const char* name = "sphere";
    static constexpr std::size_t components = 4; ///< centre, radius
    using Reference = reference::Sphere;
    std::array<float, components> c;
    static Sphere make(Random& random, reference::Vector centre, double size, Form form);
    [[nodiscard]] Reference exact() const;
};

struct Aabb {
    static constexpr const char* name = "aabb";
    static constexpr std::size_t components = 6; ///< lo, hi
    using Reference = reference::Box;
    std::array<float, components> c;
    static Aabb make(Random& random, reference::Vector centre, double size, Form form);
    [[nodiscard]] Reference exact() const;
};

struct Box {
    static constexpr const char* name = "box";
    static constexpr std::size_t components = 10; ///< centre, half extents, quaternion
    using Reference = reference::Box;
    std::array<float, components> c;
    static Box make(Random& random, reference::Vector centre, double size, Form form);
    [[nodiscard]] Reference exact() const;
};

struct Triangle {
    static constexpr const char* name = "triangle";
    static constexpr std::size_t components = 9; ///< v0, v1, v2
    using Reference = reference::Triangle;
    std::array<float, components> c;
    static Triangle make(Random& random, reference::Vector centre, double size, Form form);
    [[nodiscard]] Reference exact() const;
};

enum class Kind : std::uint32_t {
    near,               ///< random rays around a shape of about unit size
    far,                ///< aimed from 1e2 to 1e6 sizes away
    grazing,            ///< past a tangent place by 1e-2 to 1e-6 of the size, on either side
    axis_parallel,      ///< one or two components of the direction are +0 or -0
    in_face_plane,      ///< along a face, exactly in its plane where floats allow
    edges_and_corners,  ///< through the edges and corners
    start_inside,       ///< of a triangle: on its face
    start_on_surface,   ///< on the rounded boundary, in all directions
    limited,            ///< t_min or t_max just before, on or just behind the hit, and segments
    infinite_lines,     ///< t_min = -infinity
    tiny,               ///< shapes of 1e-4
    huge,               ///< shapes of 1e5
    slender,            ///< needles, slivers, flat boxes; no spheres
    direction_lengths,  ///< 1e-15 to 1e15
    world_offsets,      ///< all of it 1e2 to 1e6 sizes away from the coordinates' origin
    extreme_sizes,      ///< 2^-60 to 2^56
    extreme_directions, ///< 1e-37 to 1e37: t overflows and underflows
};
inline constexpr std::size_t kind_count = 17;
const char* to_string(Kind kind);

/// Rays and shapes by column: ray i goes with shape i.
template <class Shape>
struct Cases {
    std::array<std::vector<float>, Ray::components> rays;
    std::array<std::vector<float>, Shape::components> shapes;

    [[nodiscard]] std::size_t size() const { return rays[0].size(); }
    void add(const Ray& ray, const Shape& shape);
    [[nodiscard]] reference::Ray ray(std::size_t i) const;
    [[nodiscard]] Shape shape(std::size_t i) const;
};

/// `count` cases of a kind; none where the kind does not exist for the shape.
template <class Shape>
Cases<Shape> make_cases(Kind kind, std::size_t count, std::uint64_t seed);

/// Near rays of which everything is beyond 2^60, up to the largest floats.
template <class Shape>
Cases<Shape> make_cases_beyond_all_promises(std::size_t count, std::uint64_t seed);

/// A ray that has no right answer, or just still one.
struct OddRay {
    Ray ray;
    bool invalid;
};

/// Each way in which a ray can be bad, and each that nearly is.
std::vector<OddRay> odd_rays();

} // namespace hostile
