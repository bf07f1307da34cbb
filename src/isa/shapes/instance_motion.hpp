#pragma once

#include "isa/shapes/instance.hpp"

/// Instances that move during a step: docs/semantics.md, "Moving shapes".
namespace lanecast::LANECAST_ISA {

/// The path of particles in one sweep, as the instances of their lanes see it: a straight line in
/// the prototype, for the same t as in the world.
template <int W>
struct ParticlePath {
    DoubleVec<W> start, way; ///< the place at t = 0, and the way from there to t = 1
    DoubleVec<W> end;        ///< the place of the centre at t = 1; on the line, unless it turns
    Float<W> scale;          ///< of the instance
    Float<W> reach;          ///< largest distance from its position at which it may be touched
    Mask<W> is_near;         ///< false if the particle stays away from the instance

    [[nodiscard]] DoubleVec<W> place(Float<W> t) const { return start + way * Double<W>(t); }
    /// Bound of the coordinates of the start, and of the way up to a touch, which is within reach.
    [[nodiscard]] Float<W> largest_coordinate() const {
        const Float<W> from = largest_component(narrow(start));
        return from + min(largest_component(narrow(way)), from + reach);
    }
};

/// The ways of moving instances, one in each lane.
template <int W>
class InstanceWays {
public:
    /// @param indices  of motions; lanes with no_motion get any way
    InstanceWays(const MotionTable& motions, Int<W> indices)
        : InstanceWays(motions, indices, Load{}) {
        Instance::place(start_, start_rows_);
    }
    /// @param rows  of the instances as leaves have them: at the start
    template <class Rows>
    InstanceWays(const MotionTable& motions, Int<W> indices, const Rows& rows)
        : InstanceWays(motions, indices, Load{}) {
        for (int r = 0; r < pose_rows; ++r)
            start_rows_[r] = rows[r];
    }

    [[nodiscard]] Mask<W> moves() const { return moves_; }
    [[nodiscard]] Float<W> scale() const { return start_[Instance::column::scale]; }

    /// The pose at a share of the step. At 0 and at 1 it has the bits of an instance at rest there.
    /// @param rows  receives the first rows of Instance, those of the pose
    void place(Float<W> share, Float<W>* rows) const {
        const Float<W> rest = Float<W>(1.0f) - share;
        const auto between = [&](int c) { return start_[c] * rest + target_[c] * share; };
        if (turns_.any()) {
            Float<W> pose[columns];
            for (int c = 0; c < columns; ++c)
                pose[c] = between(c);
            pose[Instance::column::scale] = scale();
            Instance::place(pose, rows);
        }
        // The rotation of an instance that only translates keeps its bits.
        for (int r = Instance::row::x_axis; r < pose_rows; ++r)
            rows[r] = turns_.any() ? select(turns_, rows[r], start_rows_[r]) : start_rows_[r];
        for (int r = 0; r < Instance::row::x_axis; ++r)
            rows[r] = between(r);
    }
    [[nodiscard]] InstanceTransform<W> at(Float<W> share) const {
        Float<W> rows[pose_rows];
        place(share, rows);
        return InstanceTransform<W>(rows);
    }

    /// The path from a centre along a displacement.
    /// @param begin, end  shares of the step at t = 0 and t = 1
    /// @param radius      of the particles, with their skin
    /// @param is_kept     lanes whose place at the start is known
    /// @param kept        that place
    [[nodiscard]] ParticlePath<W> path(Vec<W> center, Vec<W> displacement, Float<W> begin,
                                       Float<W> end, Float<W> radius, Mask<W> is_kept,
                                       Vec<W> kept) const {
        const Double<W> first(begin), span = Double<W>(end) - first;
        const DoubleVec<W> from(center), way(displacement);
        const Near near = near_part(from, way, first, span, radius);
        const Double<W> from_t = select(is_kept, Double<W>(Float<W>(0.0f)), near.first);
        const auto seen = [&](Double<W> t) {
            return at(narrow(first + span * t)).place_of(from + way * t);
        };
        const DoubleVec<W> a = select(is_kept, DoubleVec<W>(kept), seen(from_t));
        const DoubleVec<W> b = seen(near.last);
        const Double<W> share = Double<W>(Float<W>(1.0f)) / (near.last - from_t);
        ParticlePath<W> path;
        path.way = (b - a) * share;
        path.start = a - path.way * from_t;
        path.end = near.last_is_end ? b : at(end).place_of(from + way);
        path.scale = scale();
        path.reach = (reach_ + radius) / path.scale;
        path.is_near = near.exists;
        return path;
    }

    /// Whether a particle has left the part of space in which its place in the frame of an instance
    /// that turns is kept.
    /// @param share  of the step
    [[nodiscard]] Mask<W> are_left(Vec<W> center, Float<W> share, Float<W> radius) const {
        if (!turns_.any())
            return no_lanes<W>();
        const Float<W> rest = Float<W>(1.0f) - share;
        const DoubleVec<W> position(vector_at<W>(start_, 0) * rest +
                                    vector_at<W>(target_, 0) * share);
        const DoubleVec<W> from = DoubleVec<W>(center) - position;
        // A little less than `close` in near_part(), which every place that is kept must be within.
        const Double<W> reach = (Double<W>(reach_) + Double<W>(radius)) * Double<W>(Float<W>(1.1f));
        return turns_ & (reach * reach < dot(from, from));
    }

    /// By how much points of the prototype move in the step.
    [[nodiscard]] DoubleVec<W> displacement_of(const DoubleVec<W>& place) const {
        const Float<W> zero(0.0f), one(1.0f);
        return at(one).point_of(place) - at(zero).point_of(place);
    }

private:
    static constexpr int columns = Instance::columns, pose_rows = Instance::row::prototype;

    struct Load {};
    InstanceWays(const MotionTable& motions, Int<W> indices, Load)
        : moves_(~(indices == Int<W>(no_motion))) {
        alignas(64) std::uint32_t index[W];
        alignas(64) float start[columns][W], target[columns][W], reach[W];
        indices.store(index);
        for (int lane = 0; lane < W; ++lane) {
            const InstanceMotion& motion =
                motions.first[index[lane] == no_motion ? 0 : index[lane]];
            for (int c = 0; c < columns; ++c) {
                start[c][lane] = motion.start[c];
                target[c][lane] = c == Instance::column::scale ? motion.start[c] : motion.target[c];
            }
            reach[lane] = motion.reach;
        }
        turns_ = no_lanes<W>();
        for (int c = 0; c < columns; ++c) {
            start_[c] = Float<W>::load(start[c]);
            target_[c] = Float<W>::load(target[c]);
            if (c >= Instance::column::rotation)
                turns_ = turns_ | ~(start_[c] == target_[c]);
        }
        turns_ = turns_ & moves_;
        reach_ = Float<W>::load(reach);
    }

    /// The part of a sweep in which a particle is near an instance.
    struct Near {
        Mask<W> exists;
        Double<W> first, last; ///< t
        bool last_is_end;      ///< t = 1 for all lanes
    };

    /// If an instance turns, only the part of a sweep counts in which the particle is within 5/4 of
    /// its reach, and only if it comes nearer than 9/8 of it: on a long way to and from the
    /// instance, the line through both ends would be far from the true path. Every touch is within
    /// the reach.
    [[nodiscard]] Near near_part(const DoubleVec<W>& from, const DoubleVec<W>& way, Double<W> first,
                                 Double<W> span, Float<W> radius) const {
        const Double<W> zero(Float<W>(0.0f)), one(Float<W>(1.0f));
        Near near = {all_lanes<W>(), zero, one, true};
        const Mask<W> turns = turns_ & (reach_ <= Float<W>(largest_float));
        if (!turns.any())
            return near;
        const DoubleVec<W> position(vector_at<W>(start_, 0)),
            moved = DoubleVec<W>(vector_at<W>(target_, 0)) - position;
        const DoubleVec<W> relative = from - (position + moved * first),
                           course = way - moved * span;
        const Double<W> reach = Double<W>(reach_) + Double<W>(radius);
        const Double<W> far = reach * Double<W>(Float<W>(1.25f)),
                        close = reach * Double<W>(Float<W>(1.125f));
        const Double<W> a = dot(course, course), b = dot(relative, course),
                        c = dot(relative, relative) - far * far;
        const Mask<W> goes = zero < a;
        const auto clamped = [&](Double<W> t) {
            return select(goes & (zero < t), select(t < one, t, one), zero);
        };
        const DoubleVec<W> nearest = relative + course * clamped((zero - b) / a);
        near.exists = ~turns | ~(close * close < dot(nearest, nearest));
        const Double<W> square = b * b - a * c, root = sqrt(select(zero < square, square, zero));
        near.first = select(turns & (zero < c), clamped((zero - b - root) / a), zero);
        near.last_is_end = false;
        near.last = select(turns & goes, clamped((root - b) / a), one);
        return near;
    }
    Mask<W> moves_, turns_;
    Float<W> start_[columns], target_[columns], start_rows_[pose_rows];
    Float<W> reach_;
};

} // namespace lanecast::LANECAST_ISA
