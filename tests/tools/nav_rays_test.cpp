#include "program.hpp"

#include <cmath>
#include <fstream>
#include <sstream>

namespace lanecast::test {
namespace {

using NavRaysTest = ProgramTest;

/// The segments of nav_test_rays.txt, `rc` start end, as rays.
std::string segments(const std::string& bounds) {
    std::ifstream file(std::string(LANECAST_DATA_DIR) + "/nav_test_rays.txt");
    std::ostringstream rays;
    rays.precision(9);
    rays << "ox,oy,oz,dx,dy,dz,t_min,t_max\n";
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string word;
        double a[3], b[3];
        if (words >> word && word == "rc" &&
            words >> a[0] >> a[1] >> a[2] >> b[0] >> b[1] >> b[2]) {
            rays << a[0] << ',' << a[1] << ',' << a[2] << ',' << b[0] - a[0] << ',' << b[1] - a[1]
                 << ',' << b[2] - a[2] << ',' << bounds << '\n';
        }
    }
    return rays.str();
}

// The segments start and end on the floor, so each of them hits if its ends are included. Without
// its ends, the second one passes between the walls. Where the other ones hit was computed in
// double precision.
TEST_F(NavRaysTest, TheFourSegmentsHitWhereTheyShould) {
    const std::string mesh = std::string(LANECAST_DATA_DIR) + "/nav_test.obj";
    EXPECT_EQ(hits(mesh, write("r.csv", segments("0,1")), {"--any"}), "hit\n1\n1\n1\n1\n");

    std::istringstream rows(hits(mesh, write("r.csv", segments("0.05,0.95"))));
    std::string line;
    std::getline(rows, line);
    for (const double t : {0.3169554453, double{INFINITY}, 0.8159943144, 0.1196436877}) {
        ASSERT_TRUE(std::getline(rows, line));
        if (std::isinf(t))
            EXPECT_EQ(line + "\n", miss);
        else
            EXPECT_NEAR(std::stod(line), t, 2e-6) << line;
    }
    EXPECT_FALSE(std::getline(rows, line));
}

} // namespace
} // namespace lanecast::test
