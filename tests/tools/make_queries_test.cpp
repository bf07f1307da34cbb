#include "program.hpp"

#include <algorithm>

namespace lanecast::test {
namespace {

using MakeQueriesTest = ProgramTest;

constexpr const char* triangle = "v -1 -1 0\nv 1 -1 1\nv 0 1 2\nf 1 2 3\n";

TEST_F(MakeQueriesTest, BothKindsOfFileHoldTheSameQueriesAndSomeHit) {
    const std::string world = write("w.obj", triangle);
    const struct {
        const char* kind;
        std::vector<std::string> command;
        const char* hit;
    } cases[] = {{"rays", {"cast", world, "--rays"}, ",0,4294967295,"},
                 {"sweeps", {"sweep", world, "--spheres"}, ",0,4294967295,"},
                 {"spheres", {"overlap", world, "--spheres"}, "\n1\n"},
                 {"points", {"closest", world, "--points"}, ",0,4294967295,"}};
    for (const auto& c : cases) {
        for (const bool bounds : {false, true}) {
            SCOPED_TRACE(c.kind);
            for (const char* const name : {"q.csv", "q.npy"}) {
                std::vector<std::string> make = {LANECAST_SOURCE_DIR "/scripts/make_queries",
                                                 c.kind,
                                                 "-n",
                                                 "1000",
                                                 world,
                                                 path(name)};
                const Outcome outcome =
                    run_program(bounds ? with(make, {"--bounds"}) : std::move(make));
                ASSERT_EQ(outcome.code, 0) << outcome.err;
            }
            const std::string from_csv = answer(with(c.command, {path("q.csv")}));
            EXPECT_EQ(answer(with(c.command, {path("q.npy")})), from_csv);
            EXPECT_EQ(std::count(from_csv.begin(), from_csv.end(), '\n'), 1001);
            EXPECT_NE(from_csv.find(c.hit), std::string::npos);
        }
    }
}

TEST_F(MakeQueriesTest, MakeRaysMakesTheSameRays) {
    const std::string world = write("w.obj", triangle);
    const std::string scripts = LANECAST_SOURCE_DIR "/scripts/";
    EXPECT_EQ(run_program({scripts + "make_rays", world, path("a.csv"), "-n", "50"}).code, 0);
    EXPECT_EQ(
        run_program({scripts + "make_queries", "rays", world, path("b.csv"), "-n", "50"}).code, 0);
    EXPECT_NE(read("a.csv"), "");
    EXPECT_EQ(read("a.csv"), read("b.csv"));
}

} // namespace
} // namespace lanecast::test
