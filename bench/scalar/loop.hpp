#pragma once

#include <algorithm>
#include <utility>

#include "scalar/scalar.hpp"

/// The loops over pairs. They call functions that the file of each shape defines:
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
        if (test(queries[i], shapes[i], t))
            hit = {t, static_cast<std::uint32_t>(i)};
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
    for (std::size_t i = 0; i < count; ++i)
        hits[i] = is_overlap(queries[i], shapes[i]) ? 1 : 0;
}

template <class Shape>
void Loops<Shape>::closest_point(const Point* points, const Shape* shapes, Nearest* found,
                                 std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        found[i] = nearest(points[i].position, shapes[i]);
        if (!(found[i].distance <= points[i].max_distance))
            found[i] = {};
    }
}

/// Struct i, read from its arrays. Members without an array keep their defaults.
template <class Struct, std::size_t... c>
Struct element(const float* const* arrays, std::size_t i, std::index_sequence<c...>) {
    return Struct{arrays[c][i]...};
}

/// Calls visit(query, shape, i) for each pair. The pairs are independent of each other, so
/// compilers may vectorise the loop.
template <class Query, class Shape, std::size_t query_floats, class Visit>
void for_each_element(const Arrays& arrays, Visit visit) {
    constexpr std::size_t shape_floats = sizeof(Shape) / sizeof(float);
    constexpr std::make_index_sequence<query_floats> of_query;
    constexpr std::make_index_sequence<shape_floats> of_shape;
    const float* inputs[query_floats + shape_floats]; // a copy that outputs cannot alias
    std::copy_n(arrays.inputs, query_floats + shape_floats, inputs);
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
    for (std::size_t i = 0; i < arrays.count; ++i) {
        visit(element<Query>(inputs, i, of_query),
              element<Shape>(inputs + query_floats, i, of_shape), i);
    }
}

/// The same for queries that write t and id.
template <class Query, class Shape, std::size_t query_floats, class Test>
void for_each_element_that_hits(const Arrays& arrays, Test test) {
    auto* const all_t = static_cast<float*>(arrays.outputs[0]);
    auto* const all_ids = static_cast<std::uint32_t*>(arrays.outputs[1]);
    for_each_element<Query, Shape, query_floats>(
        arrays, [=](const Query& query, const Shape& shape, std::size_t i) {
            const Hit miss;
            float t = 0.0f;
            const bool hits = test(query, shape, t);
            all_t[i] = hits ? t : miss.t;
            all_ids[i] = hits ? static_cast<std::uint32_t>(i) : miss.id;
        });
}

template <class Shape>
void Loops<Shape>::closest_hit(const Arrays& arrays) {
    for_each_element_that_hits<Ray, Shape, 6>(
        arrays, [](const Ray& ray, const Shape& shape, float& t) { return meets(ray, shape, t); });
}

template <class Shape>
void Loops<Shape>::sweep(const Arrays& arrays) {
    for_each_element_that_hits<Sweep, Shape, 7>(
        arrays,
        [](const Sweep& sweep, const Shape& shape, float& t) { return touches(sweep, shape, t); });
}

template <class Shape>
void Loops<Shape>::overlaps(const Arrays& arrays) {
    auto* const hits = static_cast<std::uint8_t*>(arrays.outputs[0]);
    for_each_element<QuerySphere, Shape, 4>(
        arrays, [=](const QuerySphere& query, const Shape& shape, std::size_t i) {
            hits[i] = is_overlap(query, shape) ? 1 : 0;
        });
}

template <class Shape>
void Loops<Shape>::closest_point(const Arrays& arrays) {
    float* found[4];
    for (int c = 0; c < 4; ++c)
        found[c] = static_cast<float*>(arrays.outputs[c]);
    for_each_element<Point, Shape, 3>(arrays,
                                      [&](const Point& point, const Shape& shape, std::size_t i) {
                                          const Nearest near = nearest(point.position, shape);
                                          const bool is_found = near.distance <= point.max_distance;
                                          const Nearest none;
                                          found[0][i] = is_found ? near.distance : none.distance;
                                          found[1][i] = is_found ? near.point.x : 0.0f;
                                          found[2][i] = is_found ? near.point.y : 0.0f;
                                          found[3][i] = is_found ? near.point.z : 0.0f;
                                      });
}

} // namespace lanecast::bench::scalar
