#include "tools/program.hpp"

namespace lanecast::test {
namespace {

class ObjTest : public ProgramTest {
protected:
    /// "t,id" of a ray straight down from (x, y, 1).
    [[nodiscard]] std::string down(const std::string& world, const std::string& xy) const {
        const std::string row = hit(world, xy + ",1,0,0,-1");
        return row.substr(0, row.find(",4294967295"));
    }
};

constexpr const char* nothing = "inf";

constexpr const char* square = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n"
                               "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\n";

TEST_F(ObjTest, FacesMayBeWrittenInEveryWay) {
    for (const char* const faces :
         {"f 1 2 3\nf 1 3 4", "f 1/1 2/2 3/3\nf 1/1 3/3 4/4", "f 1//1 2//1 3//1\nf 1//1 3//1 4//1",
          "f 1/1/1 2/2/1 3/3/1\nf 1/1/1 3/3/1 4/4/1", "f -4 -3 -2\nf -4 -2 -1",
          "f -4/-4/-1 -3/-3/-1 -2/-2/-1\nf -4//-1 -2//-1 -1//-1",
          "f\t1  2\t3 \n f 1// 3// 4//\t"}) {
        const std::string world = write("w.obj", std::string(square) + faces + "\n");
        EXPECT_EQ(down(world, "0.5,-0.5"), "1,0") << faces;
        EXPECT_EQ(down(world, "-0.5,0.5"), "1,1") << faces;
        EXPECT_EQ(down(world, "1.5,0"), nothing) << faces;
    }
}

TEST_F(ObjTest, NegativeIndicesCountFromWhereTheyStand) {
    const std::string world = write("w.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n"
                                             "v 5 0 0\nv 6 0 0\nv 5 1 0\nf -3 -2 -1\n");
    EXPECT_EQ(down(world, "0.25,0.25"), "1,0");
    EXPECT_EQ(down(world, "5.25,0.25"), "1,1");
}

TEST_F(ObjTest, FacesMayComeBeforeTheirVertices) {
    const std::string world = write("w.obj", "f 1 2 3 4\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n");
    EXPECT_NE(down(world, "0.5,-0.4"), nothing);
    EXPECT_NE(down(world, "-0.5,0.4"), nothing);
}

TEST_F(ObjTest, CommentsGroupsAndMissingMaterialsMakeNoDifference) {
    const std::string world =
        write("w.obj", "# a comment\n\nmtllib none.mtl\no thing\n   \n"
                       "v 0 0 0 # here\nv 1 0 0 1.0\nv 0 1 0 0.5 0.5 0.5\nv +5 0. -0\n"
                       "g one\nusemtl red\ns off\nf 1 2 3 # 4 2 1\n\n"
                       "g two\nusemtl blue\nf 2 4 3\n#f 9 9 9\n");
    EXPECT_EQ(down(world, "0.25,0.25"), "1,0");
    EXPECT_EQ(down(world, "2,0.25"), "1,1");
    EXPECT_EQ(down(world, "0.5,-0.5"), nothing);
}

TEST_F(ObjTest, LinesMayEndAsOnWindowsOrNotAtAll) {
    const std::string mark = "\xEF\xBB\xBF";
    for (const std::string& text : {std::string("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\n\r\nf 1 2 3\r\n"),
                                    std::string("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3"),
                                    mark + "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3"})
        EXPECT_EQ(down(write("w.obj", text), "0.25,0.25"), "1,0") << text;
}

TEST_F(ObjTest, NumbersMayHaveExponents) {
    const std::string world = write("w.obj", "v -1 -1 0.1\nv 1 -1 0.1\nv 0 1 1e-1\nf 1 2 3\n");
    EXPECT_EQ(down(world, "0,0"), "0.9,0");
}

TEST_F(ObjTest, IdsCountTheTrianglesOfPolygons) {
    const std::string world =
        write("w.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"              // two triangles
                       "v 2 0 0\nv 3 0 0\nv 3.5 1 0\nv 2.5 2 0\nv 2 1 0\n" // three
                       "v 4 0 0\nv 5 0 0\nv 4 1 0\n"
                       "f 1 2 3 4\nf 5 6 7 8 9\nf 10 11 12\n");
    EXPECT_EQ(down(world, "4.25,0.25"), "1,5");
}

// tinyobjloader's own triangulation of this polygon, far from the origin, omits parts of it.
TEST_F(ObjTest, ConcavePolygonsAreFilledAndNoMore) {
    const std::string world = write("w.obj", "v 100 200 0\nv 103 200 0\nv 103 201 0\nv 101 201 0\n"
                                             "v 101 202 0\nv 103 202 0\nv 103 203 0\nv 100 203 0\n"
                                             "f 1 2 3 4 5 6 7 8\n");
    std::string rays = "ox,oy,oz,dx,dy,dz\n";
    std::string inside;
    for (int i = 0; i < 36; ++i) {
        for (int k = 0; k < 36; ++k) {
            // A letter C, 3 wide and 3 high, with a notch on the right.
            const double x = -0.24 + 0.1 * i;
            const double y = -0.23 + 0.1 * k;
            const bool filled = x > 0 && x < 3 && y > 0 && y < 3 && !(x > 1 && y > 1 && y < 2);
            rays += std::to_string(100 + x) + "," + std::to_string(200 + y) + ",1,0,0,-1\n";
            inside += filled ? "1\n" : "0\n";
        }
    }
    EXPECT_EQ(hits(world, write("r.csv", rays), {"--any"}), "hit\n" + inside);
}

TEST_F(ObjTest, PolygonsMayHaveMoreThan255Corners) {
    std::string text;
    std::string face = "f";
    for (int i = 0; i < 300; ++i) { // a comb along x, with a straight back at y = 0
        text += "v " + std::to_string(i * 0.1) + (i % 2 == 0 ? " 1 0\n" : " 2 0\n");
        face += " " + std::to_string(300 - i);
    }
    text += "v 0 0 0\nv 30 0 0\n";
    const std::string world = write("w.obj", text + face + " 301 302\n");
    EXPECT_NE(down(world, "0.01,0.5"), nothing);
    EXPECT_NE(down(world, "15.2,0.5"), nothing);
    EXPECT_NE(down(world, "29.8,0.5"), nothing);
    EXPECT_EQ(down(world, "15,1.9"), nothing);
}

// Texture coordinates and normals are not read, yet a file with a wrong index of one was refused.
TEST_F(ObjTest, MissingTextureCoordinatesAndNormalsDoNotMatter) {
    for (const char* const face : {"f 1/1 2/1 3/2", "f 1//1 2//0 3//-9", "f 1/7/7 2/8/8 3/9/9"}) {
        const std::string text = std::string("v -9 -9 0\nv 9 -9 0\nv 0 9 0\nvt 0 0\n") + face;
        EXPECT_EQ(hit(write("w.obj", text), "0,0,5,0,0,-1"), "5,0,4294967295,0,0,1\n") << face;
    }
}

TEST_F(ObjTest, ALineGoesOnBehindABackslash) {
    for (const char* const text :
         {"v -9 -9 0\nv 9 \\\n-9 0\nv 0 9 0\nf 1 2 \\\n3\n",
          "v -9 -9 0\r\nv 9 -9 0\r\nv 0 9 \\\r\n0\r\nf \\\r\n1 \\\r\n2 3\r\n",
          "# kept in C:\\models\\\nv -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\\"})
        EXPECT_EQ(hit(write("w.obj", text), "0,0,5,0,0,-1"), "5,0,4294967295,0,0,1\n") << text;
}

// The statement behind the name of a folder of Windows was taken for its next line, and a face was
// lost in silence.
TEST_F(ObjTest, ABackslashMayEndAName) {
    const std::string low = "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nv -9 -9 3\nv 9 -9 3\nv 0 9 3\n";
    for (const char* const line : {"usemtl lib\\wood\\", "mtllib C:\\lib\\", "g a\\", "o a\\"}) {
        const std::string text = low + "f 1 2 3\n" + line + "\nf 4 5 6\n";
        EXPECT_EQ(hit(write("w.obj", text), "0,0,5,0,0,-1", {"--columns", "t,id"}), "2,1\n")
            << line;
    }
    EXPECT_EQ(
        hit(write("w.obj", low + "f 1 2 3\\\nf 4 5 6\n"), "0,0,5,0,0,-1", {"--columns", "t,id"}),
        "2,1\n");
    EXPECT_EQ(hits(write("w.obj", low + "usemtl a\\\nf 4 5 6\n"),
                   write("r.csv", "ox,oy,oz,dx,dy,dz\n0,0,5,0,0,-1\n"), {"--columns", "material"}),
              "material\na\\\n");
}

// Python could not read the saved scene: its text was no UTF-8.
TEST_F(ObjTest, NamesInLatin1BecomeUtf8) {
    const std::string world = write(
        "w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\ng caf\xE9\nusemtl \xC3\xA9t\xC3\xA9\nf 1 2 3\n");
    EXPECT_EQ(hits(world, write("r.csv", "ox,oy,oz,dx,dy,dz\n0,0,5,0,0,-1\n"),
                   {"--columns", "group,material"}),
              "group,material\ncaf\xC3\xA9,\xC3\xA9t\xC3\xA9\n");
}

// Such statements were dropped in silence.
TEST_F(ObjTest, StatementsThatAreNotReadAreCounted) {
    const std::string world =
        write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nvt 0 0\ns 1\nfo 1 2 3\nf 1 2\nf 1\nl 1 2 3\n"
                       "p 1 2\ncurv 0 1 1 2\nsurf 0 1 0 1 1 2 3\nbzp 1 2 3\nF 1 2 3\ncall a.obj\n");
    const Outcome outcome =
        lanecast({"cast", world, "--rays", write("r.csv", "ox,oy,oz,dx,dy,dz\n0,0,5,0,0,-1\n"),
                  "--out", "-", "--columns", "t,id", "--quiet"});
    EXPECT_EQ(outcome.out, "t,id\n5,0\n");
    for (const char* const part :
         {"w.obj: left out: ", "2 faces of fewer than 3 corners", "1 lines", "1 points", "1 curves",
          "2 surfaces", "1 unknown statements", "1 calls of other files"})
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err << " lacks " << part;
    const std::string whole = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    EXPECT_EQ(lanecast({"cast", whole, "--rays", path("r.csv"), "--out", "-", "--quiet"}).err, "");
}

TEST_F(ObjTest, FaultsAreRefusedWithTheirLine) {
    const struct {
        std::string_view text;
        std::vector<std::string> parts;
    } cases[] = {
        {"", {"no faces"}},
        {"v 0 0 0\nply\nformat ascii 1.0\n",
         {"no faces: read as .obj in UTF-8", "line 2", "\"ply\""}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n", {"no faces"}},
        {"v 0 0 0\nv 1 a 0\nv 0 1 0\nf 1 2 3\n", {"line 2", "y", "\"a\""}},
        {"v 0 0 0\nv 1 0,5 0\nv 0 1 0\nf 1 2 3\n", {"line 2", "y", "\"0,5\""}},
        {"v 0 0 0\nv 1 0 0x\nv 0 1 0\nf 1 2 3\n", {"line 2", "z", "\"0x\""}},
        {"v 0 0 0\nv 1 0 0 w\nv 0 1 0\nf 1 2 3\n", {"line 2", "\"w\""}},
        {"v 0 0 0\r\n\r\nv 1 0\r\nv 0 1 0\r\nf 1 2 3\r\n", {"line 3", "z", "missing"}},
        {"v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n", {"line 2", "x", "nan"}},
        {"v 0 0 0\nv 0 inf 0\nv 0 1 0\nf 1 2 3\n", {"line 2", "y", "inf"}},
        {"v 0 0 0\nv 0 0 1e39\nv 0 1 0\nf 1 2 3\n", {"line 2", "z", "1e39"}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", {"line 4", "corner 3", "4"}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", {"line 4", "corner 1", "0"}},
        {"v 0 0 0\nv 1 0 0\nf -1 -2 -3\nv 0 1 0\n", {"line 3", "corner 3", "-3"}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n", {"line 4", "corner 3"}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/a 2/1 3/2\n", {"line 4", "corner 1"}},
        {"v 0 0 0\nv 1 \\\n0 0\nv 0 1 0\nf 1 \\\n 2 \\\n 4\n", {"line 5", "corner 3", "4"}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 c\n", {"line 4", "corner 3", "\"c\""}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2.5 3\n", {"line 4", "corner 2", "\"2.5\""}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1/1/1 2 3\n", {"line 4", "corner 1"}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\nf\n", {"no faces", "5 statements, 3 of them v"}},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 7", {"line 5", "corner 2", "7"}},
        {std::string_view("v\0 \0", 4), {"UTF-16"}},
        {"\xFF\xFEv\n", {"UTF-16"}},
    };
    for (const auto& c : cases)
        expect_refused_world("w.obj", c.text, c.parts);
}

} // namespace
} // namespace lanecast::test
