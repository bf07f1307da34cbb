#include "program.hpp"

namespace lanecast::test {
namespace {

class ClosestTest : public ProgramTest {
protected:
    /// Output rows for the points in a .csv with the given content.
    std::string nearest(const std::string& world, const std::string& points) const {
        return rows({"closest", world, "--points", write("p.csv", points)});
    }
};

constexpr const char* ball_and_line = R"({"shapes": [
    {"type": "sphere", "center": [0, 0, 0], "radius": 1},
    {"type": "line", "point": [100, 8, 0], "direction": [2, 0, 0]}]})";
constexpr const char* nothing = "inf,4294967295,4294967295,0,0,0,0,0,0\n";

TEST_F(ClosestTest, AnAnswerIsARowOfDistanceIdPartPointAndNormal) {
    const std::string points = write("p.csv", "x,y,z\n-3,0,0\n5,6,0\n");
    EXPECT_EQ(answer({"closest", write("w.json", ball_and_line), "--points", points}),
              "distance,id,part,px,py,pz,nx,ny,nz\n"
              "2,0,4294967295,-1,0,0,-1,0,0\n"
              "2,1,4294967295,5,8,0,0,-1,0\n");
}

TEST_F(ClosestTest, DistancesAreNegativeInSolids) {
    EXPECT_EQ(nearest(write("w.json", ball_and_line), "x,y,z\n0,0.25,0\n"),
              "-0.75,0,4294967295,0,1,0,0,1,0\n");
}

TEST_F(ClosestTest, WhatIsFartherThanMaxDistanceIsNotThere) {
    EXPECT_EQ(nearest(write("w.json", ball_and_line), "x,y,z,max_distance\n"
                                                      "-3,0,0,1.5\n"
                                                      "-3,0,0,2\n"
                                                      "0,0,0.5,-0.75\n"),
              nothing + std::string("2,0,4294967295,-1,0,0,-1,0,0\n") + nothing);
}

TEST_F(ClosestTest, BadQueriesAreCountedAndWrittenAsMisses) {
    const std::string points = write("p.csv", "x,y,z,max_distance\n"
                                              "-3,0,0,9\n"
                                              "-3,inf,0,9\n"
                                              "-3,0,0,nan\n"
                                              "-3,0,0,9\n");
    const Outcome outcome = lanecast(
        {"closest", write("w.json", ball_and_line), "--points", points, "--out", path("n.csv")});
    const std::string good = "2,0,4294967295,-1,0,0,-1,0,0\n";
    EXPECT_EQ(read("n.csv"),
              "distance,id,part,px,py,pz,nx,ny,nz\n" + good + nothing + nothing + good);
    expect_says(outcome, {"2 hits, 2 misses", "2 invalid", "point 1:", "points/s"});
}

TEST_F(ClosestTest, FaultsOfTheFileAreRefused) {
    const std::string world = write("w.json", ball_and_line);
    const struct {
        std::string text;
        std::vector<std::string> parts;
    } cases[] = {
        {"", {"header"}},
        {"x,y\n", {"line 1", "x,y,z[,max_distance,mask,ignore,ignore_count]"}},
        {"x,y,radius\n",
         {"line 1", "z is missing", "x,y,z[,max_distance,mask,ignore,ignore_count]"}},
        {"x,y,z\n1,2,3\n1,,3\n", {"line 3", "y", "\"\""}},
        {"x,y,z,max_distance\n1,2,3\n", {"line 2", "3 fields", "4"}},
    };
    for (const auto& c : cases)
        expect_refused_file({"closest", world, "--points"}, "p.csv", c.text, c.parts);
}

} // namespace
} // namespace lanecast::test
