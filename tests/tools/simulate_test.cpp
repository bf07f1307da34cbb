#include "program.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace lanecast::test {
namespace {

class SimulateTest : public ProgramTest {
protected:
    [[nodiscard]] std::string basin() const {
        return write("w.json", R"({"shapes": [
            {"type": "aabb", "min": [-3, -1, -3], "max": [3, 0, 3]},
            {"type": "sphere", "center": [0, 0, 0], "radius": 1}]})");
    }
};

TEST_F(SimulateTest, EachStepIsALineThatSaysWhatItDid) {
    const Outcome outcome = lanecast({"simulate", basin(), "--particles", "50", "--steps", "20"});
    expect_says(outcome, {"step,particles,moved,contacts,", "\n1,50,50,", "\n20,50,", "steps/s"});
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 23) << outcome.out;
}

TEST_F(SimulateTest, FramesAreNumberedAndOfEveryFewSteps) {
    const Outcome outcome =
        lanecast({"simulate", basin(), "--particles", "5", "--steps", "7", "--every", "3",
                  "--frames", path("film"), "--size", "32x18", "--samples", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path("film")))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names,
              (std::vector<std::string>{"frame-00000.png", "frame-00001.png", "frame-00002.png"}));
    EXPECT_NE(read("film/frame-00000.png"), read("film/frame-00002.png"));
}

TEST_F(SimulateTest, AStateCanBeWrittenAndGoneOnFrom) {
    const std::string world = basin();
    const std::string balls =
        write("balls.csv", "x,y,z,vx,vy,vz,radius\n2,3,0,0,0,0,0.25\n0,5,0.5,1,0,0,0.1\n");
    const auto run = [&](const std::string& from, const char* steps, const std::string& to) {
        const Outcome outcome =
            lanecast({"simulate", world, "--particles", from, "--steps", steps, "--out", to});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
    };
    run(balls, "40", path("whole.csv"));
    run(balls, "15", path("half.npy"));
    run(path("half.npy"), "25", path("rest.csv"));
    EXPECT_EQ(read("whole.csv"), read("rest.csv"));
    EXPECT_EQ(read("whole.csv").substr(0, 29), "x,y,z,vx,vy,vz,radius,flags\n2");
}

TEST_F(SimulateTest, BallsComeToRestOnWhatIsThere) {
    const Outcome outcome = lanecast({"simulate", basin(), "--particles",
                                      write("b.csv", "x,y,z,vx,vy,vz,radius\n2,3,0,0,0,0,0.25\n"),
                                      "--steps", "300", "--out", path("end.csv")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::istringstream row(read("end.csv"));
    std::string header;
    std::getline(row, header);
    double x = 0, y = 0;
    char comma = 0;
    row >> x >> comma >> y;
    EXPECT_NEAR(x, 2.0, 1e-3);
    EXPECT_NEAR(y, 0.25, 1e-3);
    EXPECT_NE(outcome.out.find("\n300,1,0,1,0,0,1,0,"), std::string::npos) << outcome.out;
}

TEST_F(SimulateTest, WhatMakesNoSenseIsRefused) {
    const std::string world = basin();
    expect_refused({"simulate", world, "--particles", "0"}, {"--particles 0"});
    expect_refused({"simulate", world, "--particles", "none.csv"}, {"none.csv"});
    EXPECT_EQ(lanecast({"simulate", world, "--response", "explode"}).code, 2);
    EXPECT_EQ(lanecast({"simulate", world, "--every", "2"}).code, 2); // no frames are written
    expect_refused({"simulate", world, "--out", path("state.txt")}, {"state.txt"});
    expect_refused({"simulate", world, "--particles",
                    write("bad.csv", "x,y,z,vx,vy,vz\n1,2,3,4,5,6\n1,2,nan,0,0,0\n")},
                   {"bad.csv", "particle 1"});
}

} // namespace
} // namespace lanecast::test
