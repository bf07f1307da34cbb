#include "kernels/checkers/accuracy_suite.hpp"
#include "kernels/checkers/ray_checker.hpp"

namespace hostile {

namespace {

using lanecast::Interior;

constexpr Setting ray_settings[] = {
    {"solid", {}, 1},
    {"surface", {.interior = Interior::surface}, 5},
    {"surface, no backfaces",
     {.interior = Interior::surface, .backfaces = lanecast::Backfaces::cull},
     5},
};

} // namespace

template <>
std::span<const Setting> settings<Ray>() {
    return ray_settings;
}

template <>
std::array<const char*, Worst::count> measures<Ray>() {
    return {"decision", "position", "normal", "u, v", nullptr};
}

INSTANTIATE_TYPED_TEST_SUITE_P(Rays, Accuracy, Cells<Ray>, ShapeNames);

namespace {

/// Rays at a vertex, an edge and the middle of triangles whose vertices lie exactly on a line.
TEST(TriangleRays, ZeroAreaIsAlwaysMissed) {
    Random random(accuracy_seed);
    Pairs<Ray, Triangle> cases;
    for (std::size_t i = 0; i < 50'000; ++i) {
        const auto whole = [&] { return static_cast<float>(random.below(17)) - 8.0f; };
        Triangle triangle{};
        const float step[3] = {whole(), whole(), whole()};
        const float times[3] = {whole(), whole(), random.one_in(2) ? 0.0f : whole()};
        const float base[3] = {whole(), whole(), whole()};
        for (std::size_t k = 0; k < 9; ++k)
            triangle.c[k] = base[k % 3] + times[k / 3] * step[k % 3];
        const std::size_t target = 3 * random.below(3);
        Ray ray{{{whole(), whole(), whole(), 0, 0, 0, 0, 1e30f}}};
        for (std::size_t k = 0; k < 3; ++k)
            ray.c[3 + k] = triangle.c[target + k] - ray.c[k];
        if (ray.c[3] != 0 || ray.c[4] != 0 || ray.c[5] != 0)
            cases.add(ray, triangle);
    }
    EXPECT_EQ(answers_of(cases, {}).summaries.full.hits, 0u);
}

TEST(TriangleRays, InteriorMakesNoDifference) {
    const auto cases = make_pairs<Ray, Triangle>(Kind::near, 100'000, accuracy_seed);
    EXPECT_EQ(difference(answers_of(cases, {}), answers_of(cases, {.interior = Interior::surface})),
              "");
}

/// A wire is thinner than the error of a ray beside it. When its real radius was tested, only 1 in
/// 400 of the rays aimed at its axis hit it. Now all but 1 in 280 hit it; these few pass it because
/// of rounding errors.
TEST(WireRays, ThroughTheAxisMeetIt) {
    Random random(accuracy_seed);
    Pairs<Ray, Capsule> capsules;
    Pairs<Ray, Cylinder> cylinders;
    for (std::size_t i = 0; i < 50'000; ++i) {
        const reference::Vector a = random.in_cube(1.0), axis = random.direction();
        const reference::Vector from = a + random.perpendicular(axis) + random.in_cube(0.3);
        Capsule capsule{};
        store(capsule.c.data(), a - axis);
        store(capsule.c.data() + 3, a + axis);
        capsule.c[6] = 1e-9f;
        Ray ray{{{0, 0, 0, 0, 0, 0, 0, 1e30f}}};
        store(ray.c.data(), from);
        store(ray.c.data() + 3, a + random.between(-0.9, 0.9) * axis - from);
        capsules.add(ray, capsule);
        Cylinder cylinder{};
        std::copy(capsule.c.begin(), capsule.c.end(), cylinder.c.begin());
        cylinders.add(ray, cylinder);
    }
    EXPECT_GE(answers_of(capsules, {}).summaries.full.hits, 49'500u);
    EXPECT_GE(answers_of(cylinders, {}).summaries.full.hits, 49'500u);
}

} // namespace

} // namespace hostile
