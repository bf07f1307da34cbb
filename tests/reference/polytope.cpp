#include "reference/polytope.hpp"

#include <algorithm>
#include <limits>

namespace reference {

namespace {

constexpr long double endless = std::numeric_limits<long double>::infinity();

/// Lengths below this share of all lengths are rounding error.
constexpr long double rounding = 1e-17L;

LongVector relative(Vector v, Vector origin) { return LongVector(v) - LongVector(origin); }

/// The vector scaled to unit length, or 0.
LongVector unit_of(LongVector v) {
    const long double size = length(v);
    return size > 0.0L ? (1.0L / size) * v : LongVector();
}

/// A unit vector at right angles to a unit vector.
LongVector any_across(LongVector unit) {
    const LongVector axis = std::fabs(unit.x) < 0.6L ? LongVector(1, 0, 0) : LongVector(0, 1, 0);
    return unit_of(cross(unit, axis));
}

void add_edge(Polytope& polytope, LongVector start, LongVector way) {
    polytope.edges.push_back({start, way});
}

} // namespace

Polytope segment_polytope(Vector a, Vector b, Vector origin) {
    Polytope polytope;
    const LongVector way = LongVector(b) - LongVector(a);
    polytope.corners = {relative(a, origin)};
    if (length(way) == 0.0L)
        return polytope;
    polytope.corners.push_back(relative(b, origin));
    polytope.directions = {unit_of(way)};
    add_edge(polytope, polytope.corners[0], way);
    return polytope;
}

Polytope triangle_polytope(const Triangle& triangle, Vector origin) {
    Polytope polytope;
    const Vector v[] = {triangle.v0, triangle.v1, triangle.v2};
    for (std::size_t i = 0; i < 3; ++i) {
        const LongVector way = LongVector(v[(i + 1) % 3]) - LongVector(v[i]);
        polytope.corners.push_back(relative(v[i], origin));
        polytope.directions.push_back(unit_of(way));
        add_edge(polytope, polytope.corners[i], way);
    }
    polytope.faces = {polytope.corners};
    return polytope;
}

Polytope box_polytope(const Box& box, Vector origin) {
    Polytope polytope;
    const LongVector centre = relative(box.centre, origin);
    LongVector half[3];
    for (std::size_t i = 0; i < 3; ++i) {
        polytope.directions.emplace_back(box.axes[i]);
        half[i] = static_cast<long double>(box.half[i]) * polytope.directions[i];
    }
    const auto corner = [&](std::size_t i, long double x, long double y, long double z) {
        return centre + x * half[i] + y * half[(i + 1) % 3] + z * half[(i + 2) % 3];
    };
    constexpr long double signs[] = {-1.0L, 1.0L};
    for (const long double x : signs)
        for (const long double y : signs)
            for (const long double z : signs)
                polytope.corners.push_back(corner(0, x, y, z));
    for (std::size_t i = 0; i < 3; ++i) {
        for (const long double y : signs)
            for (const long double z : signs)
                add_edge(polytope, corner(i, -1.0L, y, z), 2.0L * half[i]);
        for (const long double x : signs)
            polytope.faces.push_back({corner(i, x, -1.0L, -1.0L), corner(i, x, 1.0L, -1.0L),
                                      corner(i, x, 1.0L, 1.0L), corner(i, x, -1.0L, 1.0L)});
    }
    return polytope;
}

SignedSeparation::SignedSeparation(const Polytope& a, const Polytope& b) {
    std::vector<LongVector> edges = a.directions;
    edges.insert(edges.end(), b.directions.begin(), b.directions.end());
    add_directions(a, b, edges, edges);
    add_features(a, b);
}

SignedSeparation::SignedSeparation(const Polytope& a, LongVector point, LongVector direction)
    : line_(direction) {
    Polytope outline;
    for (const LongVector corner : a.corners)
        outline.corners.push_back(across_line(corner - point));
    for (const auto& [start, way] : a.edges)
        add_edge(outline, across_line(start - point), across_line(way));
    const Polytope origin = {{LongVector()}, {}, {}, {}};
    add_directions(outline, origin, {direction}, a.directions);
    add_features(outline, origin);
}

LongVector SignedSeparation::across_line(LongVector v) const { return v - dot(v, line_) * line_; }

void SignedSeparation::add_directions(const Polytope& a, const Polytope& b,
                                      const std::vector<LongVector>& first,
                                      const std::vector<LongVector>& second) {
    corners_of_a_ = a.corners;
    corners_of_b_ = b.corners;
    for (const LongVector corner : corners_of_a_)
        size_ = std::max(size_, length(corner));
    for (const LongVector corner : corners_of_b_)
        size_ = std::max(size_, length(corner));
    first_ = first;
    edges_ = second;
    for (const LongVector one : first_) {
        for (const LongVector other : edges_)
            add_direction(cross(one, other));
        // If all edges are parallel, no cross product is left.
        const LongVector across = any_across(one);
        add_direction(across);
        add_direction(cross(one, across));
    }
}

void SignedSeparation::add_direction(LongVector normal) {
    const LongVector unit = unit_of(normal);
    if (length(unit) == 0.0L)
        return;
    directions_.push_back({unit, gap(unit)});
    directions_.push_back({-1.0L * unit, gap(-1.0L * unit)});
}

long double SignedSeparation::gap(LongVector normal) const {
    long double lowest = endless;
    long double highest = -endless;
    for (const LongVector corner : corners_of_a_)
        lowest = std::min(lowest, dot(normal, corner));
    for (const LongVector corner : corners_of_b_)
        highest = std::max(highest, dot(normal, corner));
    return lowest - highest;
}

void SignedSeparation::add_features(const Polytope& a, const Polytope& b) {
    const auto add_corners = [&](const Polytope& one, const Polytope& other, long double sign) {
        for (const LongVector corner : one.corners) {
            for (const auto& [start, way] : other.edges) {
                const long double square = dot(way, way);
                corner_and_edge_.push_back(
                    {corner - start, way, square > 0.0L ? 1.0L / square : 0.0L, sign});
            }
            if (a.edges.empty() && b.edges.empty())
                corner_and_edge_.push_back({corner - other.corners[0], {}, 0.0L, sign});
        }
    };
    add_corners(a, b, 1.0L);
    add_corners(b, a, -1.0L);

    const auto add_faces = [](const Polytope& polytope, std::vector<Face>& faces) {
        for (const std::vector<LongVector>& corners : polytope.faces) {
            const LongVector normal =
                unit_of(cross(corners[1] - corners[0], corners[2] - corners[0]));
            if (length(normal) == 0.0L)
                continue;
            Face face = {corners, {}, normal};
            for (std::size_t i = 0; i < corners.size(); ++i)
                face.inward.push_back(
                    cross(normal, corners[(i + 1) % corners.size()] - corners[i]));
            faces.push_back(face);
        }
    };
    add_faces(a, faces_of_a_);
    add_faces(b, faces_of_b_);

    for (const Polytope::Edge& one : a.edges)
        for (const Polytope::Edge& other : b.edges) {
            const LongVector normal = cross(one.way, other.way);
            const long double square = dot(normal, normal);
            if (square > 0.0L)
                two_edges_.push_back({other.start - one.start, unit_of(normal),
                                      (1.0L / square) * cross(other.way, normal),
                                      (1.0L / square) * cross(one.way, normal)});
        }
}

long double SignedSeparation::distance(LongVector offset) const {
    long double square = endless;
    for (const auto& [from_start, way, share, sign] : corner_and_edge_) {
        const LongVector from = from_start + sign * offset;
        const long double x = std::clamp(dot(from, way) * share, 0.0L, 1.0L);
        const LongVector aside = from - x * way;
        square = std::min(square, dot(aside, aside));
    }
    for (const TwoEdges& pair : two_edges_) {
        const LongVector between = pair.between - offset;
        const long double height = dot(between, pair.normal);
        if (height * height >= square)
            continue;
        const long double on_a = dot(between, pair.to_a);
        const long double on_b = dot(between, pair.to_b);
        if (on_a >= 0.0L && on_a <= 1.0L && on_b >= 0.0L && on_b <= 1.0L)
            square = height * height;
    }
    const auto corners_above = [&](const std::vector<LongVector>& corners, LongVector moved,
                                   const std::vector<Face>& faces) {
        for (const Face& face : faces)
            for (const LongVector corner : corners) {
                const LongVector point = corner + moved;
                const long double height = dot(face.normal, point - face.corners[0]);
                bool is_inside = height * height < square;
                for (std::size_t i = 0; i < face.corners.size() && is_inside; ++i)
                    is_inside = dot(face.inward[i], point - face.corners[i]) >= 0.0L;
                if (is_inside)
                    square = height * height;
            }
    };
    corners_above(corners_of_a_, offset, faces_of_b_);
    corners_above(corners_of_b_, -1.0L * offset, faces_of_a_);
    return std::sqrt(square);
}

long double SignedSeparation::at(LongVector offset) const {
    const LongVector moved = across_line(offset);
    long double widest = -endless;
    for (const auto& [normal, gap] : directions_)
        widest = std::max(widest, gap + dot(normal, moved));
    // Two points have no directions. Coplanar polytopes have a gap of 0, whether they are disjoint
    // or not, and their features decide.
    if (directions_.empty() || widest > -rounding * (size_ + length(moved)))
        return distance(moved);
    return widest;
}

long double SignedSeparation::path_gap(LongVector way) const {
    const LongVector moved = across_line(way);
    long double widest = -endless;
    const auto consider = [&](LongVector normal, long double at_start) {
        widest = std::max(widest, at_start + std::min(0.0L, dot(normal, moved)));
    };
    for (const auto& [normal, gap] : directions_)
        consider(normal, gap);
    const LongVector unit = unit_of(moved);
    std::vector<LongVector> others = {any_across(unit)};
    others.push_back(cross(unit, others[0]));
    if (length(line_) > 0.0L)
        others = {cross(unit, line_)};
    else
        for (const LongVector edge : edges_)
            others.push_back(cross(unit, edge));
    for (const LongVector normal : others)
        if (const LongVector n = unit_of(normal); length(n) > 0.0L) {
            consider(n, gap(n));
            consider(-1.0L * n, gap(-1.0L * n));
        }
    return widest;
}

} // namespace reference
