#include "program.hpp"

namespace lanecast::test {
namespace {

using OverlapTest = ProgramTest;

/// Balls at x = 0, 2, 4 that touch each other.
constexpr const char* balls = R"({"shapes": [
    {"type": "sphere", "center": [4, 0, 0], "radius": 1},
    {"type": "sphere", "center": [2, 0, 0], "radius": 1},
    {"type": "sphere", "center": [0, 0, 0], "radius": 1}]})";
constexpr const char* spheres = "cx,cy,cz,radius\n"
                                "2,1,0,1.5\n"
                                "2,9,0,1\n"
                                "2,2,0,1\n"
                                "-0.5,0,0,0\n";

TEST_F(OverlapTest, TheOneColumnOverlapsSaysYesOrNoAndTouchingIsOverlapping) {
    EXPECT_EQ(answer({"overlap", write("w.json", balls), "--spheres", write("s.csv", spheres)}),
              "overlaps\n1\n0\n1\n1\n");
}

TEST_F(OverlapTest, AllWritesARowForEachOverlapWithTheSphereInFront) {
    EXPECT_EQ(answer({"overlap", write("w.json", balls), "--spheres", write("s.csv", spheres),
                      "--all", "4"}),
              "sphere,id,part\n"
              "0,0,4294967295\n"
              "0,1,4294967295\n"
              "0,2,4294967295\n"
              "2,1,4294967295\n"
              "3,2,4294967295\n");
}

TEST_F(OverlapTest, AllStopsAtItsNumberAndSaysSo) {
    const Outcome outcome =
        lanecast({"overlap", write("w.json", balls), "--spheres", write("s.csv", spheres), "--all",
                  "2", "--out", path("o.csv")});
    EXPECT_EQ(read("o.csv"), "sphere,id,part\n"
                             "0,0,4294967295\n"
                             "0,1,4294967295\n"
                             "2,1,4294967295\n"
                             "3,2,4294967295\n");
    expect_says(outcome, {"1 spheres have more"});
}

TEST_F(OverlapTest, BadQueriesAreCountedAndOverlapNothing) {
    const std::string bad = write("s.csv", "cx,cy,cz,radius\n"
                                           "0,0,0,1\n"
                                           "nan,0,0,1\n"
                                           "0,0,0,-1\n"
                                           "0,0,0,inf\n");
    const std::string world = write("w.json", balls);
    const Outcome outcome = lanecast({"overlap", world, "--spheres", bad, "--out", path("o.csv")});
    EXPECT_EQ(read("o.csv"), "overlaps\n1\n0\n0\n0\n");
    expect_says(outcome, {"1 hits, 3 misses", "3 invalid", "sphere 1:", "spheres/s"});
    EXPECT_EQ(answer({"overlap", world, "--spheres", bad, "--all", "1"}),
              "sphere,id,part\n0,1,4294967295\n");
}

TEST_F(OverlapTest, FaultsOfTheFileAreRefused) {
    const std::string world = write("w.json", balls);
    const struct {
        std::string text;
        std::vector<std::string> parts;
    } cases[] = {
        {"", {"header"}},
        {"cx,cy,cz\n", {"line 1", "radius is missing", "must have cx,cy,cz,radius"}},
        {"cx,cy,cz,radius\n1,2,3,r\n", {"line 2", "radius", "\"r\""}},
        {"cx,cy,cz,radius\n1,2,3\n", {"line 2", "3 fields", "4"}},
    };
    for (const auto& c : cases)
        expect_refused_file({"overlap", world, "--spheres"}, "s.csv", c.text, c.parts);
}

} // namespace
} // namespace lanecast::test
