#include "host/bvh/pieces.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <queue>

namespace lanecast::host {
namespace {

/// Least surface that cutting a triangle must be able to save, in units of the mean surface of the
/// primitives' boxes. With 4, a mesh of rooms took 8 % more memory and was no faster.
constexpr double least_waste = 8.0;
/// A triangle that fills half of its box, like a triangle of a floor, is not worth cutting: its two
/// pieces have boxes of the same total surface.
constexpr float full_triangle = 2.0f;
/// Least number of boxes that a ray across the world enters in vain because of triangles worth
/// cutting. Testing ten huge triangles is faster than finding their pieces.
constexpr double least_waste_of_rays = 4.0;

/// A cutting plane. Planes lie at multiples of powers of two, so that triangles close to each other
/// are cut by the same planes and their pieces do not overlap across them.
struct Plane {
    int axis = -1; ///< -1: no plane
    float place = 0.0f;
    int level = 0; ///< exponent of the power of two
};

/// Returns the coarsest plane between two coordinates. 0 is coarser than any other coordinate.
Plane plane_between(float lo, float hi, int axis) {
    const double extent = double{hi} - double{lo};
    if (!(extent > 0.0))
        return {};
    const int unit = std::ilogb(extent) - 1; // two to four units fit into the extent
    const auto first = static_cast<std::int64_t>(std::floor(std::ldexp(double{lo}, -unit)));
    const auto last = static_cast<std::int64_t>(std::ceil(std::ldexp(double{hi}, -unit))) - 1;
    const int level =
        static_cast<int>(std::bit_width(static_cast<std::uint64_t>(first ^ last))) - 1;
    if (level < 0)
        return {};
    const auto multiple = static_cast<double>(last >> level << level);
    const auto place = static_cast<float>(std::ldexp(multiple, unit));
    if (!(place > lo && place < hi))
        return {}; // lo and hi are neighbouring floats
    return {axis, place, unit + level};
}

/// Returns the coarsest plane through the part of a box inside a cell; among equals, the one across
/// its longest side.
Plane plane_through(const BuildBox& box, const Cell& cell) {
    Plane coarsest;
    float longest = 0.0f;
    for (int a = 0; a < 3; ++a) {
        const float lo = std::max(box.lo[a], cell.lo[a]), hi = std::min(box.hi(a), cell.hi[a]);
        const Plane plane = plane_between(lo, hi, a);
        if (plane.axis < 0)
            continue;
        if (coarsest.axis < 0 || plane.level > coarsest.level ||
            (plane.level == coarsest.level && hi - lo > longest)) {
            coarsest = plane;
            longest = hi - lo;
        }
    }
    return coarsest;
}

/// A primitive that may be cut. The most wasteful one comes first.
struct Candidate {
    float waste;         ///< surface of the box that the triangle does not fill
    std::uint32_t place; ///< index in the segment

    bool operator<(const Candidate& other) const {
        return waste < other.waste || (waste == other.waste && place > other.place);
    }
};

BuildBox box_of(const BoxedPrimitive& p) {
    BuildBox box;
    for (int a = 0; a < 3; ++a) {
        box.lo[a] = p.lo[a];
        box.minus_hi[a] = p.minus_hi[a];
    }
    return box;
}

/// The primitive that represents a piece.
BoxedPrimitive primitive_of(const TrianglePiece& piece, std::uint32_t number) {
    const BuildBox& box = piece.bounds;
    return {.lo = {box.lo[0], box.lo[1], box.lo[2]},
            .kind = static_cast<std::uint32_t>(Kind::triangle),
            .minus_hi = {box.minus_hi[0], box.minus_hi[1], box.minus_hi[2]},
            .id = number};
}

} // namespace

HalfAreas HalfAreas::of(const Segment& primitives) {
    HalfAreas areas;
    for (std::size_t i = 0; i < primitives.size; ++i) {
        const float area = box_of(primitives.at[i]).half_area();
        areas.sum += double{area};
        areas.largest = std::max(areas.largest, area);
    }
    return areas;
}

Pieces::Pieces(const BuildKernels& kernels, const ShapeTable& shapes, Segment& segment,
               const HalfAreas& areas, std::uint32_t first_number)
    : first_number_(first_number) {
    const std::size_t most = segment.size + most_of(segment.size);
    const double least = least_waste * areas.sum / static_cast<double>(segment.size);
    if (first_number > no_id - most || !(double{areas.largest} > least))
        return;
    std::priority_queue<Candidate> candidates;
    double waste = 0.0;
    const auto consider = [&](const TrianglePiece& piece, std::size_t place, float fullness) {
        const float area = piece.bounds.half_area(), filled = piece.least_half_area;
        if (double{area - fullness * filled} > least) {
            candidates.push({area - filled, static_cast<std::uint32_t>(place)});
            waste += double{area - filled};
        }
    };
    for (std::size_t i = 0; i < segment.size; ++i) {
        const BoxedPrimitive& p = segment.at[i];
        if (p.kind == static_cast<std::uint32_t>(Kind::triangle) &&
            double{box_of(p).half_area()} > least)
            consider(kernels.piece(shapes, p.id, {}), i, full_triangle);
    }
    if (!(waste > least_waste_of_rays * double{segment.bounds.half_area()}))
        return;
    const auto put = [&](const Piece& piece, const TrianglePiece& part, std::size_t index,
                         std::size_t place) {
        pieces_.resize(std::max(pieces_.size(), index + 1));
        pieces_[index] = piece;
        segment.at[place] = primitive_of(part, first_number_ + static_cast<std::uint32_t>(index));
        consider(part, place, 1.0f);
    };
    while (!candidates.empty() && segment.size < most) {
        const std::size_t place = candidates.top().place;
        candidates.pop();
        const BoxedPrimitive& p = segment.at[place];
        const Piece* cut = find(p.id);
        Piece low = cut ? *cut : Piece{p.id, {}}, high = low;
        const Plane plane = plane_through(box_of(p), low.cell);
        if (plane.axis < 0)
            continue;
        low.cell.hi[plane.axis] = high.cell.lo[plane.axis] = plane.place;
        const TrianglePiece lower = kernels.piece(shapes, low.id, low.cell),
                            upper = kernels.piece(shapes, high.id, high.cell);
        if (lower.bounds.is_empty() || upper.bounds.is_empty())
            continue; // the box is larger than the piece: rounding
        put(low, lower, cut ? p.id - first_number_ : pieces_.size(), place);
        put(high, upper, pieces_.size(), segment.size++);
    }
    if (!are_none()) {
        segment.bounds = segment.centers = {};
        kernels.split->measure(segment.at, segment.size, segment.bounds, segment.centers);
    }
}

} // namespace lanecast::host
