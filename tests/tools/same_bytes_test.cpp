#include "program.hpp"

#include <array>
#include <random>
#include <sstream>

namespace lanecast::test {
namespace {

class SameBytesTest : public ProgramTest {
protected:
    /// A world with hundreds of every shape, but few planes and lines, and a mesh of hills.
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
            for (const auto& [type, a, b] :
                 {std::array{"capsule", "a", "b"}, std::array{"cylinder", "a", "b"},
                  std::array{"cone", "base", "apex"}}) {
                const std::array<double, 3> from = {number(-15, 15), number(-15, 15),
                                                    number(-15, 15)};
                world << R"(, {"type": ")" << type << R"(", ")" << a << R"(": )" << text_of(from)
                      << R"(, ")" << b << R"(": )"
                      << text_of({from[0] + number(-2, 2), from[1] + number(-2, 2),
                                  from[2] + number(-2, 2)})
                      << R"(, "radius": )" << number(0.1, 1) << "}";
            }
        }
        for (int i = 0; i < 3; ++i) {
            world << R"(, {"type": "plane", "normal": )" << vector(-2, 2) << R"(, "offset": )"
                  << number(-60, -20) << "}";
            world << R"(, {"type": "line", "point": )" << vector(-15, 15) << R"(, "direction": )"
                  << vector(-2, 2) << "}";
        }
        return write("world.json", world.str() + "]}");
    }

    /// Rays inside and around the world; some are invalid, some are limited.
    [[nodiscard]] std::string make_rays(int count) {
        std::ostringstream rays;
        rays << "ox,oy,oz,dx,dy,dz,t_min,t_max\n";
        for (int i = 0; i < count; ++i) {
            for (int k = 0; k < 3; ++k)
                rays << number(-30, 30) << ',';
            rays << (i % 64 == 7 ? "nan" : std::to_string(number(-1, 1))) << ',';
            rays << number(-1, 1) << ',' << (i % 16 == 5 ? 0.0 : number(-1, 1)) << ',';
            rays << (i % 8 == 3 ? number(-50, 20) : 0.0) << ',' << (i % 8 == 3 ? "20" : "inf")
                 << '\n';
        }
        return write("rays.csv", rays.str());
    }

    /// Moving spheres inside and around the world; some overlap it, some are invalid.
    [[nodiscard]] std::string make_moving_spheres(int count) {
        std::ostringstream spheres;
        spheres << "cx,cy,cz,mx,my,mz,radius,t_max\n";
        for (int i = 0; i < count; ++i) {
            for (int k = 0; k < 6; ++k)
                spheres << number(-20, 20) << ',';
            spheres << (i % 8 == 3    ? "0"
                        : i % 64 == 7 ? "-1"
                                      : std::to_string(number(0, 2)))
                    << ',' << (i % 4 == 1 ? number(0, 3) : 1.0) << '\n';
        }
        return write("moving.csv", spheres.str());
    }

    /// Spheres inside and around the world.
    [[nodiscard]] std::string make_spheres(int count) {
        std::ostringstream spheres;
        spheres << "cx,cy,cz,radius\n";
        for (int i = 0; i < count; ++i) {
            spheres << number(-20, 20) << ',' << number(-20, 20) << ',' << number(-20, 20) << ','
                    << (i % 64 == 7 ? "nan" : std::to_string(i % 8 == 3 ? 0.0 : number(0, 3)))
                    << '\n';
        }
        return write("spheres.csv", spheres.str());
    }
    [[nodiscard]] std::string make_points(int count) {
        std::ostringstream points;
        points << "x,y,z,max_distance\n";
        for (int i = 0; i < count; ++i) {
            points << number(-20, 20) << ',' << number(-20, 20) << ','
                   << (i % 64 == 7 ? "inf" : std::to_string(number(-20, 20))) << ','
                   << (i % 4 == 1 ? std::to_string(number(-1, 3)) : "inf") << '\n';
        }
        return write("points.csv", points.str());
    }

    /// Expects the same bytes from a command with every set of options.
    void expect_same(const std::vector<std::string>& command) {
        const std::vector<std::vector<std::string>> ways = {
            {"--threads", "1"}, {"--threads", "2"},      {},
            {"--exhaustive"},   {"--build", "thorough"}, {"--build", "fast"}};
        std::string expected;
        for (const std::string& isa : supported_isas()) {
            for (const std::vector<std::string>& way : ways) {
                const std::string bytes = answer(with(with(command, {"--isa", isa}), way));
                expected = expected.empty() ? bytes : expected;
                EXPECT_TRUE(bytes == expected) << testing::PrintToString(command) << ' ' << isa
                                               << ' ' << testing::PrintToString(way);
            }
        }
        EXPECT_GT(hit_count(expected), 300u) << testing::PrintToString(command);
    }

private:
    /// Number of lines that are not misses.
    static std::size_t hit_count(const std::string& answers) {
        std::istringstream lines(answers);
        std::size_t count = 0;
        std::string line;
        for (std::getline(lines, line); std::getline(lines, line);)
            count += line != "0" && line.find(",4294967295,4294967295,") == std::string::npos;
        return count;
    }

    double number(double lo, double hi) {
        return lo + (hi - lo) * static_cast<double>(random_()) / 4294967296.0;
    }
    static std::string text_of(const std::array<double, 3>& v) {
        std::ostringstream text;
        text << '[' << v[0] << ", " << v[1] << ", " << v[2] << ']';
        return text.str();
    }
    std::string vector(double lo, double hi) {
        return text_of({number(lo, hi), number(lo, hi), number(lo, hi)});
    }

    std::mt19937 random_{3};
};

TEST_F(SameBytesTest, OfRaysOnEveryIsaAnyThreadsAndWithoutTheTree) {
    const std::vector<std::string> command = {"cast", make_world(), "--rays", make_rays(2000)};
    expect_same(command);
    expect_same(with(command, {"--interior", "surface"}));
    expect_same(with(command, {"--any"}));
    expect_same(with(command, {"--all", "5"}));
}

TEST_F(SameBytesTest, OfSweepsOnEveryIsaAnyThreadsAndWithoutTheTree) {
    const std::vector<std::string> command = {"sweep", make_world(), "--spheres",
                                              make_moving_spheres(2000)};
    expect_same(command);
    expect_same(with(command, {"--start-overlap", "leaving"}));
}

TEST_F(SameBytesTest, OfOverlapsOnEveryIsaAnyThreadsAndWithoutTheTree) {
    const std::vector<std::string> command = {"overlap", make_world(), "--spheres",
                                              make_spheres(2000)};
    expect_same(command);
    expect_same(with(command, {"--all", "3"}));
}

TEST_F(SameBytesTest, OfClosestPointsOnEveryIsaAnyThreadsAndWithoutTheTree) {
    expect_same({"closest", make_world(), "--points", make_points(2000)});
}

TEST_F(SameBytesTest, OfTheDemo) {
    const std::vector<std::vector<std::string>> commands = {
        {"cast", "--demo", "--rays", make_rays(1000)},
        {"sweep", "--demo", "--spheres", make_moving_spheres(1000)},
        {"closest", "--demo", "--points", make_points(1000)},
        {"overlap", "--demo", "--spheres", make_spheres(1000), "--all", "2"}};
    for (const std::vector<std::string>& command : commands) {
        std::string expected;
        for (const std::string& isa : supported_isas()) {
            ASSERT_EQ(lanecast(with(command, {"--out", path("a.npy"), "--isa", isa})).code, 0);
            const std::string bytes = read("a.npy");
            expected = expected.empty() ? bytes : expected;
            EXPECT_TRUE(bytes == expected) << command[0] << ' ' << isa;
        }
    }
}

} // namespace
} // namespace lanecast::test
