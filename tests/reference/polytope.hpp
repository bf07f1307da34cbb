#pragma once

#include <cmath>
#include <vector>

#include "reference/box.hpp"
#include "reference/growth.hpp"
#include "reference/triangle.hpp"

/// Convex polytopes in long double, and how far they are apart or overlap.
namespace reference {

inline LongVector operator+(LongVector a, LongVector b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline LongVector operator-(LongVector a, LongVector b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline LongVector operator*(long double k, LongVector a) { return {k * a.x, k * a.y, k * a.z}; }
inline long double dot(LongVector a, LongVector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline LongVector cross(LongVector a, LongVector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline long double length(LongVector a) { return std::sqrt(dot(a, a)); }

/// A point, a segment, a triangle or a box. All coordinates are relative to an origin, which should
/// be near to the polytope.
struct Polytope {
    struct Edge {
        LongVector start;
        LongVector way; ///< to the other end
    };
    std::vector<LongVector> corners;
    std::vector<Edge> edges;
    std::vector<std::vector<LongVector>> faces; ///< the corners of each face, in order
    std::vector<LongVector> directions;         ///< of the edges, no longer than 1
};

/// The segment ab, or the point a if a = b.
Polytope segment_polytope(Vector a, Vector b, Vector origin);
Polytope triangle_polytope(const Triangle& triangle, Vector origin);
Polytope box_polytope(const Box& box, Vector origin);

/// The signed separation of polytope A, which is moved by an offset, and polytope B or a line: the
/// distance if they are disjoint; otherwise, minus the length of the shortest translation of A that
/// separates them.
///
/// The distance of disjoint polytopes is that of a corner from an edge, a corner from the inside of
/// a face, or the insides of two edges (Ericson, Real-Time Collision Detection, 5.1). All such
/// pairs of features are tried.
///
/// A translation separates the polytopes if it moves the origin out of the set of the differences
/// b - a. This set is a convex polytope, and each edge of it is parallel to an edge of A or B. So
/// the normals of its faces are cross products of two such edges, and the shortest translation is
/// perpendicular to a face. The gap along any direction at all is a lower bound of the signed
/// separation, so more directions than necessary do no harm.
class SignedSeparation {
public:
    SignedSeparation(const Polytope& a, const Polytope& b);

    /// B is the infinite line through a point. A is then projected along the line. The direction
    /// has unit length.
    SignedSeparation(const Polytope& a, LongVector point, LongVector direction);

    /// The signed separation of A moved by the offset.
    [[nodiscard]] long double at(LongVector offset) const;

    /// The largest gap along a direction between B and all places of A from no offset to `way`. If
    /// A touches B on this path, it is minus the length of the shortest translation of B that
    /// clears the path.
    [[nodiscard]] long double path_gap(LongVector way) const;

private:
    struct Direction {
        LongVector normal; ///< of unit length
        long double gap;   ///< min over A of normal.x - max over B of normal.x, without offset
    };
    struct CornerAndEdge {
        LongVector from_start; ///< the corner of A minus the start of B's edge, or the reverse
        LongVector way;
        long double share; ///< 1 / way.way, or 0
        long double sign;  ///< 1 if the corner is of A, -1 if the edge is
    };
    struct Face {
        std::vector<LongVector> corners;
        std::vector<LongVector> inward; ///< in the plane of the face, across each side
        LongVector normal;              ///< of unit length
    };
    struct TwoEdges {
        LongVector between; ///< from the start of A's edge to that of B's
        LongVector normal;  ///< of unit length
        LongVector to_a;    ///< between.to_a is where on A's edge the two lines are nearest
        LongVector to_b;
    };

    void add_directions(const Polytope& a, const Polytope& b, const std::vector<LongVector>& first,
                        const std::vector<LongVector>& second);
    void add_direction(LongVector normal);
    void add_features(const Polytope& a, const Polytope& b);
    [[nodiscard]] long double gap(LongVector normal) const;
    [[nodiscard]] LongVector across_line(LongVector v) const;
    [[nodiscard]] long double distance(LongVector offset) const;

    std::vector<LongVector> corners_of_a_, corners_of_b_;
    std::vector<LongVector> first_, edges_; ///< normals are cross products of one of each
    std::vector<Direction> directions_;
    std::vector<CornerAndEdge> corner_and_edge_;
    std::vector<Face> faces_of_a_, faces_of_b_;
    std::vector<TwoEdges> two_edges_;
    LongVector line_; ///< the direction of the line, or 0
    long double size_ = 0.0L;
};

} // namespace reference
