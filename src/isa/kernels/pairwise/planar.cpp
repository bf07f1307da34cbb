#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/columns/scatter.hpp"
#include "isa/kernels/table/exports.hpp"
#include "isa/shapes/ellipse.hpp"
#include "lanecast/answers.hpp"

/// Ellipse i against point, line or segment i.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Column>
using Staged = StagedInputs<Column::count, W>;

template <class Columns>
Vec2<W> vectors(const Columns& columns, int first, int i) {
    return {columns.floats(first, i), columns.floats(first + 1, i)};
}

struct Ellipses {
    Vec2<W> center, axis;
    Float<W> a, b;

    Ellipses(const Staged<ellipse_column>& columns, int i)
        : center(vectors(columns, ellipse_column::center, i)),
          axis(vectors(columns, ellipse_column::axis, i)), a(columns.floats(ellipse_column::a, i)),
          b(columns.floats(ellipse_column::b, i)) {}

    [[nodiscard]] Mask<W> good() const {
        const Float<W> zero(0.0f), square = dot(axis, axis);
        return is_finite(center) & is_finite(a) & (a > zero) & is_finite(b) & (b > zero) &
               (square >= Float<W>(0.998001f)) & (square <= Float<W>(1.002001f));
    }
};

struct Points {
    using Column = planar_point_column;
    Vec2<W> position;

    Points(const Staged<Column>& columns, int i)
        : position(vectors(columns, Column::position, i)) {}

    [[nodiscard]] Mask<W> valid() const { return is_finite(position); }
    [[nodiscard]] Gap<W> gap(const Ellipse<W>& ellipse) const { return ellipse.to_point(position); }
};

struct Lines {
    using Column = planar_line_column;
    Vec2<W> point, direction;

    Lines(const Staged<Column>& columns, int i)
        : point(vectors(columns, Column::point, i)),
          direction(vectors(columns, Column::direction, i)) {}

    [[nodiscard]] Mask<W> valid() const {
        return is_finite(point) & is_finite(direction) &
               signed_greater(largest_magnitude_bits(direction), Int<W>(0));
    }
    [[nodiscard]] Gap<W> gap(const Ellipse<W>& ellipse) const {
        return ellipse.to_line(point, direction);
    }
};

struct Segments {
    using Column = planar_segment_column;
    Vec2<W> a, b;
    Float<W> radius;

    Segments(const Staged<Column>& columns, int i)
        : a(vectors(columns, Column::a, i)), b(vectors(columns, Column::b, i)),
          radius(columns.floats(Column::radius, i)) {}

    [[nodiscard]] Mask<W> valid() const {
        return is_finite(a) & is_finite(b) & is_finite(radius) & (radius >= Float<W>(0.0f));
    }
    [[nodiscard]] Gap<W> gap(const Ellipse<W>& ellipse) const {
        return ellipse.to_capsule(a, b, radius);
    }
};

/// The columns that gaps are written to, staged block by block.
class StagedGaps : public StagedOutputs<gap_column::count, W> {
public:
    explicit StagedGaps(const GapColumns& columns)
        : StagedOutputs<gap_column::count, W>(columns.at) {}

    void write(int i, Mask<W> found, const Gap<W>& gap, Int<W> miss_flags) {
        put(gap_column::distance, i, found, gap.distance, __builtin_inff());
        put(gap_column::on_ellipse, i, found, gap.on_ellipse.x, 0.0f);
        put(gap_column::on_ellipse + 1, i, found, gap.on_ellipse.y, 0.0f);
        put(gap_column::on_other, i, found, gap.on_other.x, 0.0f);
        put(gap_column::on_other + 1, i, found, gap.on_other.y, 0.0f);
        const Mask<W> inside = gap.distance < Float<W>(0.0f);
        const Int<W> flags = Int<W>(flag::hit) | select(inside, Int<W>(flag::inside), Int<W>(0));
        put(gap_column::flags, i, found, flags, miss_flags);
    }
};

// Flat, so that ellipses and figures stay in registers.
template <class Others>
LANECAST_FLAT QueryCounts separation(const EllipseColumns& ellipse_columns,
                                     const Inputs<typename Others::Column>& other_columns,
                                     const GapColumns& gap_columns, BatchPart part) {
    const std::size_t size = part.last - part.first;
    Staged<ellipse_column> staged_ellipses(ellipse_columns.at, size);
    Staged<typename Others::Column> staged_others(other_columns.at, size);
    StagedGaps gaps(gap_columns);
    QueryCounts counts = {0, 0, 0};
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged_ellipses.stage(block);
        staged_others.stage(block);
        gaps.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const Ellipses e(staged_ellipses, i);
            const Others others(staged_others, i);
            const Mask<W> good = e.good(), valid = others.valid(), found = good & valid;
            const Int<W> none(0);
            gaps.write(i, found, others.gap(Ellipse<W>(e.center, e.axis, e.a, e.b)),
                       select(valid, none, Int<W>(flag::invalid)) |
                           select(good, none, Int<W>(flag::bad_shape)));
            const unsigned inside = lanes_in_block<W>(block, i);
            counts.hits += count_bits(found.bits() & inside);
            counts.invalid += count_bits(~found.bits() & inside);
        }
        gaps.flush(block);
    });
    return counts;
}

} // namespace

constinit const PlanarKernels planar_kernels = {
    .points = &separation<Points>,
    .lines = &separation<Lines>,
    .segments = &separation<Segments>,
};

} // namespace lanecast::LANECAST_ISA
