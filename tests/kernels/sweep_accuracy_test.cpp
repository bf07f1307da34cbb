#include "kernels/checkers/accuracy_suite.hpp"
#include "kernels/checkers/sweep_checker.hpp"

namespace hostile {

namespace {

constexpr Setting sweep_settings[] = {
    {"report", {}, 1},
    {"ignore", {.start_overlap = lanecast::StartOverlap::ignore}, 5},
    {"leaving", {.start_overlap = lanecast::StartOverlap::leaving}, 3},
};

} // namespace

template <>
std::span<const Setting> settings<Sweep>() {
    return sweep_settings;
}

template <>
std::array<const char*, Worst::count> measures<Sweep>() {
    return {"decision", "position", "normal", "point", "depth"};
}

INSTANTIATE_TYPED_TEST_SUITE_P(Sweeps, Accuracy, Cells<Sweep>, ShapeNames);

namespace {

/// A sphere glided over an edge at the height of its radius and sank onto the face behind by 36
/// rounding errors. It passed the barrel of the edge by one rounding error, and this counted as a
/// miss for the rest of the path.
TEST(BoxSweeps, ASphereThatSinksOntoTheFaceBehindAnEdgeTouchesIt) {
    const Sweep sweep = {{0x1.129114p-3f, 0x1.01dea4p+1f, -0x1.080214p+1f, 0x1.35fa9p+0f,
                          -0x1.d5294ap-17f, 0x1.6563bcp+0f, 0, 0, 0, 0x1.0ae1a6p-2f, 1}};
    const Aabb box = {{-0x1.4d5614p-2f, 0x1.ac4584p-2f, -0x1.f44784p+0f, 0x1.3ce49ap+0f,
                       0x1.c104c6p+0f, -0x1.c9263cp-2f}};
    Pairs<Sweep, Aabb> one;
    one.add(sweep, box);
    EXPECT_TRUE(answers_of(one, {})[0].hit());
}

} // namespace

} // namespace hostile
