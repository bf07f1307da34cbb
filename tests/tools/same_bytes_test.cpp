#include "program.hpp"

#include <random>
#include <sstream>

namespace lanecast::test {
namespace {

class SameBytesTest : public ProgramTest {
protected:
    /// Hundreds of every shape and a mesh of hills.
    [[nodiscard]] std::string make_world() {
        constexpr int cells = 30;
        std::ostringstream mesh;
        for (int i = 0; i <= cells * cells + 2 * cells; ++i) {
            mesh << "v " << i % (cells + 1) - cells / 2 << ' ' << number(-2, 0) << ' '
                 << i / (cells + 1) - cells / 2 << '\n';
        }
        for (int k = 0; k < cells; ++k) {
            for (int i = 1; i <= cells; ++i) {
                const int at = k * (cells + 1) + i;
                mesh << "f " << at << ' ' << at + cells + 1 << ' ' << at + cells + 2 << ' '
                     << at + 1 << '\n';
            }
        }
        write("hills.obj", mesh.str());
        std::ostringstream world;
        world << R"({"shapes": [{"type": "mesh", "file": "hills.obj"})";
        for (int i = 0; i < 300; ++i) {
            world << R"(, {"type": "sphere", "center": )" << vector(-15, 15) << R"(, "radius": )"
                  << number(0.1, 1) << "}";
            const double x = number(-15, 15);
            const double y = number(-15, 15);
            world << R"(, {"type": "aabb", "min": [)" << x << ", " << y << R"(, -1], "max": [)"
                  << x + number(0, 1) << ", " << y + number(0, 2) << ", 1]}";
            world << R"(, {"type": "box", "center": )" << vector(-15, 15) << R"(, "half_extents": )"
                  << vector(0, 1)
                  << R"(, "rotation": [0.18257419, 0.36514837, 0.54772256, 0.73029674]})";
            world << R"(, {"type": "triangle", "v0": )" << vector(-15, 15) << R"(, "v1": )"
                  << vector(-15, 15) << R"(, "v2": )" << vector(-15, 15) << "}";
        }
        return write("world.json", world.str() + "]}");
    }

    /// Rays in and about that world; some are bad, some are limited.
    [[nodiscard]] std::string make_rays(int count) {
        std::ostringstream rays;
        rays << "ox,oy,oz,dx,dy,dz,t_min,t_max\n";
        for (int i = 0; i < count; ++i) {
            for (int k = 0; k < 3; ++k) {
                rays << number(-30, 30) << ',';
            }
            rays << (i % 64 == 7 ? "nan" : std::to_string(number(-1, 1))) << ',';
            rays << number(-1, 1) << ',' << (i % 16 == 5 ? 0.0 : number(-1, 1)) << ',';
            rays << (i % 8 == 3 ? number(-50, 20) : 0.0) << ',' << (i % 8 == 3 ? "20" : "inf")
                 << '\n';
        }
        return write("rays.csv", rays.str());
    }

private:
    double number(double lo, double hi) {
        return lo + (hi - lo) * static_cast<double>(random_()) / 4294967296.0;
    }
    std::string vector(double lo, double hi) {
        const double x = number(lo, hi);
        const double y = number(lo, hi);
        std::ostringstream text;
        text << '[' << x << ", " << y << ", " << number(lo, hi) << ']';
        return text.str();
    }

    std::mt19937 random_{3};
};

TEST_F(SameBytesTest, of_every_isa_any_threads_and_without_the_tree) {
    const std::string world = make_world();
    const std::string rays = make_rays(2000);
    const std::vector<std::vector<std::string>> questions = {
        {}, {"--interior", "surface"}, {"--any"}};
    const std::vector<std::vector<std::string>> ways = {
        {"--threads", "1"}, {"--threads", "2"}, {}, {"--exhaustive"}};
    for (const std::vector<std::string>& question : questions) {
        std::string expected;
        for (const std::string& isa : supported_isas()) {
            for (const std::vector<std::string>& way : ways) {
                std::vector<std::string> more = {"--isa", isa};
                more.insert(more.end(), question.begin(), question.end());
                more.insert(more.end(), way.begin(), way.end());
                const std::string answer = hits(world, rays, more);
                expected = expected.empty() ? answer : expected;
                EXPECT_TRUE(answer == expected) << testing::PrintToString(more);
            }
        }
        EXPECT_GT(expected.size(), 2000u);
    }
}

TEST_F(SameBytesTest, of_the_demo) {
    const std::string rays = make_rays(1000);
    std::string expected;
    for (const std::string& isa : supported_isas()) {
        ASSERT_EQ(
            lanecast({"cast", "--demo", "--rays", rays, "--out", path("h.npy"), "--isa", isa}).code,
            0);
        const std::string answer = read("h.npy");
        expected = expected.empty() ? answer : expected;
        EXPECT_TRUE(answer == expected) << isa;
    }
}

} // namespace
} // namespace lanecast::test
