#include "program.hpp"

#include <algorithm>
#include <set>

#include <png.h>

namespace lanecast::test {
namespace {

struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<unsigned char> rgb;

    [[nodiscard]] std::size_t colours() const {
        std::set<std::uint32_t> seen;
        for (std::size_t i = 0; i < rgb.size(); i += 3) {
            seen.insert(static_cast<std::uint32_t>(rgb[i] << 16 | rgb[i + 1] << 8 | rgb[i + 2]));
        }
        return seen.size();
    }
};

class ViewTest : public ProgramTest {
protected:
    /// Reads a picture with libpng, which checks that all of it is there.
    [[nodiscard]] Picture picture(const std::string& name) const {
        const std::string file = read(name);
        png_image header{};
        header.version = PNG_IMAGE_VERSION;
        Picture result;
        if (png_image_begin_read_from_memory(&header, file.data(), file.size()) == 0) {
            ADD_FAILURE() << name << ": " << header.message;
            return result;
        }
        header.format = PNG_FORMAT_RGB;
        result.width = header.width;
        result.height = header.height;
        result.rgb.resize(PNG_IMAGE_SIZE(header));
        if (png_image_finish_read(&header, nullptr, result.rgb.data(), 0, nullptr) == 0) {
            ADD_FAILURE() << name << ": " << header.message;
        }
        return result;
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

TEST_F(ViewTest, the_demo_is_drawn_in_hd) {
    view({"--demo", "--out", path("p.png"), "--samples", "1"});
    const Picture drawn = picture("p.png");
    EXPECT_EQ(drawn.width, 1280u);
    EXPECT_EQ(drawn.height, 720u);
    EXPECT_GT(drawn.colours(), 1000u);
}

TEST_F(ViewTest, the_size_is_as_asked_for) {
    view({write("w.json", block), "--out", path("p.png"), "--size", "90x160"});
    const Picture drawn = picture("p.png");
    EXPECT_EQ(drawn.width, 90u);
    EXPECT_EQ(drawn.height, 160u);
}

TEST_F(ViewTest, the_chosen_camera_has_the_world_in_the_middle_and_all_of_it) {
    const std::string world = write("w.json", block);
    view({world, "--out", path("p.png"), "--size", "160x90", "--samples", "1", "--no-floor"});
    view({write("empty.json", R"({"shapes": []})"), "--out", path("sky.png"), "--size", "160x90",
          "--samples", "1"});
    // What is not sky is as a box of pixels.
    const Picture drawn = picture("p.png");
    std::uint32_t left = 160, right = 0, top = 90, bottom = 0;
    for (std::uint32_t y = 0; y < 90; ++y) {
        for (std::uint32_t x = 0; x < 160; ++x) {
            const std::size_t i = (std::size_t{y} * 160 + x) * 3;
            if (drawn.rgb[i] >= drawn.rgb[i + 2]) { // the sky is bluer than it is red
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

TEST_F(ViewTest, the_camera_stands_where_it_is_told_to) {
    // From right above, only the ball and the top of the block are seen: without light or haze
    // the picture would be symmetric; here its middle is the ball and its rim the block.
    view({write("w.json", block), "--out", path("p.png"), "--size", "64x64", "--from", "0,9,0",
          "--at", "0,0,0", "--fov", "12", "--no-floor"});
    const Picture drawn = picture("p.png");
    const std::size_t middle = (std::size_t{32} * 64 + 32) * 3;
    const std::size_t rim = (std::size_t{60} * 64 + 4) * 3;
    EXPECT_GT(drawn.rgb[middle + 1], drawn.rgb[middle]); // green: a sphere
    EXPECT_GT(drawn.rgb[rim], drawn.rgb[rim + 1]);       // red: an aabb
}

TEST_F(ViewTest, every_kind_of_shape_is_seen_and_planes_and_lines_do_not_move_the_camera) {
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
    // What of the picture changed is the plane, blue; the shapes stayed.
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

TEST_F(ViewTest, a_world_of_planes_only_is_drawn) {
    view({write("w.json", R"({"shapes": [{"type": "plane", "normal": [0, 1, 0], "offset": 0}]})"),
          "--out", path("p.png"), "--size", "64x64"});
    EXPECT_GT(picture("p.png").colours(), 1u);
}

TEST_F(ViewTest, the_picture_does_not_depend_on_isa_and_threads) {
    const std::string world = write("w.json", block);
    const std::vector<std::string> isas = supported_isas();
    view({world, "--out", path("a.png"), "--size", "160x90", "--threads", "1", "--isa",
          isas.front()});
    view({world, "--out", path("b.png"), "--size", "160x90", "--threads", "2", "--isa",
          isas.back()});
    EXPECT_TRUE(read("a.png") == read("b.png"));
}

// A picture of plain sky came out without a word.
TEST_F(ViewTest, a_picture_without_anything_in_sight_says_so) {
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

TEST_F(ViewTest, a_view_of_nothing_is_refused) {
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
