#pragma once

#include "core/build_boxes.hpp"

/// Pieces of triangles, for BVHs in which a triangle may be in several leaves. All computations are
/// scalar and in double, because the BVH must be the same on every ISA.
namespace lanecast::LANECAST_ISA {

/// A triangle clipped by planes: Sutherland, Hodgman, Reentrant Polygon Clipping (1974).
class ClippedTriangle {
public:
    struct Corner {
        double place[3];
    };

    /// @param corner(i, axis)  coordinate of corner i
    template <class CornerOf>
    explicit ClippedTriangle(CornerOf corner) : size_(3) {
        for (int i = 0; i < 3; ++i)
            for (int a = 0; a < 3; ++a)
                corners_[i].place[a] = corner(i, a);
    }

    /// Keeps the part at sign * x <= sign * plane.
    void clip(int axis, double sign, double plane) {
        const auto beyond = [&](const Corner& c) { return sign * (c.place[axis] - plane); };
        Corner kept[most_corners];
        int count = 0;
        for (int i = 0; i < size_; ++i) {
            const Corner &from = corners_[i], &to = corners_[i + 1 < size_ ? i + 1 : 0];
            const double begin = beyond(from), end = beyond(to);
            if (begin <= 0.0)
                kept[count++] = from;
            if ((begin < 0.0 && end > 0.0) || (begin > 0.0 && end < 0.0)) {
                const double share = begin / (begin - end);
                Corner& crossing = kept[count++];
                for (int a = 0; a < 3; ++a)
                    crossing.place[a] = from.place[a] + share * (to.place[a] - from.place[a]);
                crossing.place[axis] = plane;
            }
        }
        for (int i = 0; i < count; ++i)
            corners_[i] = kept[i];
        size_ = count;
    }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] const Corner& operator[](int i) const { return corners_[i]; }

private:
    // Each plane adds one corner, or two if rounding errors have bent an edge across it.
    static constexpr int most_corners = 3 + 6 * 2;

    Corner corners_[most_corners];
    int size_;
};

/// The piece of a triangle in a cell. Clips at 2^-40 of the largest coordinate beyond the cell and
/// pads the box by as much for the rounding errors of the cuts, so that the pieces together contain
/// every point of the triangle (docs/numerics.md).
/// @param corner(i, axis)  coordinate of corner i
template <class CornerOf>
TrianglePiece piece_in(const Cell& cell, CornerOf corner) {
    const auto larger = [](double a, double b) { return a < b ? b : a; };
    const auto lesser = [](double a, double b) { return b < a ? b : a; };
    double lo[3], hi[3], largest = 0.0;
    for (int a = 0; a < 3; ++a) {
        lo[a] = lesser(corner(0, a), lesser(corner(1, a), corner(2, a)));
        hi[a] = larger(corner(0, a), larger(corner(1, a), corner(2, a)));
        largest = larger(largest, larger(-lo[a], hi[a]));
    }
    const double rounding = largest * 9.094947017729282e-13; // 2^-40
    ClippedTriangle clipped(corner);
    for (int a = 0; a < 3; ++a) {
        if (double{cell.lo[a]} > lo[a])
            clipped.clip(a, -1.0, cell.lo[a] - rounding);
        if (double{cell.hi[a]} < hi[a])
            clipped.clip(a, 1.0, cell.hi[a] + rounding);
    }
    TrianglePiece piece;
    if (clipped.size() == 0)
        return piece;
    double area[3] = {};
    for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        double from = clipped[0].place[a], to = from;
        for (int i = 1; i < clipped.size(); ++i) {
            from = lesser(from, clipped[i].place[a]);
            to = larger(to, clipped[i].place[a]);
            const auto at = [&](int k, int axis) {
                return clipped[k].place[axis] - clipped[0].place[axis];
            };
            area[a] += at(i - 1, b) * at(i, c) - at(i - 1, c) * at(i, b);
        }
        // Round outward to a float, unless the triangle itself ends there.
        const auto outward = [&](double x, double sign) {
            const double size = x < 0.0 ? -x : x;
            return x + sign * (rounding + size * 1.1920928955078125e-07 + 1.4e-45); // 2u, 2^-149
        };
        piece.bounds.lo[a] = static_cast<float>(larger(lo[a], outward(from, -1.0)));
        piece.bounds.minus_hi[a] = -static_cast<float>(lesser(hi[a], outward(to, 1.0)));
        piece.least_half_area += static_cast<float>(0.5 * (area[a] < 0.0 ? -area[a] : area[a]));
    }
    piece.bounds.lo[3] = piece.bounds.lo[2];
    piece.bounds.minus_hi[3] = piece.bounds.minus_hi[2];
    return piece;
}

/// Finds the pieces of leaf blocks, which are mostly requested in order.
class PlacedPieces {
public:
    PlacedPieces(const PlacedPiece* first, std::size_t count)
        : first_(first), end_(first + count), next_(first) {}

    [[nodiscard]] bool are_none() const { return first_ == end_; }

    LANECAST_RARE bool any_in(std::uint32_t block) {
        seek(block, 0);
        return next_ != end_ && next_->block == block;
    }
    /// The cell of a lane of a block; nullptr if the lane holds the whole triangle.
    const Cell* cell(std::uint32_t block, std::uint32_t lane) {
        seek(block, lane);
        const bool found = next_ != end_ && next_->block == block && next_->lane == lane;
        return found ? &next_->cell : nullptr;
    }

private:
    /// Moves to the first piece at or after this block and lane.
    void seek(std::uint32_t block, std::uint32_t lane) {
        const auto before = [&](const PlacedPiece& p) {
            return p.block < block || (p.block == block && p.lane < lane);
        };
        for (int step = 0; step < leaf_lanes && next_ != end_ && before(*next_); ++step)
            ++next_; // usually sufficient
        if ((next_ == first_ || before(next_[-1])) && (next_ == end_ || !before(*next_)))
            return;
        next_ = first_;
        for (auto left = end_ - first_; left != 0;) {
            const auto half = left / 2;
            const bool is_before = before(next_[half]);
            next_ += is_before ? half + 1 : 0;
            left = is_before ? left - half - 1 : half;
        }
    }

    const PlacedPiece* first_;
    const PlacedPiece* end_;
    const PlacedPiece* next_;
};

} // namespace lanecast::LANECAST_ISA
