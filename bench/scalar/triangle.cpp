#include "scalar/approach.hpp"
#include "scalar/loop.hpp"
#include "scalar/vector.hpp"

namespace lanecast::bench::scalar {

/// Möller, Trumbore: Fast, Minimum Storage Ray-Triangle Intersection, JGT 2 (1997).
static inline bool meets(const Ray& ray, const Triangle& triangle, float& t) {
    const Vec3 edge1 = triangle.v1 - triangle.v0;
    const Vec3 edge2 = triangle.v2 - triangle.v0;
    const Vec3 p = cross(ray.direction, edge2);
    const float determinant = dot(edge1, p);
    if (determinant == 0.0f)
        return false;
    const float inverse = 1.0f / determinant;
    const Vec3 from_v0 = ray.origin - triangle.v0;
    const float u = dot(from_v0, p) * inverse;
    if (u < 0.0f || u > 1.0f)
        return false;
    const Vec3 q = cross(from_v0, edge1);
    const float v = dot(ray.direction, q) * inverse;
    if (v < 0.0f || u + v > 1.0f)
        return false;
    t = dot(edge2, q) * inverse;
    return t >= ray.t_min && t <= ray.t_max;
}

/// Classifies p by the Voronoi region of a vertex, an edge or the face. Ericson: Real-Time
/// Collision Detection (2005), 5.1.5.
static inline Vec3 nearest_of_triangle(const Vec3& p, const Triangle& triangle) {
    const Vec3 edge1 = triangle.v1 - triangle.v0;
    const Vec3 edge2 = triangle.v2 - triangle.v0;
    const Vec3 from_v0 = p - triangle.v0;
    const float e1_0 = dot(edge1, from_v0), e2_0 = dot(edge2, from_v0);
    if (e1_0 <= 0.0f && e2_0 <= 0.0f)
        return triangle.v0;
    const Vec3 from_v1 = p - triangle.v1;
    const float e1_1 = dot(edge1, from_v1), e2_1 = dot(edge2, from_v1);
    if (e1_1 >= 0.0f && e2_1 <= e1_1)
        return triangle.v1;
    const float weight2 = e1_0 * e2_1 - e1_1 * e2_0;
    if (weight2 <= 0.0f && e1_0 >= 0.0f && e1_1 <= 0.0f)
        return triangle.v0 + edge1 * (e1_0 / (e1_0 - e1_1));
    const Vec3 from_v2 = p - triangle.v2;
    const float e1_2 = dot(edge1, from_v2), e2_2 = dot(edge2, from_v2);
    if (e2_2 >= 0.0f && e1_2 <= e2_2)
        return triangle.v2;
    const float weight1 = e1_2 * e2_0 - e1_0 * e2_2;
    if (weight1 <= 0.0f && e2_0 >= 0.0f && e2_2 <= 0.0f)
        return triangle.v0 + edge2 * (e2_0 / (e2_0 - e2_2));
    const float weight0 = e1_1 * e2_2 - e1_2 * e2_1;
    const float past_v1 = e2_1 - e1_1, past_v2 = e1_2 - e2_2;
    if (weight0 <= 0.0f && past_v1 >= 0.0f && past_v2 >= 0.0f)
        return triangle.v1 + (triangle.v2 - triangle.v1) * (past_v1 / (past_v1 + past_v2));
    const float inverse = 1.0f / (weight0 + weight1 + weight2);
    return triangle.v0 + edge1 * (weight1 * inverse) + edge2 * (weight2 * inverse);
}

static inline Nearest nearest(const Vec3& p, const Triangle& triangle) {
    const Vec3 point = nearest_of_triangle(p, triangle);
    return {length(p - point), point};
}

static inline bool touches(const Sweep& sweep, const Triangle& triangle, float& t) {
    return approaches(sweep, triangle, t);
}

static inline bool is_overlap(const QuerySphere& query, const Triangle& triangle) {
    const Vec3 away = query.center - nearest_of_triangle(query.center, triangle);
    return dot(away, away) <= query.radius * query.radius;
}

template struct Loops<Triangle>;

} // namespace lanecast::bench::scalar
