#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "lanecast/lanecast.hpp"

// LANECAST_EXPLAIN=1 tells users why a call is slow: one line on stderr for each call on a scene.

namespace {

using namespace lanecast;

#ifdef _WIN32
void setenv(const char* name, const char* value, int) { _putenv_s(name, value); }
#endif

/// Returns what a call writes to stderr. The variable is read at the first call of the process.
template <class Call>
std::string explained(Call call) {
    setenv("LANECAST_EXPLAIN", "1", 1);
    testing::internal::CaptureStderr();
    call();
    return testing::internal::GetCapturedStderr();
}

Scene grid_of_spheres() {
    std::vector<Vec3> centers;
    for (int i = 0; i < 10'000; ++i)
        centers.push_back({static_cast<float>(i % 100), static_cast<float>(i / 100), 0});
    Scene scene;
    scene.add(Spheres{.center = centers, .radius = 0.3f});
    scene.commit();
    return scene;
}

TEST(Explain, WritesOneLineForACall) {
    const Scene scene = grid_of_spheres();
    const std::vector<Vec3> origins(100, Vec3{50, 50, 10});
    const std::string line = explained([&] {
        std::vector<float> t(origins.size());
        closest_hit(scene, {.origin = origins, .direction = Vec3{0, 0, -1}}, {.t = t},
                    {.threads = 1});
    });
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
    for (const std::string part :
         {"lanecast: closest_hit: queries 0 to 99 of 100, ", " leaf blocks, ",
          ", 1 thread: ", "interleaved (few queries reach the same nodes), parts of 100"})
        EXPECT_NE(line.find(part), std::string::npos) << line;
}

TEST(Explain, NamesTheEngineThatWasAskedFor) {
    const Scene scene = grid_of_spheres();
    const std::vector<Vec3> points(3);
    const std::string line = explained([&] {
        std::vector<float> distance(points.size());
        closest_point(scene, {.position = points}, {.distance = distance},
                      {.traversal = Traversal::exhaustive});
    });
    EXPECT_NE(line.find("closest_point: "), std::string::npos) << line;
    EXPECT_NE(line.find("exhaustive (Options::traversal)"), std::string::npos) << line;
}

TEST(Explain, KnowsSingleRays) {
    const Scene scene = grid_of_spheres();
    const Ray ray = {.origin = {0, 0, 9}, .direction = {0, 0, -1}};
    const std::string line = explained([&] { EXPECT_TRUE(occluded(scene, ray)); });
    EXPECT_NE(line.find("occluded: one query, "), std::string::npos) << line;
    EXPECT_NE(line.find(": single\n"), std::string::npos) << line;
}

} // namespace
