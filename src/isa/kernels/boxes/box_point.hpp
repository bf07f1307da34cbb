#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/boxes/box_margin.hpp"
#include "isa/kernels/boxes/seen_point.hpp"
#include "isa/kernels/columns/query_record.hpp"
#include "isa/kernels/columns/vector_column.hpp"
#include "isa/simd/records.hpp"

/// Box tests of nodes against points and spheres.
namespace lanecast::LANECAST_ISA {

/// Points as box tests see them, as columns.
struct BoxPointColumns {
    VectorColumn position, place, twice_away;
    alignas(64) double square_away[group_size];
    alignas(64) std::uint32_t out_of_tree[group_size]; ///< not 0: too far out for box tests

    template <int W>
    void store(int i, Vec<W> p, const PointMargins<W>& margins) {
        const SeenPoint<W> seen(p, margins);
        const SplitDouble<W> away(seen.square_away(p));
        position.store(i, p);
        place.store(i, seen.place);
        twice_away.store(i, seen.twice_away);
        alignas(64) float most[W], rest[W];
        away.most.store(most);
        away.rest.store(rest);
        for (int lane = 0; lane < W; ++lane)
            square_away[i + lane] = double{most[lane]} + double{rest[lane]};
        select(is_out_of_tree(p), Int<W>(1), Int<W>(0)).store(out_of_tree + i);
    }

    template <int W>
    static Mask<W> is_out_of_tree(Vec<W> p) {
        return ~(max(abs(p.x), max(abs(p.y), abs(p.z))) <= Float<W>(largest_tree_coordinate));
    }
};

/// One point against the boxes of nodes.
class OnePoint {
public:
    static constexpr int N = native_width < node_width ? native_width : node_width;

    OnePoint(const SeenPoint<N>& point, float limit) : point_(point), limit_(limit) {}

    /// Calls visit(c, lower bounds, Mask) for children c to c + N - 1. The mask marks those that
    /// may hold a shape within the limit.
    template <class Visit>
    void meet(const Node& node, Visit visit) const {
        for (int c = 0; c < node_width; c += N) {
            const auto plane = [&](int i) { return Float<N>::load(node.bounds[i] + c); };
            const Float<N> bound =
                point_.bound({plane(0), plane(2), plane(4)}, {plane(1), plane(3), plane(5)});
            visit(c, bound, bound <= limit_);
        }
    }

private:
    SeenPoint<N> point_;
    Float<N> limit_;
};

/// One point of a block against the boxes of nodes.
class BoxPoint {
public:
    BoxPoint(const BoxPointColumns& box, int i, const TreeSpace& space)
        : point_(box.place.broadcast<N>(i), box.twice_away.broadcast<N>(i)),
          square_away_(box.square_away[i]), space_(space) {}

    /// Returns the `limit` of meet() for answers up to a signed distance.
    [[nodiscard]] float limit(float distance) const {
        return square_away_ == 0.0 && distance >= 0.0f
                   ? limit_from_inside(distance, space_.points[0])
                   : limit_of_bounds(distance, square_away_, space_.points);
    }

    /// See OnePoint::meet().
    template <class Visit>
    void meet(const Node& node, float limit, Visit visit) const {
        OnePoint(point_, limit).meet(node, visit);
    }

private:
    static constexpr int N = OnePoint::N;

    SeenPoint<N> point_;
    double square_away_;
    const TreeSpace& space_;
};

/// W points against one box at a time. A record holds the position, the limit and, in two words,
/// the squared distance to the box of the BVH.
struct BoxPoints {
    using Rows = lanecast::LANECAST_ISA::Rows<0>;

    /// Points have no direction, so no order of the boxes is better than another.
    static constexpr bool has_octants = false;

    static const Node& facing(const Node& node, unsigned) { return node; }

    /// Packs points with answers up to a distance.
    template <int W>
    static void pack(Vec<W> p, Float<W> distance, const TreeSpace& space, Float<W>* words) {
        const Double<W> square = SeenPoint<W>(p, PointMargins<W>(space)).square_away(p);
        const SplitDouble<W> away(square);
        put_vector(p, words + record_word::origin);
        words[record_word::limit] = limit_of_bounds(distance, square, space.points);
        words[record_word::query] = away.most;
        words[record_word::query + 1] = away.rest;
    }
    /// The limit for a smaller distance.
    template <class Number>
    static Number limit(Number distance, const LimitWords<Number>& of, const TreeSpace& space) {
        return limit_of_bounds(distance, widen(of.query[0]) + widen(of.query[1]), space.points);
    }

    /// One point against all boxes of a node.
    class One : public OnePoint {
    public:
        One(const float* words, unsigned, const TreeSpace& space)
            : OnePoint(SeenPoint<N>(Vec<N>{words[0], words[1], words[2]}, PointMargins<N>(space)),
                       words[3]) {}
    };

    template <int W>
    class Lanes {
    public:
        Lanes() = default;
        Lanes(const Float<W>* words, const TreeSpace& space)
            : point_(Vec<W>{words[0], words[1], words[2]}, PointMargins<W>(space)),
              limit_(words[3]) {}
        /// Mask of the points that may be close enough to a shape in slot c of a node.
        [[nodiscard]] Mask<W> meet(const Node& node, int c) const {
            return bound(node, c) <= limit_;
        }
        /// Lower bounds for slot c, see SeenPoint::bound().
        [[nodiscard]] Float<W> bound(const Node& node, int c) const {
            const auto plane = [&](int i) { return Float<W>(node.bounds[i][c]); };
            return point_.bound({plane(0), plane(2), plane(4)}, {plane(1), plane(3), plane(5)});
        }
        [[nodiscard]] Float<W> limit() const { return limit_; }

    private:
        SeenPoint<W> point_;
        Float<W> limit_;
    };
};

} // namespace lanecast::LANECAST_ISA
