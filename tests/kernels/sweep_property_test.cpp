#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/checkers/promises.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"
#include "kernels/properties.hpp"

// Relations between the answers of sweeps and those of other query types.

namespace hostile {

namespace {

using reference::Vector;

/// Runs body(static_cast<Shape*>(nullptr)) for one of the shapes.
template <class Body>
void with_any_shape(Body body) {
    const auto chosen = *rc::gen::inRange<std::size_t>(0, 9).as("shape");
    std::size_t i = 0;
    for_all_shapes([&](auto* shape) {
        if (i++ == chosen)
            body(shape);
    });
}

template <class Shape>
Pairs<Sweep, Shape> any_sweeps(const Setup& setup) {
    auto cases = make_pairs<Sweep, Shape>(any_kind(), setup.count, setup.seed);
    return cases.size() > 0 ? cases : make_pairs<Sweep, Shape>(Kind::near, setup.count, setup.seed);
}

/// The sweeps changed to another query type, with the same shapes.
template <class Query, class Shape, class Change>
Pairs<Query, Shape> as(const Pairs<Sweep, Shape>& sweeps_, Change change) {
    Pairs<Query, Shape> cases;
    for (std::size_t i = 0; i < sweeps_.size(); ++i)
        cases.add(change(sweeps_.query(i), i), sweeps_.shape(i));
    return cases;
}

} // namespace

RC_GTEST_PROP(SweepProperty, OverlapIsWhetherASweepThatDoesNotMoveHits, ()) {
    const Setup setup = any_setup();
    with_any_shape([&]<class Shape>(Shape*) {
        const auto moving = any_sweeps<Shape>(setup);
        const auto still = as<Sweep>(moving, [](Sweep sweep, std::size_t) {
            std::fill(&sweep.c[3], &sweep.c[9], 0.0f);
            return sweep;
        });
        const auto balls_only = as<QuerySphere>(moving, [](const Sweep& sweep, std::size_t) {
            return QuerySphere{{sweep.c[0], sweep.c[1], sweep.c[2], sweep.c[9]}};
        });
        const Answers overlaps = answers_of(balls_only, {});
        const Answers at_rest = answers_of(still, {});
        const Answers on_the_way = answers_of(moving, {});
        const Answers nothing =
            answers_of(still, {.start_overlap = lanecast::StartOverlap::ignore});
        for (std::size_t i = 0; i < moving.size(); ++i) {
            const bool overlap = overlaps[i].yes != 0;
            RC_ASSERT(at_rest[i].hit() == overlap);
            RC_ASSERT(at_rest[i].inside() == overlap);
            RC_ASSERT(on_the_way[i].inside() == overlap);
            RC_ASSERT(is_miss(sweeps, nothing[i], 0));
        }
    });
}

namespace {

/// The unit e s of a sweep up to its impact.
template <class Shape>
double unit_of(const Shape& shape, const reference::MovingSphere& moving, double t) {
    const auto exact = shape.exact();
    double s = reach(exact, moving.centre) + moving.radius;
    if (is_unbounded<typename Shape::Reference>)
        s += t * length(moving.displacement);
    return epsilon * s;
}

} // namespace

RC_GTEST_PROP(SweepProperty, AContactPointLiesOnTheSphereAndOnTheShape, ()) {
    const Setup setup = any_setup();
    with_any_shape([&]<class Shape>(Shape*) {
        const auto cases = any_sweeps<Shape>(setup);
        const Answers impacts = answers_of(cases, {});
        const auto contacts = as<Point>(cases, [&](const Sweep&, std::size_t i) {
            Point point{};
            store(point.c.data(), impacts[i].vector(sweep_number::point));
            point.c[3] = no_bound;
            return point;
        });
        const Answers there = answers_of(contacts, {});
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (!impacts[i].hit())
                continue;
            const reference::MovingSphere moving = cases.query(i).exact();
            const double t = impacts[i].number(sweep_number::t);
            const Vector point = impacts[i].vector(sweep_number::point);
            const Vector centre = moving.at(t);
            const double unit = unit_of(cases.shape(i), moving, t);
            // Impact and distance may each be off by 16 e s, and the point by its rounding to
            // float.
            const double allowed = 2.0 * promised * unit + last_place(point, centre);
            RC_ASSERT(std::fabs(there[i].number(point_number::distance)) <= allowed);
            const double off = length(point - centre) - moving.radius;
            if (impacts[i].inside())
                RC_ASSERT(std::fabs(std::fabs(off + moving.radius) -
                                    std::fabs(moving.radius -
                                              impacts[i].number(sweep_number::depth))) <= allowed);
            else
                RC_ASSERT(std::fabs(off) <= allowed);
        }
    });
}

RC_GTEST_PROP(SweepProperty, ASweepOfAPointIsARay, ()) {
    const Setup setup = any_setup();
    with_any_shape([&]<class Shape>(Shape*) {
        if (std::is_same_v<Shape, Line>)
            return;
        const auto cases = as<Sweep>(any_sweeps<Shape>(setup), [](Sweep sweep, std::size_t) {
            std::fill(&sweep.c[6], &sweep.c[10], 0.0f);
            return sweep;
        });
        const auto as_rays = as<Ray>(cases, [](const Sweep& sweep, std::size_t) {
            return ray_of(vector_of(&sweep.c[0]), vector_of(&sweep.c[3]), 0.0f, sweep.c[10]);
        });
        const Answers impacts = answers_of(cases, {});
        const Answers hits = answers_of(as_rays, {});
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const auto shape = cases.shape(i).exact();
            const reference::Ray ray = as_rays.query(i).exact();
            if constexpr (requires { shape.radius; })
                if (shape.radius == 0.0) // rays miss this shape
                    continue;
            if (hits[i].flags() == lanecast::flag::invalid) // a ray without direction
                continue;
            const double t = impacts[i].number(sweep_number::t);
            const double unit = unit_of(cases.shape(i), cases.query(i).exact(),
                                        std::isfinite(t) ? t : hits[i].number(ray_number::t));
            if (impacts[i].hit() != hits[i].hit()) {
                // A path so nearly parallel to a face that the rounding of the normal decides:
                // a sweep with n.m >= 0 hits nothing, a ray arrives after some 1e7 of its lengths.
                if (hits[i].hit() && dot(hits[i].vector(ray_number::normal), ray.direction) >= 0.0)
                    continue;
                RC_ASSERT(std::fabs(clearance(shape, ray, {})) <= promised * unit);
                continue;
            }
            if (!impacts[i].hit())
                continue;
            const double way = std::fabs(t - hits[i].number(ray_number::t)) * length(ray.direction);
            const Vector along = normalised(ray.direction);
            const double cosine = std::fabs(dot(hits[i].vector(ray_number::normal), along));
            // Both values of t may be off by 16 e s. At an edge the faces differ, but the distance
            // does not.
            if (way * cosine <= 2.0 * promised * unit)
                continue;
            RC_ASSERT(std::fabs(signed_distance(shape, ray.origin + t * ray.direction)) <=
                      promised * unit);
        }
    });
}

} // namespace hostile
