#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/pairwise.hpp"

#include "support/agreement.hpp"
#include "support/answer_hash.hpp"
#include "support/pairs/exact_surface.hpp"
#include "support/pairs/pair_case.hpp"
#include "support/pairs/pairs.hpp"

/// The query types of the pairwise benchmarks. Each struct has:
///
///     kind, name
///     Query                    a scalar query, floats only
///     floats                   number of leading floats that differ between queries; the others
///                              have lanecast's defaults
///     Query make(shape, random)
///     Answer, Answers          a scalar result, and lanecast's results as arrays
///     ask(...)                 lanecast over arrays and over structs
///     scalar_loop(...)
///     error(query, shape, answers, i)   in e s, unless the answer is a truth value
namespace lanecast::bench {

/// Output arrays of t and id.
struct HitArrays {
    static constexpr AnswerForm form = AnswerForm::two_words;
    Columns<float, 1> t;
    Columns<std::uint32_t, 1> id;

    explicit HitArrays(std::size_t count) : t(count), id(count) {}
    [[nodiscard]] std::vector<void*> addresses() const { return {t[0].data(), id[0].data()}; }
    [[nodiscard]] std::uint64_t hash() const { return AnswerHash().add(t[0]).add(id[0]).value(); }
    [[nodiscard]] bool agrees(std::size_t i, const scalar::Hit& hit) const {
        return id[0][i] == hit.id && nearly_equal(t[0][i], hit.t);
    }
};

struct OverlapArrays {
    static constexpr AnswerForm form = AnswerForm::truths;
    Columns<std::uint8_t, 1> hit;

    explicit OverlapArrays(std::size_t count) : hit(count) {}
    [[nodiscard]] std::vector<void*> addresses() const { return {hit[0].data()}; }
    [[nodiscard]] std::uint64_t hash() const { return AnswerHash().add(hit[0]).value(); }
    [[nodiscard]] bool agrees(std::size_t i, std::uint8_t other) const {
        return hit[0][i] == other;
    }
};

/// Output arrays of distance and point.
struct NearestArrays {
    static constexpr AnswerForm form = AnswerForm::four_words;
    Columns<float, 4> words;

    explicit NearestArrays(std::size_t count) : words(count) {}
    [[nodiscard]] std::vector<void*> addresses() const {
        return {words[0].data(), words[1].data(), words[2].data(), words[3].data()};
    }
    [[nodiscard]] std::uint64_t hash() const {
        return AnswerHash().add(words[0]).add(words[1]).add(words[2]).add(words[3]).value();
    }
    [[nodiscard]] bool agrees(std::size_t i, const scalar::Nearest& other) const {
        return nearly_equal(words[0][i], other.distance) &&
               nearly_equal(words[1][i], other.point.x) &&
               nearly_equal(words[2][i], other.point.y) && nearly_equal(words[3][i], other.point.z);
    }
};

constexpr double float_epsilon = 0x1p-23; ///< e of docs/semantics.md

/// s of docs/semantics.md, for a path of length `travelled` from a point.
inline double scale_of(const exact::Extent& extent, const exact::Vector& from, double radius,
                       double travelled) {
    return exact::length(from - extent.center) + extent.radius + radius +
           (extent.unbounded ? travelled : 0);
}

/// Distance between the surface of a shape and that of a sphere at its hit, in e s. 0 for misses
/// and for hits at the start.
template <class Shape>
double error_of_hit(const Vec3& begin, const Vec3& path, float radius, const Shape& shape,
                    float t) {
    if (!(t > 0.0f) || std::isinf(t))
        return 0;
    const exact::Vector from(begin), along(path);
    const double off = std::fabs(exact::distance(from + along * t, shape) - radius);
    return off /
           (float_epsilon * scale_of(exact::extent(shape), from, radius, t * exact::length(along)));
}

struct RayQuestion {
    static constexpr Question kind = Question::ray;
    static constexpr const char* name = "ray";
    static constexpr std::size_t floats = 6;
    using Query = scalar::Ray;
    using Answer = scalar::Hit;
    using Answers = HitArrays;

    template <class Shape>
    static Query make(const Shape& shape, Random& random) {
        const Vec3 aim = PairCase<Shape>::aim(shape, random);
        const Vec3 away = random.in_cube(8);
        return {.origin = aim + away, .direction = away * random.between(-1.5f, -0.5f)};
    }
    static Summary ask(const Columns<float, floats>& q, const Shapes& shapes, Answers& a,
                       const Options& options) {
        return pairwise::closest_hit(
            {.origin = {q[0], q[1], q[2]}, .direction = {q[3], q[4], q[5]}}, shapes,
            {.t = a.t[0], .id = a.id[0]}, options);
    }
    static Summary ask(const std::vector<Query>& q, const Shapes& shapes, std::vector<Answer>& a,
                       const Options& options) {
        return pairwise::closest_hit(
            {.origin = field(q, &Query::origin),
             .direction = field(q, &Query::direction),
             .t_min = field(q, &Query::t_min),
             .t_max = field(q, &Query::t_max)},
            shapes, {.t = field(a, &Answer::t), .id = field(a, &Answer::id)}, options);
    }
    template <class Shape>
    static double error(const Query& ray, const Shape& shape, const Answers& a, std::size_t i) {
        return error_of_hit(ray.origin, ray.direction, 0, shape, a.t[0][i]);
    }
    template <class Shape>
    static void scalar_loop(const Query* queries, const Shape* shapes, Answer* answers,
                            std::size_t count) {
        scalar::Loops<Shape>::closest_hit(queries, shapes, answers, count);
    }
};

struct SweepQuestion {
    static constexpr Question kind = Question::sweep;
    static constexpr const char* name = "sweep";
    static constexpr std::size_t floats = 7;
    using Query = scalar::Sweep;
    using Answer = scalar::Hit;
    using Answers = HitArrays;

    /// Some spheres stop short of their target, some start so near that they overlap.
    template <class Shape>
    static Query make(const Shape& shape, Random& random) {
        const float radius = random.between(0.1f, 0.5f);
        const Vec3 aim = PairCase<Shape>::near(shape, radius, random);
        const Vec3 away = random.in_cube(4);
        return {.center = aim + away,
                .displacement = away * random.between(-1.5f, -0.5f),
                .radius = radius};
    }
    static Summary ask(const Columns<float, floats>& q, const Shapes& shapes, Answers& a,
                       const Options& options) {
        return pairwise::sweep(
            {.center = {q[0], q[1], q[2]}, .displacement = {q[3], q[4], q[5]}, .radius = q[6]},
            shapes, {.t = a.t[0], .id = a.id[0]}, options);
    }
    static Summary ask(const std::vector<Query>& q, const Shapes& shapes, std::vector<Answer>& a,
                       const Options& options) {
        return pairwise::sweep({.center = field(q, &Query::center),
                                .displacement = field(q, &Query::displacement),
                                .radius = field(q, &Query::radius),
                                .t_max = field(q, &Query::t_max)},
                               shapes, {.t = field(a, &Answer::t), .id = field(a, &Answer::id)},
                               options);
    }
    template <class Shape>
    static double error(const Query& sweep, const Shape& shape, const Answers& a, std::size_t i) {
        return error_of_hit(sweep.center, sweep.displacement, sweep.radius, shape, a.t[0][i]);
    }
    template <class Shape>
    static void scalar_loop(const Query* queries, const Shape* shapes, Answer* answers,
                            std::size_t count) {
        scalar::Loops<Shape>::sweep(queries, shapes, answers, count);
    }
};

struct OverlapQuestion {
    static constexpr Question kind = Question::overlap;
    static constexpr const char* name = "overlap";
    static constexpr std::size_t floats = 4;
    using Query = scalar::QuerySphere;
    using Answer = std::uint8_t;
    using Answers = OverlapArrays;

    template <class Shape>
    static Query make(const Shape& shape, Random& random) {
        const float radius = random.between(0.1f, 0.5f);
        return {PairCase<Shape>::near(shape, radius, random), radius};
    }
    static Summary ask(const Columns<float, floats>& q, const Shapes& shapes, Answers& a,
                       const Options& options) {
        return pairwise::overlaps({.center = {q[0], q[1], q[2]}, .radius = q[3]}, shapes, a.hit[0],
                                  options);
    }
    static Summary ask(const std::vector<Query>& q, const Shapes& shapes, std::vector<Answer>& a,
                       const Options& options) {
        return pairwise::overlaps(
            {.center = field(q, &Query::center), .radius = field(q, &Query::radius)}, shapes, a,
            options);
    }
    template <class Shape>
    static void scalar_loop(const Query* queries, const Shape* shapes, Answer* answers,
                            std::size_t count) {
        scalar::Loops<Shape>::overlaps(queries, shapes, answers, count);
    }
};

struct ClosestQuestion {
    static constexpr Question kind = Question::closest;
    static constexpr const char* name = "closest";
    static constexpr std::size_t floats = 3;
    using Query = scalar::Point;
    using Answer = scalar::Nearest;
    using Answers = NearestArrays;

    /// Some points are inside, most are outside.
    template <class Shape>
    static Query make(const Shape& shape, Random& random) {
        return {.position = PairCase<Shape>::near(shape, 0.3f, random)};
    }
    static Summary ask(const Columns<float, floats>& q, const Shapes& shapes, Answers& a,
                       const Options& options) {
        return pairwise::closest_point(
            {.position = {q[0], q[1], q[2]}}, shapes,
            {.distance = a.words[0], .point = {a.words[1], a.words[2], a.words[3]}}, options);
    }
    static Summary ask(const std::vector<Query>& q, const Shapes& shapes, std::vector<Answer>& a,
                       const Options& options) {
        return pairwise::closest_point(
            {.position = field(q, &Query::position),
             .max_distance = field(q, &Query::max_distance)},
            shapes, {.distance = field(a, &Answer::distance), .point = field(a, &Answer::point)},
            options);
    }
    template <class Shape>
    static double error(const Query& point, const Shape& shape, const Answers& a, std::size_t i) {
        const exact::Vector from(point.position);
        const double off =
            std::fabs(exact::distance(from, shape) - std::fabs(double{a.words[0][i]}));
        return off / (float_epsilon * scale_of(exact::extent(shape), from, 0, 0));
    }
    template <class Shape>
    static void scalar_loop(const Query* queries, const Shape* shapes, Answer* answers,
                            std::size_t count) {
        scalar::Loops<Shape>::closest_point(queries, shapes, answers, count);
    }
};

} // namespace lanecast::bench
