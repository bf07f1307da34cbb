#include <type_traits>

#include "isa/geometry/meet_sweep.hpp"
#include "isa/shapes/shape_list.hpp"
#include "kernels/sweep_forms.hpp"

namespace lanecast::LANECAST_ISA {

extern const test::SweepFormTable sweep_form_table;

namespace {

constexpr int W = native_width;

Vec<W> vector_at(const float* const* columns, std::size_t i) {
    return {Float<W>::load(columns[0] + i), Float<W>::load(columns[1] + i),
            Float<W>::load(columns[2] + i)};
}

Sweep<W> sweep_at(const float* const* queries, std::size_t i) {
    return make_sweep(vector_at(queries, i), vector_at(queries + 3, i) - vector_at(queries + 6, i),
                      Float<W>::load(queries[9] + i), Float<W>::load(queries[10] + i));
}

void store(const Touch<W>& touch, const SweepSurface<W>& surface, test::Found* found) {
    const Float<W> numbers[] = {touch.t,          surface.normal.x, surface.normal.y,
                                surface.normal.z, surface.point.x,  surface.point.y,
                                surface.point.z,  surface.depth};
    for (int n = 0; n < 8; ++n) {
        float lanes[W];
        numbers[n].store(lanes);
        for (int lane = 0; lane < W; ++lane)
            found[lane].numbers[n] = lanes[lane];
    }
    for (int lane = 0; lane < W; ++lane) {
        found[lane].hit = ((touch.hit.bits() >> lane) & 1u) != 0;
        found[lane].starts = ((touch.starts.bits() >> lane) & 1u) != 0;
    }
}

/// Calls make_touch(sweep, rows) for all pairs and stores the results.
template <class Shape, class MakeTouch>
void for_all_pairs(const float* const* queries, const float* const* shapes, std::size_t count,
                   test::Found* found, MakeTouch make_touch) {
    for (std::size_t i = 0; i < count; i += W) {
        const Sweep<W> sweep = sweep_at(queries, i);
        Float<W> columns[Shape::columns], rows[Shape::rows];
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = Float<W>::load(shapes[c] + i);
        Shape::prepare(columns, rows);
        const Touch<W> touch = make_touch(sweep, rows);
        store(touch, surface_sweep<Shape>(sweep, rows, touch), found + i);
    }
}

/// A shape that counts its evaluations of distances.
template <class Shape>
struct Counting : Shape {
    static inline int asked = 0;

    template <class Distances>
    struct Counted {
        Distances distances;

        template <int width>
        [[nodiscard]] Nearest<width> nearest(Vec<width> p) const {
            ++asked;
            return distances.nearest(p);
        }
    };

    template <int width, class Rows>
    static auto distances(const Rows& rows) {
        const auto of_shape = distances_of<Shape, width>(rows);
        return Counted<std::remove_const_t<decltype(of_shape)>>{of_shape};
    }
    template <int width, class Rows>
    static Nearest<width> nearest(Vec<width> p, const Rows& rows) {
        ++asked;
        return Shape::nearest(p, rows);
    }
};

template <class Shape>
int newton(const float* const* queries, const float* const* shapes, std::size_t count,
           test::Found* found) {
    using Counted = Counting<Shape>;
    int most = 0;
    for_all_pairs<Shape>(queries, shapes, count, found, [&](const Sweep<W>& sweep, auto& rows) {
        Counted::asked = 0;
        Touch<W> touch = approached_touch<Counted>(sweep, rows);
        most = Counted::asked > most ? Counted::asked : most;
        touch.hit = touch.hit | touch.starts;
        return touch;
    });
    return most;
}

template <class Shape>
void closed(const float* const* queries, const float* const* shapes, std::size_t count,
            test::Found* found) {
    for_all_pairs<Shape>(queries, shapes, count, found, [&](const Sweep<W>& sweep, auto& rows) {
        return meet_sweep<Shape>(sweep, rows, Settings{});
    });
}

/// Tests the bounds with the touch as t_max, so that a bound that is too late excludes the touch.
template <class Shape>
void bounds(const float* const* queries, const float* const* shapes, std::size_t count,
            test::BoundVerdict* verdicts) {
    for (std::size_t i = 0; i < count; i += W) {
        Sweep<W> sweep = sweep_at(queries, i);
        Float<W> columns[Shape::columns], rows_and_id[Shape::rows + 1];
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = Float<W>::load(shapes[c] + i);
        Shape::prepare(columns, rows_and_id);
        rows_and_id[Shape::rows] = as_float(Int<W>(0));
        const Touch<W> touch = meet_sweep<Shape>(sweep, rows_and_id, Settings{});
        sweep.t_max = select(touch.hit, touch.t, sweep.t_max);
        const auto early = early_touch<Shape>(sweep, rows_and_id);
        const Mask<W> right = touch.hit & ~touch.starts & (as_int(early.t) == as_int(touch.t));
        const unsigned hides = (touch.hit & ~early.may).bits();
        const unsigned known = early.is_known.bits(), wrong = known & ~right.bits();
        for (int lane = 0; lane < W; ++lane)
            verdicts[i + static_cast<std::size_t>(lane)] =
                (hides >> lane & 1u) != 0   ? test::hides_answer
                : (wrong >> lane & 1u) != 0 ? test::told_wrong
                : (known >> lane & 1u) != 0 ? test::told
                                            : test::nothing;
    }
}

template <class Shape>
constexpr test::SweepForms forms() {
    test::SweepForms all = {nullptr, &newton<Shape>, nullptr};
    if constexpr (knows_touch<Shape, W, Float<W>[Shape::rows]>)
        all.closed = &closed<Shape>;
    if constexpr (BoundsTouch<Shape>)
        all.bounds = &bounds<Shape>;
    return all;
}

constexpr test::SweepFormTable all_forms() {
    test::SweepFormTable table = {Isa::LANECAST_ISA, most_steps, {}};
    ShapeList::fill(table.of, []<class Shape>() { return forms<Shape>(); });
    return table;
}

} // namespace

constinit const test::SweepFormTable sweep_form_table = all_forms();

} // namespace lanecast::LANECAST_ISA
