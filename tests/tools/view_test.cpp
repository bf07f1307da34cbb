#include "picture.hpp"
#include "program.hpp"

#include <algorithm>

namespace lanecast::test {
namespace {

/// A colour in red, green and blue.
struct Colour {
    int r, g, b;
};

class ViewTest : public ProgramTest {
protected:
    [[nodiscard]] Picture picture(const std::string& name) const { return decoded(read(name)); }

    /// Colour in the middle of an image, or at the given shares of its width and height from there.
    [[nodiscard]] Colour colour_at(const std::string& name, double x = 0.0, double y = 0.0) const {
        const Picture p = picture(name);
        const auto column = static_cast<std::size_t>((0.5 + x) * p.width);
        const auto row = static_cast<std::size_t>((0.5 + y) * p.height);
        const unsigned char* const rgb = &p.rgb.at(3 * (row * p.width + column));
        return {rgb[0], rgb[1], rgb[2]};
    }

    void view(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "view");
        const Outcome outcome = lanecast(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_NE(outcome.out.find("Mrays/s"), std::string::npos) << outcome.out;
    }
};

constexpr const char* block = R"({"shapes": [
    {"type": "aabb", "min": [-1, 0, -1], "max": [1, 1, 1]},
    {"type": "sphere", "center": [0, 1.5, 0], "radius": 0.5}]})";

TEST_F(ViewTest, TheDemoIsDrawnInHd) {
    view({"--demo", "--out", path("p.png"), "--samples", "1"});
    const Picture drawn = picture("p.png");
    EXPECT_EQ(drawn.width, 1280u);
    EXPECT_EQ(drawn.height, 720u);
    EXPECT_GT(drawn.colours(), 1000u);
}

TEST_F(ViewTest, TheSizeIsAsAskedFor) {
    view({write("w.json", block), "--out", path("p.png"), "--size", "90x160"});
    const Picture drawn = picture("p.png");
    EXPECT_EQ(drawn.width, 90u);
    EXPECT_EQ(drawn.height, 160u);
}

TEST_F(ViewTest, TheChosenCameraHasTheWorldInTheMiddleAndAllOfIt) {
    const std::string world = write("w.json", block);
    view({world, "--out", path("p.png"), "--size", "160x90", "--samples", "1", "--no-floor"});
    view({write("empty.json", R"({"shapes": []})"), "--out", path("sky.png"), "--size", "160x90",
          "--samples", "1"});
    // Bounding box of the pixels that are not sky.
    const Picture drawn = picture("p.png");
    std::uint32_t left = 160, right = 0, top = 90, bottom = 0;
    for (std::uint32_t y = 0; y < 90; ++y) {
        for (std::uint32_t x = 0; x < 160; ++x) {
            const std::size_t i = (std::size_t{y} * 160 + x) * 3;
            if (drawn.rgb[i] >= drawn.rgb[i + 2]) { // sky pixels have more blue than red
                left = std::min(left, x);
                right = std::max(right, x);
                top = std::min(top, y);
                bottom = std::max(bottom, y);
            }
        }
    }
    EXPECT_GT(left, 0u);
    EXPECT_LT(right, 159u);
    EXPECT_GT(top, 0u);
    EXPECT_LT(bottom, 89u);
    EXPECT_GT(bottom - top, 60u);
    EXPECT_GT(picture("sky.png").colours(), 1u);
}

TEST_F(ViewTest, TheCameraStandsWhereItIsToldTo) {
    // From straight above, only the ball and the top of the block are visible. The ball is in the
    // middle of the image and the block at its rim.
    view({write("w.json", block), "--out", path("p.png"), "--size", "64x64", "--from", "0,9,0",
          "--at", "0,0,0", "--fov", "12", "--no-floor"});
    const Picture drawn = picture("p.png");
    const std::size_t middle = (std::size_t{32} * 64 + 32) * 3;
    const std::size_t rim = (std::size_t{60} * 64 + 4) * 3;
    EXPECT_GT(drawn.rgb[middle + 1], drawn.rgb[middle]); // green: a sphere
    EXPECT_GT(drawn.rgb[rim], drawn.rgb[rim + 1]);       // red: an aabb
}

TEST_F(ViewTest, EveryKindOfShapeIsSeenAndPlanesAndLinesDoNotMoveTheCamera) {
    const std::string without = R"(
        {"type": "capsule", "a": [-3, 0, 0], "b": [-3, 1, 0], "radius": 0.7},
        {"type": "cylinder", "a": [-1, 0, 0], "b": [-1, 1, 0], "radius": 0.7},
        {"type": "cone", "base": [1, 0, 0], "apex": [1, 1, 0], "radius": 0.7},
        {"type": "triangle", "v0": [2, 0, 0], "v1": [3.5, 0, 0], "v2": [3, 1.5, 0]})";
    const std::string unbounded = R"(,
        {"type": "plane", "normal": [0, 1, 0], "offset": -8},
        {"type": "line", "point": [0, 900, 0], "direction": [1, 0, 0]})";
    const auto seen_from = [&](const std::string& shapes, const char* name) {
        const Outcome outcome =
            lanecast({"view", write("w.json", "{\"shapes\": [" + shapes + "]}"), "--out",
                      path(name), "--size", "320x180", "--samples", "1", "--no-floor"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.out.substr(outcome.out.find("seen from"));
    };
    EXPECT_EQ(seen_from(without, "without.png"), seen_from(without + unbounded, "with.png"));
    // The pixels that changed show the plane, which is blue; the shapes did not change.
    const Picture before = picture("without.png");
    const Picture after = picture("with.png");
    std::size_t same = 0, blue = 0;
    for (std::size_t i = 0; i < after.rgb.size(); i += 3) {
        const bool kept = std::equal(&after.rgb[i], &after.rgb[i] + 3, &before.rgb[i]);
        same += kept;
        blue += !kept && after.rgb[i + 2] > after.rgb[i];
    }
    EXPECT_GT(same, 320u * 180u / 10u);
    EXPECT_GT(blue, 320u * 180u / 10u);
    EXPECT_EQ(same + blue, 320u * 180u);
}

TEST_F(ViewTest, AWorldOfPlanesOnlyIsDrawn) {
    view({write("w.json", R"({"shapes": [{"type": "plane", "normal": [0, 1, 0], "offset": 0}]})"),
          "--out", path("p.png"), "--size", "64x64"});
    EXPECT_GT(picture("p.png").colours(), 1u);
}

TEST_F(ViewTest, ThePictureDoesNotDependOnIsaAndThreads) {
    const std::string world = write("w.json", block);
    const std::vector<std::string> isas = supported_isas();
    view({world, "--out", path("a.png"), "--size", "160x90", "--threads", "1", "--isa",
          isas.front()});
    view({world, "--out", path("b.png"), "--size", "160x90", "--threads", "2", "--isa",
          isas.back()});
    EXPECT_TRUE(read("a.png") == read("b.png"));
}

// An image of plain sky was written without a message.
TEST_F(ViewTest, APictureWithoutAnythingInSightSaysSo) {
    const std::vector<std::string> away = {"view",   write("w.json", block),
                                           "--out",  path("p.png"),
                                           "--size", "64x64",
                                           "--from", "100,0,0",
                                           "--at",   "200,0,0"};
    expect_says(lanecast(away), {"nothing is in sight", "--from"});
    expect_says(lanecast({"view", write("e.json", R"({"shapes": []})"), "--out", path("e.png"),
                          "--size", "64x64"}),
                {"nothing is in sight", "no shapes"});
}

TEST_F(ViewTest, MaterialsHaveTheirColourOrOneByTheirName) {
    const std::string square = "v -9 -9 0\nv 9 -9 0\nv 9 9 0\nv -9 9 0\n";
    write("m.mtl", "newmtl leaf\nKd 0.02 0.6 0.02\nnewmtl brick\nKd 0.6 0.02 0.02\n");
    const auto colour = [&](const std::string& text) {
        view({write("w.obj", text), "--out", path("p.png"), "--size", "16x16", "--no-floor",
              "--from", "0,0,9", "--at", "0,0,0"});
        return colour_at("p.png");
    };
    const Colour leaf = colour("mtllib m.mtl\n" + square + "usemtl leaf\nf 1 2 3 4\n");
    EXPECT_GT(leaf.g, 2 * leaf.r);
    const Colour brick = colour("mtllib m.mtl\n" + square +
                                "v 0 0 -9\nf 1 2 5\nusemtl leaf\nusemtl brick\nf 1 2 3 4\n");
    EXPECT_GT(brick.r, 2 * brick.g);
    const auto far = [](const Colour& a, const Colour& b) {
        return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b) > 30;
    };
    const Colour plain = colour(square + "f 1 2 3 4\n");
    const Colour stone = colour(square + "usemtl stone\nf 1 2 3 4\n");
    const Colour steel = colour("mtllib none.mtl\n" + square + "usemtl steel\nf 1 2 3 4\n");
    EXPECT_TRUE(far(plain, stone) && far(plain, steel) && far(stone, steel));
}

// Seen from the camera, a red triangle hides a green one until the plane cuts it away.
TEST_F(ViewTest, APlaneCutsAwayWhatLiesBeyondIt) {
    write("m.mtl", "newmtl red\nKd 0.6 0.02 0.02\nnewmtl green\nKd 0.02 0.6 0.02\n");
    const std::string world =
        write("w.obj", "mtllib m.mtl\nv -9 -9 2\nv 9 -9 2\nv 0 9 2\nv -9 -9 -2\nv 9 -9 -2\n"
                       "v 0 9 -2\nusemtl red\nf 1 2 3\nusemtl green\nf 4 5 6\n");
    const auto colour = [&](const std::vector<std::string>& more) {
        view(with({world, "--out", path("p.png"), "--size", "16x16", "--no-floor", "--from",
                   "0,0,9", "--at", "0,0,0"},
                  more));
        return colour_at("p.png");
    };
    const Colour whole = colour({}), cut = colour({"--clip", "0,0,1,1"});
    EXPECT_GT(whole.r, 2 * whole.g);
    EXPECT_GT(cut.g, 2 * cut.r);
    const Colour none = colour({"--clip", "0,0,1,-3"}); // sky only
    EXPECT_GT(none.b, none.r);
}

TEST_F(ViewTest, ACutSolidShowsItsCutInTheLight) {
    const std::string world = write("w.json", block);
    const auto top = [&](const std::vector<std::string>& more) {
        view(with({world, "--out", path("p.png"), "--size", "16x16", "--no-floor", "--from",
                   "0,9,0", "--at", "0,0,0", "--up", "0,0,-1"},
                  more));
        return colour_at("p.png");
    };
    const Colour cut = top({"--clip", "0,1,0,0.5"}); // the cut face, as bright as a lid
    view({write("b.json",
                R"({"shapes": [{"type": "aabb", "min": [-1, 0, -1], "max": [1, 0.5, 1]}]})"),
          "--out", path("p.png"), "--size", "16x16", "--no-floor", "--from", "0,9,0", "--at",
          "0,0,0", "--up", "0,0,-1"});
    const Colour lid = colour_at("p.png");
    EXPECT_NEAR(cut.r, lid.r, 15);
    EXPECT_NEAR(cut.g, lid.g, 15);
    EXPECT_NEAR(cut.b, lid.b, 15);
}

TEST_F(ViewTest, RaysAreDrawnWithTheirHits) {
    const std::string world = write("w.json", block);
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n-8,0.5,1.2,1,0,0\n"
                                            "-8,0.5,0,1,0,0\nnan,0,0,1,0,0\n");
    const std::vector<std::string> camera = {"--size", "64x64",   "--from",    "0,0.5,9",
                                             "--at",   "0,0.5,0", "--no-floor"};
    expect_says(lanecast(with({"view", world, "--out", path("p.png"), "--rays", rays}, camera)),
                {"3 rays, 1 hits"});
    view(with({world, "--out", path("q.png")}, camera));
    EXPECT_FALSE(read("p.png") == read("q.png"));
    const Colour line = colour_at("p.png"), box = colour_at("q.png"); // the miss, in front
    EXPECT_GT(line.b - line.r, box.b - box.r + 20);
    expect_refused({"view", world, "--out", path("z.png"), "--rays", path("none.csv")},
                   {"none.csv"});
    expect_refused({"view", world, "--out", path("z.png"), "--rays", write("b.csv", "ox\n1\n")},
                   {"b.csv"});
}

TEST_F(ViewTest, AxesAndAScaleAreDrawnOnDemand) {
    const std::string world = write("w.json", block);
    const std::vector<std::string> size = {"--size", "320x240"};
    view(with({world, "--out", path("p.png")}, size));
    view(with({world, "--out", path("a.png"), "--axes"}, size));
    const Outcome outcome =
        lanecast(with({"view", world, "--out", path("s.png"), "--scale-bar"}, size));
    expect_says(outcome, {"the bar is 1 long"});
    EXPECT_FALSE(read("p.png") == read("a.png"));
    EXPECT_FALSE(read("p.png") == read("s.png"));
    const Colour bar = colour_at("s.png", -0.4, 0.444);
    EXPECT_EQ(bar.r + bar.g + bar.b, 3 * 255);
    view(with(
        {write("e.json", R"({"shapes": []})"), "--out", path("e.png"), "--axes", "--scale-bar"},
        size));
}

// Far from the origin, the head of an axis arrow is shorter than the spacing of floats. So the view
// was refused because of a cone that the user had not requested. A single ray outside the range of
// floats was enough for a refusal, too.
TEST_F(ViewTest, WorldsFarAwayHaveAxesAndRaysBeyondFloatsAreLeftOut) {
    const std::string far =
        write("w.json", R"({"shapes": [{"type": "sphere", "center": [500000, 4500000, 100],
                                  "radius": 1}]})");
    view({far, "--out", path("f.png"), "--size", "320x240", "--axes"});
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz,t_min,t_max\n"
                                            "0,5,0,0,1e-30,0,0,inf\n0,5,0,0,1,0,inf,inf\n"
                                            "0,5,0,0,1e10,0,3e38,inf\n");
    view({write("b.json", block), "--out", path("r.png"), "--size", "320x240", "--rays", rays});
}

TEST_F(ViewTest, AViewOfNothingIsRefused) {
    const std::string world = write("w.json", block);
    expect_refused({"view", world, "--out", path("p.png"), "--from", "1,2,3", "--at", "1,2,3"},
                   {"--from", "--at"});
    expect_refused({"view", world, "--out", path("p.png"), "--from", "nan,2,3"}, {"--from"});
    expect_refused({"view", world, "--out", path("p.png"), "--up", "0,0,0"}, {"--up"});
    expect_refused({"view", write("w.obj", "f 1 2 3\n"), "--out", path("p.png")},
                   {"w.obj", "line 1"});
}

} // namespace
} // namespace lanecast::test
