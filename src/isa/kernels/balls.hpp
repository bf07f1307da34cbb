#pragma once

#include "isa/kernels/box_point.hpp"
#include "isa/kernels/query_block.hpp"
#include "isa/kernels/stream_record.hpp"
#include "isa/shapes/ball.hpp"
#include "isa/shapes/instance.hpp"
#include "isa/shapes/sweep.hpp"

/// Balls, asked what they overlap.
namespace lanecast::LANECAST_ISA {

/// W balls.
template <int W>
struct Ball {
    Vec<W> center;
    Float<W> radius;
};

/// W balls as the user gave them.
template <int W>
struct RawBalls {
    Vec<W> center;
    Float<W> radius;

    /// Balls i to i + W - 1 of the block last staged.
    template <class Inputs>
    RawBalls(const Inputs& balls, int i)
        : center(balls.vectors(ball_column::center, i)),
          radius(balls.floats(ball_column::radius, i)) {}

    /// docs/semantics.md, "Bad and inactive queries".
    [[nodiscard]] Mask<W> valid() const {
        return is_finite(center) & is_finite(radius) & valid_if_finite();
    }
    /// The same where sum() is finite.
    [[nodiscard]] Mask<W> valid_if_finite() const { return radius >= Float<W>(0.0f); }
    [[nodiscard]] Float<W> sum() const { return center.x + center.y + center.z + radius; }
    /// Reports (lanes with it, fault), the first in the order of Fault counts.
    template <class Report>
    void faults(Report&& report) const {
        report(~is_finite(center), Fault::center_not_finite);
        report(~is_finite(radius), Fault::radius_not_finite);
        report(radius < Float<W>(0.0f), Fault::radius_negative);
    }
    [[nodiscard]] Ball<W> prepared() const { return {center, radius}; }
};

/// False only where no test would find that the ball overlaps what another holds.
template <int W>
Mask<W> may_meet(const Ball<W>& ball, const BoundingBall<W>& other) {
    return may_meet(ball.center, ball.radius, other);
}

/// Balls as columns.
struct PreparedBalls {
    alignas(64) float radius[group_size];
    BoxPointColumns box; ///< with their centres

    template <int W>
    void store(int i, const Ball<W>& ball) {
        ball.radius.store(radius + i);
        box.store(i, ball.center);
    }
    /// Balls i to i + W - 1.
    template <int W>
    [[nodiscard]] Ball<W> load(int i) const {
        return {box.position.load<W>(i), Float<W>::load(radius + i)};
    }
    /// Ball i in all lanes.
    template <int W>
    [[nodiscard]] Ball<W> spread(int i) const {
        return {box.position.broadcast<W>(i), Float<W>(radius[i])};
    }
    template <int W>
    [[nodiscard]] Ball<W> broadcast(int i, float) const {
        return spread<W>(i);
    }
    /// How far away the boxes of shapes may be.
    [[nodiscard]] float limit(int i) const { return radius[i]; }
    void set_limit(int, float) {} // as far as the ball reaches, whatever was found
};

/// Engines take balls for what they are asked: see query_block.hpp.
struct BallQuery {
    using Query = BallQuery;
    using Inputs = ball_column;
    using Columns = BallColumns;
    template <int W>
    using Raw = RawBalls<W>;
    template <int W>
    using Lanes = Ball<W>;
    using Prepared = PreparedBalls;
    using Boxes = BoxPoint;

    template <int W>
    static Ball<W> placed(const Ball<W>& ball, const Placement<W>& at, Mask<W>& able) {
        able = all_lanes<W>();
        return {at.into(ball.center), min(at.length_into(ball.radius), Float<W>(largest_float))};
    }
    static float limit_into(float t, float) { return t; }
    static float value_out(float t, float) { return t; }

    using StreamBoxes = BoxPoints;

    template <int W>
    static StreamWay<W> pack(const RawBalls<W>& balls, Float<W>* words) {
        put_vector(balls.center, words + record_word::origin);
        words[record_word::limit] = balls.radius; // as far away boxes may be
        words[record_word::query + 3] = balls.radius;
        words[record_word::t] = balls.radius;
        return {Int<W>(0), BoxPointColumns::outside_of_trees(balls.center)};
    }
    template <class Number>
    static Number box_limit(Number, Number) {
        return 0.0f; // the first overlap is the last
    }
    template <int W>
    static Ball<W> unpack(const Float<W>* words) {
        return {vector_in(words + record_word::origin), words[record_word::query + 3]};
    }
};

/// What overlaps has no order but that of the ids.
template <int W>
struct Overlap {
    Mask<W> hit;
    Float<W> t; ///< 0
};

/// The columns that overlaps are written to, staged block by block.
template <int W>
class StagedOverlaps : public StagedOutputs<overlap_column::count, W> {
public:
    explicit StagedOverlaps(const Outputs<overlap_column>& c)
        : StagedOutputs<overlap_column::count, W>(c.at) {}

    [[nodiscard]] static bool details_wanted() { return false; }

    /// Of lanes that hit; the others are written as misses.
    void write(int i, Mask<W> hit, Float<W>, Int<W> id, Int<W> part) {
        const Int<W> none(no_id);
        this->put(overlap_column::id, i, hit, id, none);
        this->put(overlap_column::part, i, hit, part, none);
    }
};

/// Whether a ball overlaps anything.
struct AnyOverlap : BallQuery {
    static constexpr bool has_details = false;
    using AnswerColumns = WritableColumn;
    template <int W>
    using Answers = StagedTruths<W>;

    template <class Shape, int W, class Rows>
    static Overlap<W> ask(const Ball<W>& ball, const Rows& rows, Settings) {
        return {overlaps<Shape>(ball.center, ball.radius, rows), Float<W>(0.0f)};
    }
};

/// All that a ball overlaps.
struct AllOverlaps : AnyOverlap {
    static constexpr bool nearer_is_first = false;
    using AnswerColumns = OverlapRows;
    template <int W>
    using Answers = StagedOverlaps<W>;
};

} // namespace lanecast::LANECAST_ISA
