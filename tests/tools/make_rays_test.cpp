#include "program.hpp"

#include <algorithm>

namespace lanecast::test {
namespace {

using MakeRaysTest = ProgramTest;

constexpr const char* make_rays = LANECAST_SOURCE_DIR "/scripts/make_rays";

TEST_F(MakeRaysTest, both_kinds_of_file_hold_the_same_rays_and_some_hit) {
    const std::string world = write("w.obj", "v -1 -1 0\nv 1 -1 1\nv 0 1 2\nf 1 2 3\n");
    for (const char* const name : {"r.csv", "r.npy"}) {
        const Outcome outcome =
            run_program({make_rays, world, path(name), "-n", "1000", "--bounds"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
    }
    const std::string answer = hits(world, path("r.csv"));
    EXPECT_EQ(hits(world, path("r.npy")), answer);
    EXPECT_EQ(std::count(answer.begin(), answer.end(), '\n'), 1001);
    EXPECT_NE(answer.find(",0,4294967295,"), std::string::npos);
}

} // namespace
} // namespace lanecast::test
