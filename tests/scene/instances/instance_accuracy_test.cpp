#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "kernels/checkers/promises.hpp"
#include "scene/worlds/instance_worlds.hpp"
#include "scene/worlds/questions.hpp"

// The reference has no instances. It runs in the frame of the prototype: the query is transformed
// in double, and lengths are scaled back, so its own errors are 2^-52 of s.
//
// docs/semantics.md promises 16 e s. For an instance, s is measured by way of the instance: from
// the query to the instance's position, plus the scaled distance from there to the shape's centre
// and the shape's scaled radius. A result that is right for the shape is within that bound, because
// the shape's own test is accurate to less than 14 e s (docs/numerics.md), and the transformations
// into the prototype and back add less than 2 e s.

namespace {

using hostile::epsilon;
using hostile::promised;
using hostile::Worst;
using worlds::Placing;
using worlds::Random;
using worlds::Vector;

/// One shape, many placements, and a query aimed at each of them.
template <class Shape>
class InstanceAccuracy : public testing::Test {
protected:
    static constexpr std::size_t count = 40'000;

    struct Case {
        Shape shape;
        Placing placing;
        lanecast::Scene scene;
    };

    static Case make_case(Random& random) {
        Case made;
        const double size = random.magnitude(-2, 2);
        const double offset = random.one_in(3) ? random.magnitude(0, 4) : 1.0; // from the origin
        made.shape =
            Shape::make(random, random.in_cube(offset * size), size,
                        random.one_in(4) ? hostile::Form::slender : hostile::Form::regular);
        const double scale = random.one_in(4) ? 1.0 : random.magnitude(-3, 3);
        const Vector at = random.in_cube(scale * size * random.magnitude(-1, 4));
        made.placing = {{worlds::to_float(at.x), worlds::to_float(at.y), worlds::to_float(at.z)},
                        worlds::random_rotation(random),
                        worlds::to_float(scale)};
        lanecast::Scene prototype;
        const std::vector<Shape> one = {made.shape};
        prototype.add(worlds::columns_of(one));
        prototype.commit();
        made.scene.add(prototype, {.position = made.placing.position,
                                   .rotation = made.placing.rotation,
                                   .scale = made.placing.scale});
        made.scene.commit();
        return made;
    }

    /// A point in, on or around the placed shape. start_of() returns a point to start from.
    static Vector target_of(const Case& now, Random& random) {
        const auto shape = now.shape.exact();
        const double around = reach(shape, {}) + 1e-3;
        const Vector there = any_target(random, shape, {{}, around});
        return now.placing.out(random.one_in(3) ? there + random.in_cube(0.3 * around) : there);
    }
    static Vector start_of(const Case& now, Vector target, Random& random) {
        const double far = now.placing.scale * reach(now.shape.exact(), {}) *
                           (random.one_in(4) ? random.magnitude(0, 4) : random.between(0.1, 3.0));
        return target + far * random.direction();
    }

    /// e s in the frame of the prototype.
    static double unit_of(const Case& now, Vector query_there, double radius_there = 0.0) {
        return epsilon * (length(query_there) + reach(now.shape.exact(), {}) + radius_there);
    }

    template <class Body>
    void for_all_cases(std::uint64_t seed, Body body) {
        Random random(seed);
        Case now = make_case(random);
        for (std::size_t i = 0; i < count; ++i) {
            if (i % 20 == 0)
                now = make_case(random);
            ASSERT_NO_FATAL_FAILURE(body(now, random)) << i;
        }
        EXPECT_GT(worst_.hits, count / 10);
        for (const double error : worst_.errors)
            EXPECT_LE(error, promised);
        std::printf("%s: hits %zu, decision %.1f, position %.1f, point %.1f, depth %.1f, "
                    "normal %.1f of 16\n",
                    Shape::name, worst_.hits, worst_.errors[Worst::decision],
                    worst_.errors[Worst::position], worst_.errors[Worst::point],
                    worst_.errors[Worst::depth], worst_.errors[Worst::normal]);
    }

    Worst worst_;
};

using Bounded = hostile::ListOfBoundedShapes<testing::Types>;
struct Names {
    template <class Shape>
    static std::string GetName(int) {
        return Shape::name;
    }
};
TYPED_TEST_SUITE(InstanceAccuracy, Bounded, Names);

TYPED_TEST(InstanceAccuracy, OfRays) {
    this->for_all_cases(91, [&](const auto& now, Random& random) {
        const auto shape = now.shape.exact();
        const Vector target = this->target_of(now, random);
        const hostile::Ray query =
            hostile::aimed(random, this->start_of(now, target, random), target);
        lanecast::Hit hit;
        const std::vector<hostile::Ray> one = {query};
        closest_hit(now.scene, std::get<lanecast::Rays>(worlds::columns_of(one)), into(hit));
        const reference::Ray in_world = query.exact();
        const reference::Ray ray = {now.placing.into(in_world.origin),
                                    (1.0 / now.placing.scale) *
                                        now.placing.turned_back(in_world.direction)};
        const double unit = this->unit_of(now, ray.origin);
        const reference::Hit truth = closest_hit(shape, ray, {});
        if (truth.hit != static_cast<bool>(hit)) {
            this->worst_.note(Worst::decision, std::fabs(clearance(shape, ray, {})), unit);
            return;
        }
        if (!hit)
            return;
        ++this->worst_.hits;
        ASSERT_EQ(hit.part, 0u);
        const Vector point = ray.origin + double{hit.t} * ray.direction;
        const double off = signed_distance(shape, point);
        if (hit.t == 0.0f) { // inside
            this->worst_.note(Worst::position, std::fmax(off, 0.0), unit);
            return;
        }
        this->worst_.note(Worst::position, std::fabs(off), unit);
        const Vector normal = {hit.normal.x, hit.normal.y, hit.normal.z};
        ASSERT_NEAR(length(normal), 1.0, 16.0 * epsilon);
        if constexpr (std::is_same_v<TypeParam, hostile::Sphere>) {
            const Vector exact = reference::normalised(point - shape.centre);
            this->worst_.note(Worst::normal, length(now.placing.turned_back(normal) - exact),
                              4.0 * epsilon + unit / shape.radius);
        }
    });
}

TYPED_TEST(InstanceAccuracy, OfDistances) {
    this->for_all_cases(92, [&](const auto& now, Random& random) {
        const auto shape = now.shape.exact();
        const Vector target = this->target_of(now, random);
        const Vector start = random.one_in(2) ? target : this->start_of(now, target, random);
        const lanecast::Vec3 at = {worlds::to_float(start.x), worlds::to_float(start.y),
                                   worlds::to_float(start.z)};
        lanecast::ClosestPoint nearest;
        closest_point(now.scene, {.position = at}, into(nearest));
        ASSERT_TRUE(static_cast<bool>(nearest));
        ++this->worst_.hits;
        const Vector there = now.placing.into({at.x, at.y, at.z});
        const double unit = this->unit_of(now, there), scale = now.placing.scale;
        const double truth = signed_distance(shape, there);
        this->worst_.note(Worst::position, std::fabs(nearest.distance / scale - truth), unit);
        const Vector point = {nearest.point.x, nearest.point.y, nearest.point.z};
        const double slack = hostile::last_place({at.x, at.y, at.z}, point) / scale;
        this->worst_.note(Worst::point,
                          std::fabs(signed_distance(shape, now.placing.into(point))) - slack, unit);
        this->worst_.note(
            Worst::point,
            std::fabs(length(now.placing.into(point) - there) - std::fabs(truth)) - slack, unit);
        std::uint8_t overlap = 7;
        const float radius =
            worlds::to_float(std::fmax(0.0, truth * scale * (1.0 + random.between(-1e-5, 1e-5))));
        overlaps(now.scene, {.center = at, .radius = radius}, std::span(&overlap, 1));
        if ((overlap != 0) != (truth * scale <= radius))
            this->worst_.note(Worst::decision, std::fabs(truth - radius / scale),
                              this->unit_of(now, there, radius / scale));
    });
}

TYPED_TEST(InstanceAccuracy, OfSweeps) {
    this->for_all_cases(93, [&](const auto& now, Random& random) {
        const auto shape = now.shape.exact();
        const double scale = now.placing.scale;
        const Vector target = this->target_of(now, random);
        const Vector start = this->start_of(now, target, random);
        const double radius =
            random.one_in(4) ? 0.0 : length(target - start) * random.between(0.0, 0.5);
        hostile::Sweep query;
        query.c = {};
        hostile::store(query.c.data(), start);
        hostile::store(query.c.data() + 3, random.between(0.5, 2.0) * (target - start));
        query.c[9] = worlds::to_float(radius);
        query.c[10] = 1.0f;
        lanecast::Impact impact;
        const std::vector<hostile::Sweep> one = {query};
        sweep(now.scene, std::get<lanecast::Sweeps>(worlds::columns_of(one)), into(impact));
        reference::MovingSphere moving = query.exact();
        moving.centre = now.placing.into(moving.centre);
        moving.displacement = (1.0 / scale) * now.placing.turned_back(moving.displacement);
        moving.radius /= scale;
        const double unit = this->unit_of(now, moving.centre, moving.radius);
        const reference::Impact truth = reference::sweep(shape, moving);
        if (truth.hit != static_cast<bool>(impact)) {
            this->worst_.note(Worst::decision, std::fabs(reference::sweep_clearance(shape, moving)),
                              unit);
            return;
        }
        if (!impact)
            return;
        ++this->worst_.hits;
        const double gap = signed_distance(shape, moving.at(impact.t)) - moving.radius;
        if (impact.t > 0.0f)
            this->worst_.note(Worst::position, std::fabs(gap), unit);
        else
            this->worst_.note(Worst::depth, std::fabs(impact.depth / scale + std::fmin(gap, 0.0)),
                              unit);
        const Vector point = {impact.point.x, impact.point.y, impact.point.z};
        const double slack = hostile::last_place(start, point) / scale;
        this->worst_.note(Worst::point,
                          std::fabs(signed_distance(shape, now.placing.into(point))) - slack, unit);
    });
}

} // namespace
