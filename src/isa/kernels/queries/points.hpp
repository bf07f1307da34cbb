#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/kernels/boxes/box_point.hpp"
#include "isa/kernels/columns/query_record.hpp"
#include "isa/kernels/queries/query_block.hpp"
#include "isa/shapes/instance.hpp"

/// Points, for closest-point queries.
namespace lanecast::LANECAST_ISA {

/// W points.
template <int W>
struct Point {
    Vec<W> position;
    Float<W> max_distance; ///< finite, so that infinitely distant shapes are misses
};

/// False only where no test would find a distance within the limit.
template <int W>
Mask<W> prefilter(const Point<W>& point, const BoundingSphere<W>& sphere) {
    return prefilter(point.position, point.max_distance, sphere);
}

/// W points as the user passed them.
template <int W>
struct RawPoints {
    Vec<W> position;
    Float<W> max_distance;

    /// Points i to i + W - 1 of the block last staged.
    template <class Inputs>
    RawPoints(const Inputs& points, int i)
        : position(points.vectors(point_column::position, i)),
          max_distance(points.floats(point_column::max_distance, i)) {}

    /// Lanes that are valid: docs/semantics.md, "Bad and inactive queries".
    [[nodiscard]] Mask<W> valid() const { return is_finite(position) & valid_if_finite(); }
    /// Lanes that are valid, provided that witness() is finite.
    [[nodiscard]] Mask<W> valid_if_finite() const { return valid_besides_place(); }
    /// Lanes that are valid, provided that the position is finite.
    [[nodiscard]] Mask<W> valid_besides_place() const { return max_distance == max_distance; }
    [[nodiscard]] Float<W> witness(Vec<W> of_shape) const { return sum(position - of_shape); }
    /// Calls report(lanes with a fault, fault). If a lane has several faults, the first in the
    /// order of Fault counts.
    template <class Report>
    void faults(Report&& report) const {
        report(~(max_distance == max_distance), Fault::bound_is_nan);
        report(~is_finite(position), Fault::position_not_finite);
    }
    [[nodiscard]] Point<W> prepared() const {
        return {position, min(max_distance, Float<W>(largest_float))};
    }
};

/// Prepared points as columns.
struct PreparedPoints {
    alignas(64) float max_distance[group_size];
    BoxPointColumns box; ///< includes the positions

    template <int W>
    void store(int i, const Point<W>& point, const PointMargins<W>& margins) {
        point.max_distance.store(max_distance + i);
        box.store(i, point.position, margins);
    }
    /// Points i to i + W - 1.
    template <int W>
    [[nodiscard]] Point<W> load(int i) const {
        return {box.position.load<W>(i), Float<W>::load(max_distance + i)};
    }
    /// Largest distance of answers to point i.
    [[nodiscard]] float limit(int i) const { return max_distance[i]; }
    void set_limit(int i, float distance) { max_distance[i] = distance; }
    /// Point i in all lanes, up to a distance.
    template <int W>
    [[nodiscard]] Point<W> broadcast(int i, float up_to) const {
        return {box.position.broadcast<W>(i), Float<W>(up_to)};
    }
};

/// Points as a query type: see concepts.hpp.
struct PointQuery {
    using Query = PointQuery;
    using Inputs = point_column;
    static constexpr Defaults<1> defaults = {{{point_column::max_distance, __builtin_inff()}}};
    using Columns = PointColumns;
    template <int W>
    using Raw = RawPoints<W>;
    template <int W>
    using Lanes = Point<W>;
    using Prepared = PreparedPoints;
    using Boxes = BoxPoint;
    template <int W>
    using Margins = PointMargins<W>;

    template <int W>
    static Point<W> transformed(const Point<W>& point, const InstanceTransform<W>& at,
                                Mask<W>& able) {
        able = all_lanes<W>();
        return {at.into(point.position), point.max_distance};
    }
    /// At least as large as every distance whose value_out() is at most `distance`. The rounding
    /// errors of both conversions are less than 2 u, or one step of subnormal numbers.
    static float limit_into(float distance, float scale) {
        const auto above = [](float x) {
            return x + ((x < 0.0f ? -x : x) * 0x1p-21f + 0x1p-149f); // 4 e
        };
        const float limit = above(above(distance) / scale);
        return limit < largest_float ? limit : largest_float;
    }
    /// A distance beyond the range of floats becomes +inf, a miss.
    static float value_out(float distance, float scale) {
        const float value = distance * scale + 0.0f; // no -0, see without_minus_zero()
        return value >= -largest_float ? value : __builtin_inff();
    }

    using StreamBoxes = BoxPoints;
    using ShapeRows = Rows<0, 2, 3>;

    template <int W>
    static StreamRoute<W> pack(const RawPoints<W>& points, const TreeSpace& space,
                               Float<W>* words) {
        const Point<W> point = points.prepared();
        BoxPoints::pack(point.position, point.max_distance, space, words);
        words[record_word::t] = point.max_distance;
        return {Int<W>(0), BoxPointColumns::is_out_of_tree(point.position)};
    }
    template <class Number>
    static Number box_limit(Number distance, const LimitWords<Number>& of, const TreeSpace& space) {
        return BoxPoints::limit(distance, of, space);
    }
    template <int W>
    static Point<W> unpack(const Float<W>* words) {
        return {vector_in(words + record_word::origin), words[record_word::t]};
    }
};

/// A signed distance, by which shapes are ordered.
template <int W>
struct Distance {
    Mask<W> hit;
    Float<W> t;
    Nearest<W> nearest;
};

/// The closest point in the user's coordinates.
template <int W>
struct NearestDetails {
    Vec<W> point, normal;
    Mask<W> inside;
};

template <int W>
NearestDetails<W> select(Mask<W> m, const NearestDetails<W>& a, const NearestDetails<W>& b) {
    return {select(m, a.point, b.point), select(m, a.normal, b.normal),
            (m & a.inside) | (~m & b.inside)};
}

/// Distances and points of a block. Without a limit every point has an answer, so no miss is
/// written. The addresses are copies: see LocalInputs.
template <int W>
struct DistancesAndPoints {
    Word *distances, *x, *y, *z;

    /// Returns the lanes whose answers count. In others, something overflowed.
    [[nodiscard]] Mask<W> write(int i, Float<W> distance, Vec<W> point) const {
        as_int(distance).store(distances + i);
        as_int(point.x).store(x + i);
        as_int(point.y).store(y + i);
        as_int(point.z).store(z + i);
        return is_finite(distance + sum(point));
    }
};

/// The columns that closest points are written to, staged block by block.
template <int W>
class StagedClosestPoints : public StagedAnswers<closest_column, W> {
public:
    using StagedAnswers<closest_column, W>::StagedAnswers;

    /// For plain calls, which want the distance and the point.
    static constexpr bool plain_has_details = true;
    [[nodiscard]] bool is_plain() const {
        return this->wanted() == (1u << closest_column::distance | 7u << closest_column::point);
    }
    [[nodiscard]] DistancesAndPoints<W> plain() const {
        return {this->place(closest_column::distance), this->place(closest_column::point),
                this->place(closest_column::point + 1), this->place(closest_column::point + 2)};
    }

    /// @param miss_flags  invalid, bad_shape
    void write_details(int i, Mask<W> hit, const NearestDetails<W>& nearest, Int<W> miss_flags) {
        this->put(closest_column::point, i, hit, nearest.point);
        this->put(closest_column::normal, i, hit, nearest.normal);
        const Int<W> flags =
            Int<W>(flag::hit) | select(nearest.inside, Int<W>(flag::inside), Int<W>(0));
        this->put(closest_column::flags, i, hit, flags, miss_flags);
    }
};

/// The closest point of all shapes.
struct NearestPoint : PointQuery {
    static constexpr bool has_details = true;
    using AnswerColumns = ClosestColumns;
    template <int W>
    using Answers = StagedClosestPoints<W>;
    template <int W>
    using Details = NearestDetails<W>;
    template <int W>
    static NearestDetails<W> no_details() {
        const Float<W> zero(0.0f);
        return {{zero, zero, zero}, {zero, zero, zero}, no_lanes<W>()};
    }

    template <class Shape, int W, class Rows>
    static Distance<W> ask(const Point<W>& point, const Rows& rows, Settings) {
        return ask_ready<Shape>(point, rows, distances_of<Shape, W>(rows));
    }
    /// ask() with the precomputed data of a shape.
    template <class Shape, int W, class Rows, class Distances>
    static Distance<W> ask_ready(const Point<W>& point, const Rows& rows,
                                 const Distances& distances) {
        const Nearest<W> nearest = nearest_to<Shape>(point.position, rows, distances);
        const Mask<W> hit = (nearest.distance <= point.max_distance) &
                            (nearest.distance >= Float<W>(-largest_float));
        return {hit, without_minus_zero(nearest.distance), nearest};
    }
    template <int W>
    static NearestDetails<W> details_out(const NearestDetails<W>& there,
                                         const InstanceTransform<W>& at) {
        return {at.out(there.point), at.direction_out(there.normal), there.inside};
    }
    template <class Shape, int W, class Rows>
    static NearestDetails<W> details(const Point<W>&, const Rows& rows, Settings,
                                     const Distance<W>& distance) {
        return {distance.nearest.point + Shape::template origin<W>(rows), distance.nearest.normal,
                distance.nearest.distance < Float<W>(0.0f)};
    }
};

} // namespace lanecast::LANECAST_ISA
