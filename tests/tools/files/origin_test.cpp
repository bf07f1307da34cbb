#include "tools/files/bytes.hpp"
#include "tools/program.hpp"

#include <fmt/format.h>

namespace lanecast::test {
namespace {

/// A place in metres of UTM. Neighbouring floats are 0.03 apart in x and 0.5 in y.
constexpr double east = 500'123.25, north = 4'649'776.0625;

/// A quad of 0.25 m at z = 3 that faces upwards, moved by x and y.
std::string beam(double x, double y) {
    std::string text;
    for (const auto& [dx, dy] : {std::pair{0.0, 0.0}, {0.25, 0.0}, {0.3125, 0.3125}, {0.0, 0.25}})
        text += fmt::format("v {} {} 3\n", x + dx, y + dy);
    return text + "f 1 2 3 4\n";
}

class OriginTest : public ProgramTest {
protected:
    [[nodiscard]] Outcome cast(const std::string& world, const std::string& rays,
                               const std::vector<std::string>& more) const {
        return lanecast(with({"cast", world, "--rays", write("r.csv", rays), "--out", "-",
                              "--columns", "t,id", "--quiet"},
                             more));
    }
    /// A ray that hits beam() in its middle.
    static std::string ray() {
        return fmt::format("ox,oy,oz,dx,dy,dz\n{},{},9,0,0,-1\n", east + 0.2, north + 0.2);
    }
};

// The vertices of a small beam in UTM coordinates were rounded onto each other. All rays missed,
// and nothing was said.
TEST_F(OriginTest, AMeshThatFloatsCannotHoldIsReported) {
    const std::string world = write("w.obj", beam(east, north));
    const Outcome lost = cast(world, ray(), {});
    EXPECT_EQ(lost.code, 0);
    for (const char* const part : {"warning", "w.obj", "moves coordinates by up to", "--origin"})
        EXPECT_NE(lost.err.find(part), std::string::npos) << lost.err;
    for (const std::string origin : {"auto", "500123,4649776,0", "500100,4649700,3"}) {
        const Outcome kept = cast(world, ray(), {"--origin", origin});
        EXPECT_EQ(kept.out, "t,id\n6,1\n") << origin;
    }
    EXPECT_EQ(cast(world, ray(), {"--origin", "auto"}).err, "");
}

// Positions beside names of any length were refused: their records are not aligned.
TEST_F(OriginTest, PositionsBesideTextsAreMovedBack) {
    const std::string world = write("w.obj", "usemtl tin7\n" + beam(east, north));
    const Outcome cast = lanecast({"cast", world, "--rays", write("r.csv", ray()), "--out", "-",
                                   "--quiet", "--origin", "auto", "--columns", "material,point"});
    EXPECT_EQ(cast.err, "");
    EXPECT_NE(cast.out.find("tin7,500123.4"), std::string::npos) << cast.out;
}

TEST_F(OriginTest, MeshesNearTheirOriginAreNotReported) {
    const std::string rays = "ox,oy,oz,dx,dy,dz\n0.5,0.3,9,0,0,-1\n";
    const Outcome outcome = cast(write("w.obj", beam(0.3, 0.1)), rays, {});
    EXPECT_EQ(outcome.out, "t,id\n6,1\n");
    EXPECT_EQ(outcome.err, "");
}

TEST_F(OriginTest, TextAndDoublesKeepTheirDigitsInEveryFormat) {
    std::string stl = "solid\n", ply = "ply\nformat binary_little_endian 1.0\nelement vertex 3\n"
                                       "property double x\nproperty double y\nproperty double z\n"
                                       "element face 1\nproperty list uchar int vertex_indices\n"
                                       "end_header\n";
    stl += "facet normal 0 0 1\nouter loop\n";
    for (const auto& [x, y] : {std::pair{east, north}, {east + 1, north}, {east, north + 1}}) {
        stl += fmt::format("vertex {} {} 3\n", x, y);
        put(ply, x);
        put(ply, y);
        put(ply, 3.0);
    }
    stl += "endloop\nendfacet\nendsolid\n";
    ply += std::string("\3\0\0\0\0\1\0\0\0\2\0\0\0", 13);
    for (const std::string& world : {write("w.stl", stl), write("w.ply", ply)}) {
        const Outcome outcome = cast(world, ray(), {"--origin", "auto"});
        EXPECT_EQ(outcome.out, "t,id\n6,0\n");
        EXPECT_EQ(outcome.err, "");
    }
}

/// A world of every kind of position, moved by x, y and z.
std::string world_of(double x, double y, double z, const std::string& origin) {
    const auto at = [&](double dx, double dy, double dz) {
        return fmt::format("[{}, {}, {}]", x + dx, y + dy, z + dz);
    };
    return fmt::format(
        R"({{{} "shapes": [
            {{"type": "plane", "normal": [0.6, 0.8, 0], "offset": {}}},
            {{"type": "sphere", "center": {}, "radius": 0.25}},
            {{"type": "capsule", "a": {}, "b": {}, "radius": 0.25}},
            {{"type": "line", "point": {}, "direction": [0, 0, 1]}},
            {{"type": "mesh", "file": "beam.obj", "scale": 2, "translate": {}}},
            {{"type": "instance", "world": "beam.obj", "position": {}}}]}})",
        origin, 0.6 * x + 0.8 * y - 50, at(4, 0, 0), at(8, 0, 0), at(8, 1, 0), at(2, 2, 0),
        at(12, 0, 0), at(16, 0, 0));
}

std::string spheres_at(double x, double y, double z) {
    std::string text = "cx,cy,cz,mx,my,mz,radius\n";
    for (const auto& [dx, dy] :
         {std::pair{0.0, 0.0}, {4.0, 0.0}, {8.125, 0.5}, {12.25, 0.125}, {16.125, 0.125}})
        text += fmt::format("{},{},{},-1,-1,-60,0.125\n", x + dx, y + dy, z + 6);
    return text;
}

TEST_F(OriginTest, EveryPositionInAWorldIsMoved) {
    write("beam.obj", beam(0, 0));
    const auto swept = [&](const std::string& world, const std::string& spheres,
                           const std::vector<std::string>& more) {
        return rows(with({"sweep", write("w.json", world), "--spheres", write("s.csv", spheres),
                          "--columns", "t,id,normal"},
                         more));
    };
    const std::string expected = swept(world_of(0, 0, 0, ""), spheres_at(0, 0, 0), {});
    for (const char* const id : {"0,", "1,", "2,", "4,", "6,"})
        EXPECT_NE(expected.find(fmt::format(",{}", id)), std::string::npos) << id << expected;
    const std::string named = fmt::format("\"origin\": [{}, {}, 64],", east, north);
    EXPECT_EQ(swept(world_of(east, north, 64, named), spheres_at(east, north, 64), {}), expected);
    EXPECT_EQ(swept(world_of(east, north, 64, ""), spheres_at(east, north, 64),
                    {"--origin", fmt::format("{},{},64", east, north)}),
              expected);
    // The option overrides the file.
    EXPECT_EQ(swept(world_of(east, north, 64, "\"origin\": [1, 2, 3],"),
                    spheres_at(east, north, 64),
                    {"--origin", fmt::format("{},{},64", east, north)}),
              expected);
}

TEST_F(OriginTest, AutoIsTheFirstPositionOfAWorld) {
    for (const bool begins_with_mesh : {false, true}) {
        write("beam.obj", beam(east, north));
        const std::string mesh = R"({"type": "mesh", "file": "beam.obj"})";
        const std::string plane = R"({"type": "plane", "normal": [0, 0, 1], "offset": 2})";
        const std::string sphere = fmt::format(
            R"({{"type": "sphere", "center": [{}, {}, 0], "radius": 0.1}})", east, north);
        const std::string world =
            fmt::format(R"({{"origin": "auto", "shapes": [{}, {}, {}]}})", plane,
                        begins_with_mesh ? mesh : sphere, begins_with_mesh ? sphere : mesh);
        const Outcome outcome = cast(write("w.json", world), ray(), {});
        EXPECT_EQ(outcome.out, begins_with_mesh ? "t,id\n6,2\n" : "t,id\n6,3\n");
        EXPECT_EQ(outcome.err, "");
    }
}

TEST_F(OriginTest, AWorldMayNameItsOriginAfterItsShapes) {
    const std::string shapes =
        fmt::format(R"("shapes": [{{"type": "sphere", "center": [{}, {}, 0], "radius": 0.5}}])",
                    east + 0.2, north + 0.2);
    const std::string origin = fmt::format("[{}, {}, 0]", east, north);
    for (const char* const name : {"origin", "\\u006frigin"}) {
        for (const std::string& value : {origin, std::string("\"auto\"")}) {
            const std::string world = fmt::format(R"({{{}, "{}": {}}})", shapes, name, value);
            const Outcome outcome = cast(write("w.json", world), ray(), {});
            EXPECT_EQ(outcome.out, "t,id\n8.5,0\n") << world;
            EXPECT_EQ(outcome.err, "") << world;
        }
    }
    expect_refused_world(
        "w.json", fmt::format(R"({{{}, "origin": {}, "origin": {}}})", shapes, origin, origin),
        {"the field \"origin\" occurs twice"});
    expect_refused_world("w.json", R"({"origin": [1, 2, 3]})", {"the array \"shapes\""});
}

TEST_F(OriginTest, ShapesThatFloatsCannotHoldAreReported) {
    const std::string world =
        fmt::format(R"({{"shapes": [{{"type": "sphere", "center": [{}, {}, 0], "radius": 0.1}}]}})",
                    east + 0.01, north);
    EXPECT_NE(cast(write("w.json", world), ray(), {}).err.find("w.json: rounding to floats"),
              std::string::npos);
    write("beam.obj", beam(east, north));
    const char* const placed = R"({"shapes": [
        {"type": "instance", "world": "beam.obj", "position": [0, 0, 0]}]})";
    const Outcome outcome = cast(write("w.json", placed), ray(), {});
    EXPECT_NE(outcome.err.find("beam.obj"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("\"translate\""), std::string::npos) << outcome.err;
}

TEST_F(OriginTest, PointsInAnswersGetTheOriginBack) {
    const std::string world = write("w.obj", beam(east, north));
    const std::string points = write("p.csv", fmt::format("x;y;z\n{};{};5\n", east + 0.125, north));
    const std::vector<std::string> command = {"closest",  world,  "--points",  points,
                                              "--origin", "auto", "--columns", "distance,point"};
    EXPECT_EQ(rows(command), fmt::format("2,{},{},3\n", east + 0.125, north));
    const Outcome outcome = lanecast(with(command, {"--out", path("a.npy")}));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string file = read("a.npy");
    EXPECT_NE(file.find("[('distance', '<f4'), ('point', '<f8', (3,))]"), std::string::npos);
    std::string record;
    put(record, 2.0f);
    put(record, east + 0.125);
    put(record, north);
    put(record, 3.0);
    EXPECT_EQ(file.substr(file.size() - record.size()), record);
}

TEST_F(OriginTest, DoublesOfAnArrayKeepTheirDigits) {
    const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 6), }\n";
    std::string array = "\x93NUMPY\x01";
    array += '\0';
    put(array, static_cast<std::uint16_t>(header.size()));
    array += header;
    for (const double number : {east + 0.2, north + 0.2, 9.0, 0.0, 0.0, -1.0})
        put(array, number);
    EXPECT_EQ(rows({"cast", write("w.obj", beam(east, north)), "--rays", write("r.npy", array),
                    "--origin", "auto", "--columns", "t,id"}),
              "6,1\n");
}

TEST_F(OriginTest, MasksAndIgnoredIdsAreNotMoved) {
    const std::string world = write("w.obj", beam(east, north));
    const std::string query = fmt::format("{},{},9,0,0,-1\n", east + 0.2, north + 0.2);
    const std::string hit = "6,1\n", miss = "inf,4294967295\n";
    EXPECT_EQ(cast(world,
                   "mask,ignore,ox,oy,oz,dx,dy,dz\n-1,-1," + query + "1,0," + query + "1,1," +
                       query + "0,-1," + query,
                   {"--origin", "auto"})
                  .out,
              "t,id\n" + hit + hit + miss + miss);
}

TEST_F(OriginTest, AnArrayOfAnyShapeKeepsItsShape) {
    const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }\n";
    std::string array = "\x93NUMPY\x01";
    array += '\0';
    put(array, static_cast<std::uint16_t>(header.size()));
    array += header;
    for (const double number : {east, north, 9.0, east + 0.125, north, 5.0})
        put(array, number);
    const Outcome outcome =
        lanecast({"closest", write("w.obj", beam(east, north)), "--points", write("p.npy", array),
                  "--origin", "auto", "--columns", "point,face", "--out", path("a.npy")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string file = read("a.npy");
    EXPECT_NE(file.find("[('point', '<f8', (3,)), ('face', '<u4')]"), std::string::npos);
    EXPECT_NE(file.find("'shape': (1, 2),"), std::string::npos);
    std::string record;
    put(record, east + 0.125);
    put(record, north);
    put(record, 3.0);
    put(record, std::uint32_t{0});
    EXPECT_EQ(file.substr(file.size() - record.size()), record);
}

TEST_F(OriginTest, ParticlesAndCamerasAreMoved) {
    const std::string world = write("w.obj", beam(east, north));
    const std::string particles =
        write("p.csv", fmt::format("x,y,z,vx,vy,vz\n{},{},2,0,0,0\n", east + 0.5, north));
    EXPECT_EQ(rows({"simulate", world, "--particles", particles, "--gravity", "0,0,0", "--origin",
                    "auto", "--steps", "1", "--quiet"}),
              fmt::format("{},{},2,0,0,0,0,0\n", east + 0.5, north));
    const Outcome outcome =
        lanecast({"view", world, "--origin", "auto", "--size", "8x8", "--out", path("w.png"),
                  "--from", fmt::format("{},{},5", east + 0.125, north + 0.125), "--at",
                  fmt::format("{},{},3", east + 0.125, north + 0.125), "--clip",
                  fmt::format("1,0,0,{}", east + 100)});
    expect_says(outcome, {"view   256 camera rays, 9 hits",
                          fmt::format("seen from {:.9g},{:.9g},5", east + 0.125, north + 0.125)});
}

TEST_F(OriginTest, FaultsAreRefused) {
    write("beam.obj", beam(0, 0));
    for (const char* const origin : {"5", "[1, 2]", "[1, 2, \"3\"]", "\"automatic\""}) {
        expect_refused_world("w.json", fmt::format(R"({{"origin": {}, "shapes": []}})", origin),
                             {"origin is", "must be \"auto\" or an array of 3 numbers"});
    }
    write("moved.json", R"({"origin": [1, 2, 3], "shapes": []})");
    expect_refused_world("w.json", R"({"shapes": [
        {"type": "instance", "world": "moved.json", "position": [0, 0, 0]}]})",
                         {"moved.json", "\"origin\""});
    for (const char* const origin : {"1,2", "1,2,nan", "automatic"}) {
        const Outcome outcome =
            lanecast({"view", path("beam.obj"), "--out", path("w.png"), "--origin", origin});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find("is no auto|X,Y,Z"), std::string::npos) << outcome.err;
    }
    const Outcome outcome =
        lanecast({"view", "--demo", "--out", path("w.png"), "--origin", "auto"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("--origin requires WORLD"), std::string::npos) << outcome.err;
}

} // namespace
} // namespace lanecast::test
