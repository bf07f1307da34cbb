#include "limits/array_loops.hpp"

#include "scalar/scalar.hpp"

// This file and the scalar loops are compiled once per ISA, each time with another name for the
// namespace `scalar`.
namespace lanecast::LANECAST_ISA {
namespace {

using bench::Question;

template <void (*loop)(const bench::scalar::Arrays&)>
void run(const float* const* inputs, void* const* outputs, std::size_t count) {
    loop({inputs, outputs, count});
}

template <class Shape>
constexpr void add(bench::ArrayLoops& all, ShapeKind kind) {
    using Loops = bench::scalar::Loops<Shape>;
    const auto at = [&](Question question) -> bench::ArrayLoop& {
        return all.of[static_cast<int>(question)][static_cast<int>(kind)];
    };
    at(Question::ray) = &run<&Loops::closest_hit>;
    at(Question::sweep) = &run<&Loops::sweep>;
    at(Question::overlap) = &run<&Loops::overlaps>;
    at(Question::closest) = &run<&Loops::closest_point>;
}

constexpr bench::ArrayLoops all_loops() {
    bench::ArrayLoops all = {Isa::LANECAST_ISA, {}};
    add<bench::scalar::Sphere>(all, ShapeKind::sphere);
    add<bench::scalar::Aabb>(all, ShapeKind::aabb);
    add<bench::scalar::Box>(all, ShapeKind::box);
    add<bench::scalar::Capsule>(all, ShapeKind::capsule);
    add<bench::scalar::Cylinder>(all, ShapeKind::cylinder);
    add<bench::scalar::Cone>(all, ShapeKind::cone);
    add<bench::scalar::Triangle>(all, ShapeKind::triangle);
    add<bench::scalar::Plane>(all, ShapeKind::plane);
    add<bench::scalar::Line>(all, ShapeKind::line);
    return all;
}

constexpr bool has_all(const bench::ArrayLoops& loops) {
    for (const auto& of_question : loops.of)
        for (const bench::ArrayLoop loop : of_question)
            if (loop == nullptr)
                return false;
    return true;
}
static_assert(has_all(all_loops()), "a shape has no loop here");

} // namespace

extern const bench::ArrayLoops array_loops;
constinit const bench::ArrayLoops array_loops = all_loops();

} // namespace lanecast::LANECAST_ISA
