#include "tools/program.hpp"

#include <sstream>

#include <sys/resource.h>

namespace lanecast::test {
namespace {

using JsonTest = ProgramTest;

std::string world_of(const std::string& shapes) { return "{\"shapes\": [" + shapes + "]}"; }

TEST_F(JsonTest, IdsCountShapesAndMeshTrianglesInFileOrder) {
    // One shape each along x = 0, 10, 20 ...; the mesh in the middle has two triangles.
    write("quad.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n");
    const std::string world = write("w.json", world_of(R"(
        {"type": "sphere", "center": [0, 0, 0], "radius": 1},
        {"type": "sphere", "center": [10, 0, 0], "radius": 2},
        {"type": "aabb", "min": [19, -1, -1], "max": [21, 1, 3]},
        {"type": "mesh", "file": "quad.obj", "scale": 2, "translate": [30, 0, 4]},
        {"type": "box", "center": [40, 0, 0], "half_extents": [1, 2, 3]},
        {"type": "box", "center": [50, 0, 0], "half_extents": [1, 1, 1],
         "rotation": [0.70710678, 0, 0, 0.70710678]},
        {"type": "triangle", "v0": [59, -1, 5], "v1": [61, -1, 5], "v2": [60, 2, 5]},
        {"type": "sphere", "center": [70, 0, 0], "radius": 1.5})"));
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n"
                                            "0,0,10,0,0,-1\n"
                                            "10,0,10,0,0,-1\n"
                                            "20,0,10,0,0,-1\n"
                                            "30,1.9,10,0,0,-1\n"
                                            "30,-1.9,10,0,0,-1\n"
                                            "40,0,10,0,0,-1\n"
                                            "50,0,10,0,0,-1\n"
                                            "60,0,10,0,0,-1\n"
                                            "70,0,10,0,0,-1\n");
    const std::vector<std::string> expected = {"9,0", "8,1", "7,2", "6,4",  "6,3",
                                               "7,5", "9,6", "5,7", "8.5,8"};
    EXPECT_EQ(first_fields(hits(world, rays), 2), expected);
}

TEST_F(JsonTest, EveryTypeOfShapeLiesWhereTheFileSays) {
    const struct {
        const char* shape;
        const char* nearest; ///< distance from (0, 0, 10), id, part and point
    } cases[] = {
        {R"({"type": "sphere", "center": [0, 0, 2], "radius": 3})", "5,0,4294967295,0,0,5,"},
        {R"({"type": "aabb", "min": [-1, -1, -1], "max": [1, 1, 4]})", "6,0,4294967295,0,0,4,"},
        {R"({"type": "box", "center": [0, 0, 1], "half_extents": [4, 4, 2]})",
         "7,0,4294967295,0,0,3,"},
        {R"({"type": "capsule", "a": [0, 0, 1], "b": [0, 0, 3], "radius": 2})",
         "5,0,4294967295,0,0,5,"},
        {R"({"type": "cylinder", "a": [0, 0, 1], "b": [0, 0, 3], "radius": 2})",
         "7,0,4294967295,0,0,3,"},
        {R"({"type": "cone", "base": [0, 0, 1], "apex": [0, 0, 3], "radius": 2})",
         "7,0,4294967295,0,0,3,"},
        {R"({"type": "triangle", "v0": [-4, -4, 1], "v1": [4, -4, 1], "v2": [0, 4, 1]})",
         "9,0,4294967295,0,0,1,"},
        {R"({"type": "plane", "normal": [0, 0, 2], "offset": 8})", "6,0,4294967295,0,0,4,"},
        {R"({"type": "line", "point": [5, 0, 7], "direction": [2, 0, 0]})",
         "3,0,4294967295,0,0,7,"},
    };
    const std::string points = write("p.csv", "x,y,z\n0,0,10\n");
    for (const auto& c : cases) {
        const std::string found =
            rows({"closest", write("w.json", world_of(c.shape)), "--points", points});
        EXPECT_EQ(found.substr(0, std::string(c.nearest).size()), c.nearest) << c.shape;
    }
}

TEST_F(JsonTest, IdsCountThroughAllTypes) {
    const std::string world = write("w.json", world_of(R"(
        {"type": "plane", "normal": [1, 0, 0], "offset": -90},
        {"type": "capsule", "a": [0, 0, 0], "b": [1, 0, 0], "radius": 1},
        {"type": "line", "point": [0, 50, 0], "direction": [0, 0, 1]},
        {"type": "cone", "base": [20, 0, 0], "apex": [20, 1, 0], "radius": 1},
        {"type": "cone", "base": [30, 0, 0], "apex": [30, 1, 0], "radius": 1},
        {"type": "cylinder", "a": [40, 0, 0], "b": [41, 0, 0], "radius": 1},
        {"type": "capsule", "a": [50, 0, 0], "b": [50, 0, 0], "radius": 1})"));
    std::istringstream lines(
        rows({"closest", world, "--points",
              write("p.csv", "x,y,z\n-80,0,0\n0,5,0\n0,45,0\n20,5,0\n30,5,0\n40,5,0\n50,5,0\n")}));
    std::string line;
    for (int id = 0; id < 7; ++id) {
        ASSERT_TRUE(std::getline(lines, line));
        EXPECT_NE(line.find("," + std::to_string(id) + ",4294967295,"), std::string::npos) << line;
    }
}

TEST_F(JsonTest, AMeshIsFoundBesideTheWorldAndNotWhereOneStands) {
    write("tri.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string world = write("w.json", world_of(R"({"type": "mesh", "file": "tri.obj"})"));
    EXPECT_EQ(hit(world, "0.25,0.25,1,0,0,-1"), "1,0,4294967295,0,0,1\n");
}

TEST_F(JsonTest, InstancesHaveOneIdEachAndNameTheirParts) {
    write("quad.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n");
    write("pair.json", world_of(R"(
        {"type": "sphere", "center": [0, 0, 0], "radius": 1},
        {"type": "mesh", "file": "quad.obj", "translate": [0, 10, 0]},
        {"type": "sphere", "center": [0, 20, 0], "radius": 1})"));
    const std::string world = write("w.json", world_of(R"(
        {"type": "instance", "world": "pair.json", "position": [0, 0, 0]},
        {"type": "sphere", "center": [10, 0, 0], "radius": 2},
        {"type": "instance", "world": "pair.json", "position": [20, 0, 0], "scale": 2},
        {"type": "instance", "world": "./pair.json", "position": [50, 0, 0],
         "rotation": [0, 0, -0.70710678, 0.70710678]},
        {"type": "instance", "world": "quad.obj", "position": [80, 0, 5]})"));
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n"
                                            "0,0,10,0,0,-1\n"
                                            "0.5,9.1,10,0,0,-1\n"
                                            "-0.5,10.9,10,0,0,-1\n"
                                            "0,20,10,0,0,-1\n"
                                            "10,0,10,0,0,-1\n"
                                            "20,40,10,0,0,-1\n"
                                            "70,0,11,0,0,-1\n"
                                            "80.5,-0.9,10,0,0,-1\n"
                                            "90,0,10,0,0,-1\n");
    const std::vector<std::string> expected = {
        "9,0,0",  "10,0,1",         "10,0,2",
        "9,0,3",  "8,1,4294967295", "8,2,3",
        "10,3,3", "5,4,0",          "inf,4294967295,4294967295"};
    EXPECT_EQ(first_fields(hits(world, rays), 3), expected);
}

TEST_F(JsonTest, InstancesThatCannotBeAreNamedWithTheirIndex) {
    write("tri.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write("bad.json", world_of(R"({"type": "sphere", "center": [0, 0, 0], "radius": -1})"));
    write("nested.json",
          world_of(R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0]})"));
    const std::string good = R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0]}, )";
    const struct {
        const char* shape;
        std::vector<std::string> parts;
    } cases[] = {
        {R"({"type": "instance", "position": [0, 0, 0]})", {"shapes[1].world", "missing"}},
        {R"({"type": "instance", "world": 3, "position": [0, 0, 0]})", {"shapes[1].world", "3"}},
        {R"({"type": "instance", "world": "none.obj", "position": [0, 0, 0]})",
         {"shapes[1].world", "none.obj"}},
        {R"({"type": "instance", "world": "tri.png", "position": [0, 0, 0]})",
         {"shapes[1].world", "tri.png", "a mesh (.obj,"}},
        {R"({"type": "instance", "world": "bad.json", "position": [0, 0, 0]})",
         {"shapes[1].world", "bad.json", "shapes[0].radius is -1"}},
        {R"({"type": "instance", "world": "w.json", "position": [0, 0, 0]})",
         {"shapes[1].world", "w.json", "shapes[0] is an instance"}},
        {R"({"type": "instance", "world": "nested.json", "position": [0, 0, 0]})",
         {"shapes[1].world", "nested.json", "shapes[0] is an instance"}},
        {R"({"type": "instance", "world": "tri.obj"})", {"shapes[1].position", "missing"}},
        {R"({"type": "sphere", "center": [0, 0, 0], "radius": 1, "surface": 0.5})",
         {"shapes[1].surface is 0.5, must be an object"}},
        {R"({"type": "sphere", "center": [0, 0, 0], "radius": 1, "surface": {"bounce": 1}})",
         {"shapes[1].surface has an unknown field", "bounce"}},
        {R"({"type": "sphere", "center": [0, 0, 0], "radius": 1, "surface": {"friction": -1}})",
         {"shapes[1].surface.friction is -1, must be finite and at least 0"}},
        {R"({"type": "mesh", "file": "tri.obj", "surface": {"response": "sensor"}})",
         {"shapes[1].surface.response is \"sensor\", must be \"bounce\", \"slide\""}},
        {R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0], "move": 1})",
         {"shapes[1].move is 1, must be an object"}},
        {R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0],
             "move": {"speed": [0, 0, 1]}})",
         {"shapes[1].move has an unknown field", "speed"}},
        {R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0],
             "move": {"velocity": [0, 1]}})",
         {"shapes[1].move.velocity", "an array of 3 numbers"}},
        {R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0],
             "move": {"return_after": 0}})",
         {"shapes[1].move.return_after is 0, must be more than 0"}},
        {R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0], "scale": 0})",
         {"shapes[1].scale is 0, must be at least 2^-126"}},
        {R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0], "scale": "2"})",
         {"shapes[1].scale is \"2\", must be a number"}},
        {R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0],
             "rotation": [0, 0, 0, 2]})",
         {"shapes[1].rotation"}},
        {R"({"type": "instance", "world": "tri.obj", "position": [0, 0, 0], "translate": 1})",
         {"shapes[1]", "translate"}},
    };
    for (const auto& c : cases)
        expect_refused_world("w.json", world_of(good + c.shape), c.parts);
}

TEST_F(JsonTest, TextThatIsNoJsonIsRefusedWithItsLine) {
    expect_refused_world("w.json", "{\"shapes\": [\n  {\"type\": \"sphere\",,}\n]}", {"line 2"});
    expect_refused_world("w.json", "{\"shapes\": [{\"type\": \"sph", {"line 1"});
    expect_refused_world("w.json", "", {"line 1"});
    expect_refused_world("w.json", "{\"shapes\": [{\"radius\": NaN}]}", {"line 1"});
    expect_refused_world("w.json", "{\"shapes\": [{\"radius\": 1e999}]}", {"1e999"});
}

// Misspelt fields were ignored, and one of two fields of the same name was lost.
TEST_F(JsonTest, UnknownFieldsAndThoseThatStandTwiceAreRefused) {
    expect_refused_world("w.json", R"({"shapes": [], "shape": []})", {"unknown field", "shape"});
    expect_refused_world("w.json", R"({"shapes": [], "shapes": []})", {"shapes", "twice"});
    expect_refused_world(
        "w.json",
        R"({"shapes": [{"type": "sphere", "center": [0, 0, 0], "radius": 1, "radius": 2}]})",
        {"shapes[0]", "radius", "twice"});
}

// The message quoted such an array in full, which crashed the program.
TEST_F(JsonTest, WhatIsNestedTooDeeplyIsRefused) {
    const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    expect_refused_world("w.json", R"({"shapes": [{"type": "sphere", "center": )" + deep + "}]}",
                         {"nested"});
    expect_refused_world("w.json", "{\"shapes\": [" + std::string(1'000'000, '['),
                         {"shapes[0]", "nested"});
}

TEST_F(JsonTest, ADocumentWithoutShapesIsRefused) {
    expect_refused_world("w.json", "[]", {"shapes"});
    expect_refused_world("w.json", std::string(1'000'000, '['), {"shapes"});
    expect_refused_world("w.json", "{}", {"shapes"});
    expect_refused_world("w.json", "{\"shapes\": 3}", {"shapes"});
    expect_refused_world("w.json", "{\"shapes\": [7]}", {"shapes[0]"});
}

TEST_F(JsonTest, BadFieldsAreNamedWithTheIndexOfTheirShape) {
    const std::string good = R"({"type": "sphere", "center": [0, 0, 0], "radius": 1}, )";
    const struct {
        const char* shape;
        std::vector<std::string> parts;
    } cases[] = {
        {R"({})", {"shapes[1].type", "missing"}},
        {R"({"type": "torus"})", {"shapes[1].type", "torus", "sphere"}},
        {R"({"type": 5})", {"shapes[1].type", "5"}},
        {R"({"type": "sphere", "radius": 1})", {"shapes[1].center", "missing"}},
        {R"({"type": "sphere", "center": [0, 0, 0]})", {"shapes[1].radius", "missing"}},
        {R"({"type": "sphere", "center": [0, 0], "radius": 1})", {"shapes[1].center", "3"}},
        {R"({"type": "sphere", "center": [0, 0, 0, 0], "radius": 1})", {"shapes[1].center", "3"}},
        {R"({"type": "sphere", "center": 4, "radius": 1})", {"shapes[1].center", "4"}},
        {R"({"type": "sphere", "center": [0, "one", 0], "radius": 1})",
         {"shapes[1].center[1]", "\"one\""}},
        {R"({"type": "sphere", "center": [0, null, 0], "radius": 1})",
         {"shapes[1].center[1]", "null"}},
        {R"({"type": "sphere", "center": [0, 0, 0], "radius": "big"})",
         {"shapes[1].radius", "big"}},
        {R"({"type": "sphere", "center": [0, 0, 0], "radius": 1e39})",
         {"shapes[1].radius", "1e+39"}},
        {R"({"type": "sphere", "center": [0, 0, 0], "raduis": 1, "radius": 1})",
         {"shapes[1]", "raduis"}},
        {R"({"type": "box", "center": [0, 0, 0], "half_extents": [1, 1, 1], "rotation": [0, 1]})",
         {"shapes[1].rotation", "4"}},
        {R"({"type": "capsule", "a": [0, 0, 0], "radius": 1})", {"shapes[1].b", "missing"}},
        {R"({"type": "cylinder", "a": [0, 0, 0], "b": [0, 0, 1]})",
         {"shapes[1].radius", "missing"}},
        {R"({"type": "cone", "base": [0, 0, 0], "apex": [1, 1], "radius": 1})",
         {"shapes[1].apex", "3"}},
        {R"({"type": "cone", "a": [0, 0, 0], "b": [1, 1, 1], "radius": 1})",
         {"shapes[1].base", "missing"}},
        {R"({"type": "plane", "normal": [0, 0, 1], "offset": [1]})", {"shapes[1].offset", "[1]"}},
        {R"({"type": "plane", "normal": [0, 0, 1], "offset": 1, "layer": 3})",
         {"shapes[1]", "layer"}},
        {R"({"type": "line", "point": [0, 0, 1]})", {"shapes[1].direction", "missing"}},
        {R"({"type": "mesh"})", {"shapes[1].file", "missing"}},
        {R"({"type": "mesh", "file": 3})", {"shapes[1].file", "3"}},
        {R"({"type": "mesh", "file": "none.obj"})", {"shapes[1].file", "none.obj"}},
        {R"({"type": "mesh", "file": "w.json"})", {"shapes[1].file", ".obj"}},
        {R"({"type": "mesh", "file": "bad.obj"})", {"shapes[1].file", "bad.obj", "line 2"}},
        {R"({"type": "mesh", "file": "tri.obj", "scale": "two"})", {"shapes[1].scale", "two"}},
        {R"({"type": "mesh", "file": "tri.obj", "scale": 3e38, "translate": [3e38, 0, 0]})",
         {"shapes[1]", "tri.obj", "finite"}},
    };
    write("bad.obj", "v 0 0 0\nv 1 zero 0\n");
    write("tri.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for (const auto& c : cases)
        expect_refused_world("w.json", world_of(good + c.shape), c.parts);
}

// The library reports these shapes by their index in a batch; the message must name their place in
// the file.
TEST_F(JsonTest, RefusedShapesAreNamedAsTheFileNamesThem) {
    const std::string before =
        R"({"type": "sphere", "center": [0, 0, 0], "radius": 1},
           {"type": "aabb", "min": [0, 0, 0], "max": [1, 1, 1]},
           {"type": "box", "center": [0, 0, 0], "half_extents": [1, 1, 1]},)";
    const struct {
        const char* shape;
        std::vector<std::string> parts;
    } cases[] = {
        {R"({"type": "sphere", "center": [0, 0, 0], "radius": -0.5})",
         {"shapes[3].radius is -0.5, must be greater than 0"}},
        {R"({"type": "sphere", "center": [0, 0, 0], "radius": 0})", {"shapes[3].radius"}},
        {R"({"type": "aabb", "min": [0, 2, 0], "max": [1, 1, 1]})", {"shapes[3].m"}},
        {R"({"type": "box", "center": [0, 0, 0], "half_extents": [1, -1, 1]})",
         {"shapes[3].half_extents"}},
        {R"({"type": "box", "center": [0, 0, 0], "half_extents": [1, 1, 1],
             "rotation": [0, 0, 0, 0.9]})",
         {"shapes[3].rotation is (0, 0, 0, 0.9), must be of length 1"}},
        {R"({"type": "capsule", "a": [0, 0, 0], "b": [0, 0, 0], "radius": -1})",
         {"shapes[3].radius is -1"}},
        {R"({"type": "cylinder", "a": [0, 0, 0], "b": [1, 0, 0], "radius": 0})",
         {"shapes[3].radius is 0"}},
        {R"({"type": "cylinder", "a": [2, 0, 0], "b": [2, 0, 0], "radius": 1})", {"shapes[3]."}},
        {R"({"type": "cone", "base": [2, 0, 0], "apex": [2, 0, 0], "radius": 1})",
         {"shapes[3].", "base"}},
        {R"({"type": "plane", "normal": [0, 0, 0], "offset": 1})", {"shapes[3].normal"}},
        {R"({"type": "line", "point": [0, 0, 0], "direction": [0, 0, 0]})",
         {"shapes[3].direction"}},
    };
    for (const auto& c : cases)
        expect_refused_world("w.json", world_of(before + c.shape), c.parts);
}

TEST_F(JsonTest, TheRefusedOneOfALongRunIsNamed) {
    std::string shapes;
    for (int i = 0; i < 100; ++i) {
        shapes += std::string(i == 0 ? "" : ", ") +
                  R"({"type": "sphere", "center": [0, 0, 0], "radius": )" + (i == 61 ? "-2" : "1") +
                  "}";
    }
    expect_refused_world("w.json", world_of(shapes), {"shapes[61].radius is -2"});
}

// Robots' meshes are scaled along each axis, and mirrored.
TEST_F(JsonTest, MeshesAreScaledAlongEachAxis) {
    const std::string mesh = write(
        "m.obj", "v 0 0 1\nv 2 0 1\nv 2 2 1\nv 0 2 1\nf 1 2 3 4\nv 0 0 9\nv 1 0 9\nv 0 1 9\n");
    const std::vector<std::string> columns = {"--columns", "t,id,flags"};
    const auto with_scale = [&](const std::string& scale, const std::string& more = "") {
        return write("w.json", R"({"shapes": [{"type": "mesh", "file": "m.obj", "scale": )" +
                                   scale + more + "}]}");
    };
    const std::string ray = "3,1.2,5,0,0,-1"; // at the second triangle
    const struct {
        const char *json, *option, *answer;
    } cases[] = {{"[2, 1, 3]", "2,1,3", "2,1,1\n"},
                 {"[2, 1, -3]", "2,1,-3", "8,1,9\n"}, // from below, so the back
                 {"2", "2", "3,1,1\n"}};
    for (const auto& c : cases) {
        EXPECT_EQ(hit(with_scale(c.json), ray, columns), c.answer) << c.json;
        EXPECT_EQ(hit(mesh, ray, with(columns, {"--scale", c.option})), c.answer) << c.option;
    }
    // Mirrored twice is turned: the same side looks down.
    EXPECT_EQ(hit(mesh, "-3,1.2,5,0,0,-1", with(columns, {"--scale", "-2,1,-3"})), "8,1,9\n");
    EXPECT_EQ(hit(mesh, ray, with(columns, {"--scale", "2,1,3", "--origin", "auto"})), "2,1,1\n");
    expect_refused_world("w.json", R"({"shapes": [{"type": "mesh", "file": "m.obj",
                         "scale": [1, 2]}]})",
                         {"scale", "array of 3 numbers"});
    expect_refused({"cast", with_scale("1"), "--scale", "1,1,2", "--rays", path("ray.csv"), "--out",
                    path("h.csv")},
                   {"w.json", "is no mesh", "--scale"});
}

// Other programs cut a quad from its first corner; ears are cut along the shorter diagonal.
TEST_F(JsonTest, PolygonsAreCutAsChosen) {
    const std::string mesh = write("m.obj", "v 0 0 0\nv 1 0 0\nv 1 1 1\nv 0 1 0\nf 1 2 3 4\n");
    const std::string ray = "0.83,0.22,9,0,0,-1";
    const std::vector<std::string> t = {"--columns", "t"};
    EXPECT_EQ(hit(mesh, ray, t), "8.95\n"); // z = x + y - 1
    EXPECT_EQ(hit(mesh, ray, with(t, {"--triangulate", "ears"})), "8.95\n");
    EXPECT_EQ(hit(mesh, ray, with(t, {"--triangulate", "fan"})), "8.78\n"); // z = y
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "mesh", "file": "m.obj", "triangulate": "fan"}]})");
    EXPECT_EQ(hit(world, ray, t), "8.78\n");
    expect_refused_world("w.json", R"({"shapes": [
        {"type": "mesh", "file": "m.obj", "triangulate": "no"}]})",
                         {"triangulate is \"no\", must be \"ears\" or \"fan\""});
}

// The triangles kept their winding when a negative scale mirrored the mesh, so rays from outside
// hit its backs. Here the mesh faces upwards, and its mirror image downwards.
TEST_F(JsonTest, ANegativeScaleReversesTheWindingOfAMesh) {
    write("up.obj", "v 0 0 1\nv 2 0 1\nv 2 2 1\nv 0 3 1\nf 1 2 3 4\n");
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "mesh", "file": "up.obj", "scale": -1},
        {"type": "mesh", "file": "up.obj", "scale": -2, "translate": [20, 0, 0]}]})");
    const std::vector<std::string> columns = {"--columns", "t,normal,flags"};
    EXPECT_EQ(hit(world, "-1,-1,-9,0,0,1", columns), "8,0,0,-1,1\n");
    EXPECT_EQ(hit(world, "-1,-1,9,0,0,-1", columns), "10,0,0,1,9\n");
    EXPECT_EQ(hit(world, "18,-2,9,0,0,-1", columns), "11,0,0,1,9\n");
}

/// CPU time of all programs that have been run so far.
double seconds_of_programs() {
    rusage usage = {};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

// After each shape the parser searched all shapes before it, so 200,000 spheres took 12 s to load,
// and twice as many took four times as long.
TEST_F(JsonTest, AWorldOfManyShapesLoadsInLinearTime) {
    const auto seconds = [&](int count) {
        std::string shapes;
        for (int i = 0; i < count; ++i)
            shapes += (i == 0 ? "" : ",\n") +
                      std::string(R"({"type": "sphere", "radius": 0.25, "center": [)") +
                      std::to_string(i % 100) + ", " + std::to_string(i / 100) + ", 0]}";
        const std::string world = write("w.json", world_of(shapes));
        const double before = seconds_of_programs();
        EXPECT_EQ(hit(world, "99,0,9,0,0,-1", {"--threads", "1"}).substr(0, 8), "8.75,99,");
        return seconds_of_programs() - before;
    };
    const double few = seconds(20'000);
    EXPECT_LT(seconds(160'000), 20 * few);
}

} // namespace
} // namespace lanecast::test
