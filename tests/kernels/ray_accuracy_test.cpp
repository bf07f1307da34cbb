#include "kernels/accuracy_suite.hpp"
#include "kernels/ray_checker.hpp"

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

/// Rays at the corner, an edge and the middle of triangles whose corners lie exactly on a line.
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

} // namespace

} // namespace hostile
