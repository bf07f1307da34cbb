#include "picture.hpp"
#include "program.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <sstream>
#include <string_view>

namespace lanecast::test {
namespace {

class SimulateTest : public ProgramTest {
protected:
    [[nodiscard]] std::string basin() const {
        return write("w.json", R"({"shapes": [
            {"type": "aabb", "min": [-3, -1, -3], "max": [3, 0, 3]},
            {"type": "sphere", "center": [0, 0, 0], "radius": 1}]})");
    }
    [[nodiscard]] std::string ball() const {
        return write("ball.json",
                     R"({"shapes": [{"type": "sphere", "center": [0, 0, 0], "radius": 1}]})");
    }
    /// Heights of the particles in a .csv.
    [[nodiscard]] std::vector<double> heights(const std::string& name) const {
        std::istringstream rows(read(name));
        std::vector<double> all;
        std::string row;
        std::getline(rows, row);
        while (std::getline(rows, row))
            all.push_back(std::stod(row.substr(row.find(',') + 1)));
        return all;
    }
    static std::ptrdiff_t lines(const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
    }
};

// Reports were lines among the rows of the .csv, and said 1.37e+03 steps/s.
TEST_F(SimulateTest, EachStepIsARowAndReportsGoToStderrInPlainNumbers) {
    const Outcome outcome = lanecast({"simulate", basin(), "--particles", "50", "--steps", "20"});
    expect_says(outcome, {"step,particles,moved,contacts,", "\n1,50,50,", "\n20,50,"});
    EXPECT_EQ(lines(outcome.out), 21) << outcome.out;
    EXPECT_NE(outcome.err.find("steps/s"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("e+"), std::string::npos) << outcome.err;
}

TEST_F(SimulateTest, TheLastStateMayGoToStdoutAlone) {
    const std::vector<std::string> run = {"simulate", basin(), "--particles", "50",
                                          "--steps",  "20",    "--out",       "-"};
    const Outcome csv = lanecast(run);
    expect_says(csv, {"x,y,z,vx,vy,vz,radius,flags\n"});
    EXPECT_EQ(lines(csv.out), 51) << csv.out;
    EXPECT_NE(csv.err.find("\n20,50,"), std::string::npos) << csv.err;

    const Outcome npy = lanecast(with(run, {"--format", "npy", "--quiet"}));
    EXPECT_EQ(npy.out.substr(1, 5), "NUMPY");
    EXPECT_EQ(npy.err, "");
}

TEST_F(SimulateTest, QuietPrintsNothing) {
    const Outcome outcome = lanecast({"simulate", basin(), "--steps", "2", "--quiet"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
}

// A lift of two triangles without thickness rises by 2 and carries all particles along.
TEST_F(SimulateTest, InstancesMoveAndCarryParticles) {
    write("plate.obj", "v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nf 1 2 3 4\n");
    const std::string world = write("lift.json", R"({"shapes": [
        {"type": "instance", "world": "plate.obj", "position": [0, 0, 0],
         "move": {"velocity": [0, 1, 0], "turn": [0, 0.05, 0], "return_after": 2}}]})");
    const std::vector<std::string> run = {
        "simulate",      world,      "--particles", "200",
        "--no-floor",    "--radius", "0.02",        "--gravity=0,-9.81,0",
        "--restitution", "0",        "--quiet"};
    const auto lowest_after = [&](const std::string& steps) {
        expect_says(lanecast(with(run, {"--steps", steps, "--out", path("out.csv")})), {});
        const std::vector<double> all = heights("out.csv");
        EXPECT_EQ(all.size(), 200u);
        return *std::min_element(all.begin(), all.end());
    };
    EXPECT_NEAR(lowest_after("120"), 2.02, 0.01); // at the top
    EXPECT_NEAR(lowest_after("210"), 0.52, 0.01); // on the way down
    const Outcome fast = lanecast(with(run, {"--steps", "1", "--seconds", "40"}));
    EXPECT_NE(fast.code, 0);
    EXPECT_NE(fast.err.find("turns by 2.00 in a step"), std::string::npos) << fast.err;
}

// Points fall onto two tiles beside each other, one of rubber and one that is sticky.
TEST_F(SimulateTest, SurfacesOfShapesCount) {
    const std::string world = write("tiles.json", R"({"shapes": [
        {"type": "aabb", "min": [-2, -1, -2], "max": [0, 0, 2], "surface": {"restitution": 2}},
        {"type": "aabb", "min": [0, -1, -2], "max": [2, 0, 2],
         "surface": {"response": "stick", "friction": 0}}]})");
    const std::string above = write("two.csv", "x,y,z,vx,vy,vz\n-1,1,0,0,-60,0\n1,1,0,0,-60,0\n");
    expect_says(lanecast({"simulate", world, "--particles", above, "--no-floor", "--gravity=0,0,0",
                          "--restitution", "0.5", "--steps", "2", "--seconds", "0.0166667",
                          "--quiet", "--out", path("end.csv")}),
                {});
    const std::vector<double> ends = heights("end.csv");
    ASSERT_EQ(ends.size(), 2u);
    EXPECT_NEAR(ends[0], 1.0, 0.01); // back at full speed: down 1, up 1
    EXPECT_NEAR(ends[1], 0.0, 0.01);
}

// Pictures showed a floor that particles fell through: of 2,000 above a bunny, 1,917 ended below
// it.
TEST_F(SimulateTest, ParticlesLandOnTheFloorThatPicturesShow) {
    const auto lowest = [&](const std::vector<std::string>& more) {
        const Outcome outcome = lanecast(with(
            {"simulate", ball(), "--particles", "300", "--steps", "200", "--out", path("end.csv")},
            more));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err.find("--no-floor") == std::string::npos, !more.empty());
        const std::vector<double> ends = heights("end.csv");
        EXPECT_EQ(ends.size(), 300u);
        return *std::min_element(ends.begin(), ends.end());
    };
    EXPECT_GT(lowest({}), -1.0); // on the floor, by their radius above it
    EXPECT_LT(lowest({"--no-floor"}), -2.0);
}

// With 9.81 in any world, particles crossed a mesh of 0.2 units within a few frames, and hung in
// the air above one of 10,000 units.
TEST_F(SimulateTest, GravityFollowsTheSizeOfTheWorld) {
    const std::string above = write("a.csv", "x,y,z,vx,vy,vz\n5,9,0,0,0,0\n");
    const auto run = [&](const std::vector<std::string>& more) {
        const Outcome outcome = lanecast(with(
            {"simulate", ball(), "--particles", above, "--steps", "30", "--out", path("end.csv")},
            more));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.err;
    };
    // Half a second: a fourth of the size, which is the diagonal of the bounds.
    EXPECT_NE(run({}).find("gravity 0,-6.93,0: a fall over the size of the world"),
              std::string::npos);
    EXPECT_NEAR(heights("end.csv").at(0), 9.0 - 0.25 * 3.4641, 1e-3);
    EXPECT_NE(run({"--gravity", "0,-8,0"}).find("gravity 0,-8.00,0\n"), std::string::npos);
    EXPECT_NEAR(heights("end.csv").at(0), 8.0, 1e-3);
}

// Each frame chose its own camera to show all particles, so the world shook.
TEST_F(SimulateTest, AllFramesAreSeenFromOneCamera) {
    const std::string world =
        write("t.json", R"({"shapes": [{"type": "aabb", "min": [-1, 0, -1], "max": [1, 1, 1]},
            {"type": "sphere", "center": [0, 1.5, 0], "radius": 0.5}]})");
    // Falls from the upper corner of the bounds into the block.
    const std::string visitor = write("v.csv", "x,y,z,vx,vy,vz,radius\n0.8,1.9,-0.8,0,0,0,0.1\n");
    const Outcome outcome =
        lanecast({"simulate", world, "--particles", visitor, "--response", "sensor", "--gravity",
                  "0,-2,0", "--steps", "60", "--every", "60", "--no-floor", "--frames",
                  path("film"), "--size", "160x90", "--samples", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Picture first = decoded(read("film/frame-00000.png"));
    const Picture last = decoded(read("film/frame-00001.png"));
    const std::size_t lower = first.rgb.size() * 3 / 4;
    EXPECT_NE(first.rgb, last.rgb);
    EXPECT_TRUE(std::ranges::equal(std::span(first.rgb).subspan(lower),
                                   std::span(last.rgb).subspan(lower)));
}

TEST_F(SimulateTest, FramesAreNumberedAndOfEveryFewSteps) {
    const Outcome outcome = lanecast({"simulate", basin(), "--particles", "5", "--steps", "7",
                                      "--every", "3", "--radius", "0.5", "--frames", path("film"),
                                      "--size", "32x18", "--samples", "1"});
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

    const Outcome piped = run_program({"/bin/sh", "-c",
                                       std::string(LANECAST_PROGRAM) + " simulate " + world +
                                           " --particles - --steps 40 --out - < " + balls});
    EXPECT_EQ(piped.out, read("whole.csv"));
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
