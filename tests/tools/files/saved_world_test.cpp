#include "../program.hpp"

#include <array>
#include <string>
#include <vector>

// Worlds that `lanecast build` has saved answer as the files that they were built from do, with
// the names of faces, and in the coordinates of those files.

namespace lanecast::test {
namespace {

/// A quad and a triangle above it, in two groups, far from 0.
constexpr const char* roof =
    "v 500000 0 0\nv 500004 0 0\nv 500004 4 0\nv 500000 4 0\nv 500002 2 1\n"
    "g floor\nusemtl stone\nf 1 2 3 4\n"
    "g roof\nusemtl tin\nf 1 2 5\n";
constexpr const char* tent = "v -1 -1 0\nv 1 -1 0\nv 0 1 0\ng side\nf 1 2 3\n";
constexpr const char* world = R"({"origin": [500000, 0, 0], "shapes": [
    {"type": "mesh", "file": "roof.obj"},
    {"type": "sphere", "center": [500010, 0, 0], "radius": 1, "user": 7, "mask": 5},
    {"type": "plane", "normal": [0, 0, 1], "offset": -100},
    {"type": "instance", "world": "tent.obj", "position": [500020, 0, 0], "user": 8},
    {"type": "instance", "world": "tent.obj", "position": [500030, 0, 0]}]})";
constexpr const char* rays = "ox,oy,oz,dx,dy,dz\n"
                             "500002,3,9,0,0,-1\n"
                             "500002,1,9,0,0,-1\n"
                             "500010,0,9,0,0,-1\n"
                             "500020,0,9,0,0,-1\n"
                             "500030,0,9,0,0,-1\n"
                             "500050,0,9,0,0,-1\n";

class SavedWorldTest : public ProgramTest {
protected:
    SavedWorldTest() {
        write("roof.obj", roof);
        write("tent.obj", tent);
        write("rays.csv", rays);
    }
    /// Builds a world. @returns the path of the saved one
    std::string built(const std::string& from, const std::vector<std::string>& more = {}) {
        expect_says(lanecast(with({"build", from, "--out", path("w.lanecast")}, more)),
                    {"wrote", "w.lanecast", "MB"});
        return path("w.lanecast");
    }
};

TEST_F(SavedWorldTest, AnswersAsItsFilesDo) {
    const std::string source = write("w.json", world), saved = built(source);
    const std::vector<std::string> columns = {
        "--columns", "t,id,part,batch,index,user,part_user,point,normal,face,group,material,flags"};
    const std::string expected = hits(source, path("rays.csv"), columns);
    EXPECT_NE(expected.find("stone"), std::string::npos) << expected;
    EXPECT_NE(expected.find("side"), std::string::npos) << expected;
    EXPECT_EQ(hits(saved, path("rays.csv"), columns), expected);
    const std::string spheres = write("s.csv", "cx,cy,cz,radius\n500010,0,0,2\n500002,2,0,1\n");
    EXPECT_EQ(answer({"overlap", saved, "--spheres", spheres, "--all", "4"}),
              answer({"overlap", source, "--spheres", spheres, "--all", "4"}));
}

TEST_F(SavedWorldTest, IsDrawnAsItsFilesAre) {
    const std::string source = write("w.json", world), saved = built(source);
    const auto picture = [&](const std::string& of) {
        EXPECT_EQ(lanecast({"view", of, "--out", path("p.png"), "--size", "64x48"}).code, 0);
        return read("p.png");
    };
    EXPECT_EQ(picture(saved), picture(source));
}

TEST_F(SavedWorldTest, HasTheSameBytesForAnyThreadsAndIsa) {
    const std::string source = write("w.json", world);
    built(source);
    const std::string expected = read("w.lanecast");
    for (const std::string& isa : supported_isas()) {
        built(source, {"--isa", isa, "--threads", "1"});
        EXPECT_EQ(read("w.lanecast"), expected) << isa;
    }
}

TEST_F(SavedWorldTest, MayBeBuiltFromASavedOne) {
    const std::string saved = built(write("w.json", world));
    const Outcome outcome = lanecast({"build", saved, "--out", path("again.lanecast")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read("again.lanecast"), read("w.lanecast"));
}

TEST_F(SavedWorldTest, KeepsItsOrigin) {
    const std::string saved = built(write("w.json", world));
    expect_refused(
        {"cast", saved, "--rays", path("rays.csv"), "--origin", "auto", "--out", path("o.csv")},
        {"w.lanecast", "keeps the origin"});
    expect_refused_world("x.json",
                         R"({"shapes": [{"type": "instance", "world": "w.lanecast",
                                         "position": [0, 0, 0]}]})",
                         {"w.lanecast", "has an origin"});
}

TEST_F(SavedWorldTest, MayBePlacedByInstances) {
    const std::string source = write("a.json", R"({"shapes": [
        {"type": "instance", "world": "tent.obj", "position": [500020, 0, 0]}]})");
    EXPECT_EQ(lanecast({"build", path("tent.obj"), "--out", path("tent.lanecast")}).code, 0);
    const std::string saved = write("b.json", R"({"shapes": [
        {"type": "instance", "world": "tent.lanecast", "position": [500020, 0, 0]}]})");
    const std::vector<std::string> columns = {"--columns", "t,id,part,face,group"};
    EXPECT_EQ(hits(saved, path("rays.csv"), columns), hits(source, path("rays.csv"), columns));
}

TEST_F(SavedWorldTest, IsRefusedIfDamagedOrOfAnotherKind) {
    const std::string saved = built(write("w.json", world));
    const std::string whole = read("w.lanecast");
    const auto expect_refused_bytes = [&](const std::string& bytes, const std::string& why) {
        expect_refused({"cast", write("bad.lanecast", bytes), "--rays", path("rays.csv"), "--out",
                        path("o.csv")},
                       {"bad.lanecast", why});
    };
    std::string damaged = whole;
    damaged[300] ^= 1;
    expect_refused_bytes(damaged, "damaged");
    damaged = whole;
    damaged[whole.size() - 60] = '\xFF';
    expect_refused_bytes(damaged, "damaged or cut off behind its scene");
    for (const std::size_t missing : {1u, 7u, 100u})
        expect_refused_bytes(whole.substr(0, whole.size() - missing), "behind its scene");
    expect_refused_bytes(whole + "x", "behind its scene");
    expect_refused_bytes(whole.substr(0, 1000), "cut off");
    expect_refused_bytes("", "no saved scene");
    expect_refused({"build", path("roof.obj"), "--out", path("w.bin")}, {"w.bin", ".lanecast"});
    EXPECT_FALSE(lanecast({"build", path("roof.obj")}).code == 0);
}

} // namespace
} // namespace lanecast::test
