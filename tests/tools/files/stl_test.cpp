#include "tools/files/bytes.hpp"
#include "tools/program.hpp"

#include <algorithm>
#include <cctype>

namespace lanecast::test {
namespace {

constexpr const char* ray = "0.2,0.2,5,0,0,-1";
constexpr float corners[3][2] = {{0, 0}, {1, 0}, {0, 1}};

/// A binary file with one triangle in each of the planes z = 1, 2, ...
std::string binary(std::string_view title, std::uint32_t promised, int triangles) {
    std::string bytes(title);
    bytes.resize(80, ' ');
    put(bytes, promised);
    for (int i = 0; i < triangles; ++i) {
        bytes.append(12, '\0'); // the normal
        for (const auto& [x, y] : corners) {
            put(bytes, x);
            put(bytes, y);
            put(bytes, static_cast<float>(i + 1));
        }
        put(bytes, std::uint16_t{0});
    }
    return bytes;
}

const std::string text = "solid a part\n  facet normal 0 0 1\n    outer loop\n"
                         "      vertex 0 0 1\n      vertex 1 0 1\n      vertex 0 1 1\n"
                         "    endloop\n  endfacet\nendsolid a part\n";

class StlTest : public ProgramTest {
protected:
    void expect_read(const std::string& content, const char* t) const {
        SCOPED_TRACE(content.substr(0, 40));
        EXPECT_EQ(hit(write("w.stl", content), ray, {"--columns", "t,flags"}),
                  t + std::string(",1\n"));
    }
};

// The size had to be the one that the header promises. Exporters pad files, or append a colour.
TEST_F(StlTest, BytesAfterTheTrianglesAreIgnored) {
    expect_read(binary("part", 2, 2) + "written by hand", "3");
    expect_read(binary("solid part", 2, 2) + "\r\n", "3");
    expect_read(binary("part", 2, 2) + std::string(512, '\0'), "3");
}

TEST_F(StlTest, BytesThatMayBeTrianglesAreRefused) {
    expect_refused_world("w.stl", binary("part", 1, 3),
                         {"says 1 triangles", "100 bytes follow", "correct the count"});
}

// Programs that write to a pipe cannot go back to fill in the count. The file was refused as empty.
TEST_F(StlTest, ACountOfZeroIsTakenFromTheSize) {
    expect_read(binary("streamed", 0, 3), "2");
    expect_refused_world("w.stl", binary("empty", 0, 0), {"has no triangles"});
    expect_refused_world("w.stl", binary("streamed", 0, 3) + "and more",
                         {"says 0 triangles", "158 bytes follow"});
}

TEST_F(StlTest, BinaryFilesMayBeginWithSolid) { expect_read(binary("solid part", 3, 3), "2"); }

// Only lower case and a first line with "solid" were taken for text. The messages spoke of a
// damaged binary file.
TEST_F(StlTest, TextIsReadInAnyCaseAndAfterBlankLines) {
    expect_read(text, "4");
    expect_read("\n\r\n \t" + text, "4");
    std::string upper = text;
    for (char& c : upper)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    expect_read(upper, "4");
    expect_read("\xEF\xBB\xBF" + text + "solid b\nendsolid b\n", "4");
    expect_read("solid\nfacet normal nan nan nan\nouter loop vertex 0 0 2\n"
                "vertex 1 0 2\nvertex 0 1 2 endloop\nendfacet\nendsolid\n",
                "3");
}

// The line of a facet was skipped behind "facet", and its triangle was lost in silence.
TEST_F(StlTest, StatementsMayShareALine) {
    std::string line = text;
    std::ranges::replace(line, '\n', ' ');
    expect_read(line, "4");
    expect_read(line + line, "4");
    expect_read("solid\nfacet normal 0 0 1 outer loop vertex 0 0 2 vertex 1 0 2 vertex 0 1 2 "
                "endloop endfacet\nendsolid",
                "3");
    expect_read("solid a facet\n" + text.substr(text.find("facet")), "4");
    EXPECT_EQ(
        hits(write("w.stl", "solid a b facet normal 0 0 1 outer loop vertex 0 0 1 vertex 1 0 1 "
                            "vertex 0 1 1 endloop endfacet endsolid a b"),
             write("r.csv", "ox,oy,oz,dx,dy,dz\n0.1,0.1,9,0,0,-1\n"), {"--columns", "group"}),
        "group\na b\n");
}

TEST_F(StlTest, NamesMayContainKeywords) {
    for (const std::string name : {"Solid", "solid 1", "my endsolid x", "facet", "vertex 1 2 3"}) {
        std::string named = text;
        for (std::size_t at; (at = named.find("a part")) != std::string::npos;)
            named.replace(at, 6, name);
        expect_read(named, "4");
    }
    expect_read("solid\nfacet normal 0 0\n1 outer loop\nvertex\n0 0 2 vertex 1\n0 2\nvertex 0 1 2 "
                "endloop endfacet endsolid",
                "3");
}

// Assimp glues the name of a solid to its end.
TEST_F(StlTest, ASolidMayEndInOtherWays) {
    for (const char* const end :
         {"endsolida part", "end solid a part", "ENDSOLID", "end solid", "endsolid a part\n\n  \t"})
        expect_read(text.substr(0, text.find("endsolid")) + end, "4");
}

TEST_F(StlTest, TheNameOfASolidIsItsGroup) {
    const auto solid = [](const std::string& name, int z) {
        const std::string at = std::to_string(z);
        return "solid " + name + "\nfacet normal 0 0 1\nouter loop\nvertex 0 0 " + at +
               "\nvertex 1 0 " + at + "\nvertex 0 1 " + at + "\nendloop\nendfacet\nendsolid\n";
    };
    const std::string mesh = write("w.stl", solid("cover plate", 1) + solid("", 2));
    EXPECT_EQ(hits(mesh, write("r.csv", "ox,oy,oz,dx,dy,dz\n0.1,0.1,0,0,0,1\n0.1,0.1,9,0,0,-1\n"),
                   {"--columns", "face,group"}),
              "face,group\n0,cover plate\n1,\n");
}

TEST_F(StlTest, FaultsAreRefusedWithTheirPlace) {
    const auto replaced = [](const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        return text.substr(0, at) + to + text.substr(at + from.size());
    };
    expect_refused_world("w.stl", replaced("endsolid a part", ""), {"is cut off", "no endsolid"});
    expect_refused_world("w.stl", replaced("vertex 1 0 1", "vertex 1 0"),
                         {"line 5", "z is \"\", must be a number"});
    expect_refused_world("w.stl", replaced("vertex 1 0 1", "vertex 1 zero 1"),
                         {"line 5", "y is \"zero\""});
    expect_refused_world("w.stl", replaced("vertex 1 0 1", "corner 1 0 1"),
                         {"line 5", "\"corner\" is no word"});
    expect_refused_world("w.stl", replaced("      vertex 1 0 1\n", ""),
                         {"line 6", "facet 0 does not have 3 vertices"});
    expect_refused_world("w.stl", "ply\n", {"line 1", "\"ply\" is outside of a solid"});
    expect_refused_world("w.stl", binary("part", 3, 2),
                         {"is cut off", "says 3 triangles, there are 2"});
    expect_refused_world("w.stl", std::string(10, '\0'), {"is no .stl file"});
    std::string cut = binary("x", 2, 2);
    cut[1] = '\0';
    expect_refused_world("w.stl", cut.substr(0, cut.size() - 1), {"is cut off", "there are 1"});
}

} // namespace
} // namespace lanecast::test
