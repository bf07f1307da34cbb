#pragma once

#include "scalar/scalar.hpp"

/// The loops over pairs. What they call is found by the type of the shape, in its own file:
///
///     bool meets(ray, shape, t), bool touches(sweep, shape, t)   true, and t set, for a hit
///     bool is_overlap(query, shape)
///     Nearest nearest(position, shape)
namespace lanecast::bench::scalar {

/// Calls test(query, shape, t) for each pair.
template <class Query, class Shape, class Test>
void for_each_pair(const Query* queries, const Shape* shapes, Hit* hits, std::size_t count,
                   Test test) {
    for (std::size_t i = 0; i < count; ++i) {
        Hit hit;
        float t;
        if (test(queries[i], shapes[i], t)) {
            hit = {t, static_cast<std::uint32_t>(i)};
        }
        hits[i] = hit;
    }
}

template <class Shape>
void Loops<Shape>::closest_hit(const Ray* rays, const Shape* shapes, Hit* hits, std::size_t count) {
    for_each_pair(rays, shapes, hits, count, [](const Ray& ray, const Shape& shape, float& t) {
        return meets(ray, shape, t);
    });
}

template <class Shape>
void Loops<Shape>::sweep(const Sweep* sweeps, const Shape* shapes, Hit* hits, std::size_t count) {
    for_each_pair(
        sweeps, shapes, hits, count,
        [](const Sweep& sweep, const Shape& shape, float& t) { return touches(sweep, shape, t); });
}

template <class Shape>
void Loops<Shape>::overlaps(const QuerySphere* queries, const Shape* shapes, std::uint8_t* hits,
                            std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        hits[i] = is_overlap(queries[i], shapes[i]) ? 1 : 0;
    }
}

template <class Shape>
void Loops<Shape>::closest_point(const Point* points, const Shape* shapes, Nearest* found,
                                 std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        found[i] = nearest(points[i].position, shapes[i]);
        if (!(found[i].distance <= points[i].max_distance)) {
            found[i] = {};
        }
    }
}

} // namespace lanecast::bench::scalar
