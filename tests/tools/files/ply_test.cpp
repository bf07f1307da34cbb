#include "tools/files/bytes.hpp"
#include "tools/program.hpp"

#include <array>
#include <cstdint>

namespace lanecast::test {
namespace {

/// The header of vertices and one further element.
std::string header(const char* format, int vertices, const std::string& element,
                   const char* number = "float") {
    std::string text = std::string("ply\nformat ") + format + " 1.0\nelement vertex " +
                       std::to_string(vertices) + "\n";
    for (const char* const axis : {"x", "y", "z"})
        text += std::string("property ") + number + " " + axis + "\n";
    return text + element + "end_header\n";
}

constexpr const char* strips = "element tristrips 1\nproperty list int int vertex_indices\n";
constexpr const char* face = "element face 1\nproperty list uchar int vertex_indices\n";
constexpr const char* triangle = "0 0 0\n1 0 0\n0 1 0\n";

/// Eight corners of a ladder: two strips of a square and a half each, from x = 0 and from x = 2.
constexpr std::array<std::array<float, 3>, 8> ladder = {
    {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}, {2, 1, 0}, {3, 0, 0}, {3, 1, 0}}};
constexpr std::array<int, 10> ladder_strips = {9, 1, 0, 3, 2, -1, 5, 4, 7, 6};

std::string binary_ladder(bool big_endian) {
    std::string bytes =
        header(big_endian ? "binary_big_endian" : "binary_little_endian", 8, strips);
    for (const auto& corner : ladder)
        for (const float x : corner)
            put(bytes, x, big_endian);
    for (const int index : ladder_strips)
        put(bytes, index, big_endian);
    return bytes;
}

std::string text_ladder() {
    std::string text = header("ascii", 8, strips);
    for (const auto& [x, y, z] : ladder)
        text += std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + "\n";
    for (const int index : ladder_strips)
        text += std::to_string(index) + " ";
    return text + "\n";
}

class PlyTest : public ProgramTest {};

// One triangle of a file's strips was read, and the rays through all others missed.
TEST_F(PlyTest, TriangleStripsAreRead) {
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n0.2,0.4,9,0,0,-1\n"
                                            "0.8,0.6,9,0,0,-1\n1.5,0.5,9,0,0,-1\n"
                                            "2.2,0.4,9,0,0,-1\n2.8,0.6,9,0,0,-1\n");
    const std::string expected = "t,id,flags\n9,0,1\n9,1,1\ninf,4294967295,0\n9,2,1\n9,3,1\n";
    for (const std::string& content : {text_ladder(), binary_ladder(false), binary_ladder(true)})
        EXPECT_EQ(hits(write("w.ply", content), rays, {"--columns", "t,id,flags"}), expected);
}

TEST_F(PlyTest, NumbersOfEveryTypeAreRead) {
    std::string bytes = header("binary_big_endian", 3,
                               "property uchar quality\nelement edge 1\nproperty int vertex1\n"
                               "property int vertex2\nelement face 1\nproperty list uchar uchar "
                               "vertex_index\nproperty list uchar float texcoord\n",
                               "double");
    for (const auto& [x, y] : {std::pair{-1.0, -1.0}, std::pair{3.0, -1.0}, std::pair{-1.0, 3.0}}) {
        put(bytes, x, true);
        put(bytes, y, true);
        put(bytes, 2.0, true);
        put(bytes, std::uint8_t{7});
    }
    put(bytes, 0, true);
    put(bytes, 1, true);
    bytes += std::string("\3\0\1\2\1", 5);
    put(bytes, 0.5f, true);
    EXPECT_EQ(hit(write("w.ply", bytes), "0,0,5,0,0,-1", {"--columns", "t,flags"}), "3,1\n");
}

TEST_F(PlyTest, LinesMayEndAsOnEverySystem) {
    for (const std::string ending : {"\n", "\r\n", "\r"}) {
        std::string text;
        for (const char c : header("ascii", 3, face) + triangle + "3 0 1 2\n")
            text += c == '\n' ? ending : std::string(1, c);
        EXPECT_EQ(hit(write("w.ply", text), "0.2,0.2,5,0,0,-1", {"--columns", "t"}), "5\n");
    }
}

// A mesh whose faces lie in an unknown element was read without them.
TEST_F(PlyTest, ElementsThatMayHoldUnknownFacesAreRefused) {
    const std::string grid = "element range_grid 1\nproperty list uchar int vertex_indices\n";
    const std::string twice = std::string(face) + "property list uchar int vertex_index\n";
    expect_refused_world("w.ply", header("ascii", 3, twice) + triangle + "3 0 1 2 3 0 1 2\n",
                         {"the element face has several lists of vertices"});
    expect_refused_world("w.ply", header("ascii", 3, face + grid) + triangle + "3 0 1 2\n1 0\n",
                         {"the element range_grid has the list vertex_indices"});
    expect_refused_world("w.ply",
                         header("ascii", 3, "element face 1\nproperty list uchar int corners\n") +
                             triangle + "3 0 1 2\n",
                         {"the element face has no list vertex_indices"});
    const std::string textures =
        "element texture_face 1\nproperty list uchar int texture_corners\n";
    EXPECT_EQ(hit(write("w.ply", header("ascii", 3, face + textures) + triangle + "3 0 1 2\n1 0\n"),
                  "0.2,0.2,5,0,0,-1", {"--columns", "t"}),
              "5\n");
}

// Other programs wrap long rows, add a byte, and name the list "vertices".
TEST_F(PlyTest, WhatOtherProgramsWriteIsRead) {
    const auto expect_read = [&](const std::string& content) {
        SCOPED_TRACE(content);
        EXPECT_EQ(hit(write("w.ply", content), "0.2,0.2,5,0,0,-1", {"--columns", "t"}), "5\n");
    };
    expect_read(header("ascii", 3, face) + "0 0\n0 1 0 0 0\n1 0 3\n0\n\n1 2\n\n");
    expect_read(header("ascii", 3, face) + "0 0 0 1 0 0 0 1 0 3 0 1 2");
    std::string vertices = header("ascii", 3, face) + triangle + "3 0 1 2\n";
    vertices.replace(vertices.find("vertex_ind"),
                     vertices.find("\n", vertices.find("vertex_ind")) - vertices.find("vertex_ind"),
                     "vertices");
    expect_read(vertices);
    std::string bytes = header("binary_little_endian", 3, face);
    for (const float x : {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f})
        put(bytes, x);
    put(bytes, std::uint8_t{3});
    for (const int index : {0, 1, 2})
        put(bytes, index);
    for (const char* const end : {"\n", "\r\n", "x"})
        expect_read(bytes + end);
    expect_read(bytes + std::string(9, '\0'));
    const Outcome outcome =
        lanecast({"cast",
                  write("w.ply", header("ascii", 3,
                                        "element face 3\nproperty list uchar "
                                        "int vertex_indices\n") +
                                     triangle + "3 0 1 2\n2 0 1\n1 2\n"),
                  "--rays", write("r.csv", "ox,oy,oz,dx,dy,dz\n0.2,0.2,5,0,0,-1\n"), "--out", "-",
                  "--columns", "t", "--quiet"});
    EXPECT_EQ(outcome.out, "t\n5\n");
    EXPECT_NE(outcome.err.find("left out: 2 faces of fewer than 3 corners"), std::string::npos);
}

TEST_F(PlyTest, FaultsAreRefusedWithTheirPlace) {
    const std::string whole = header("ascii", 3, face) + triangle;
    expect_refused_world("w.ply", whole + "3 0 1\n", {"line 13", "ends within face 0"});
    expect_refused_world("w.ply", whole + "3 0 1 2 0\n", {"line 13", "more than face 0"});
    expect_refused_world("w.ply", whole + "3 0 1 two\n", {"line 13", "\"two\" is no number"});
    expect_refused_world("w.ply", whole + "3 0 1 2\n3 0 1 2\n", {"line 14", "more data"});
    expect_refused_world("w.ply", whole + "3 0 1 0.5\n", {"face 0 has the corner 0.5"});
    expect_refused_world("w.ply", whole + "-1 0 1 2\n", {"face 0 has a list of -1 numbers"});
    expect_refused_world("w.ply", header("ascii", 3, face, "half") + triangle,
                         {"line 4", "\"half\" is no type"});
    expect_refused_world("w.ply", header("utf-8", 3, face) + triangle, {"line 2", "\"utf-8\""});
    expect_refused_world("w.ply", "ply\nformat ascii 1.0\nelement face 0\n", {"no end_header"});
    expect_refused_world("w.ply", "solid\n", {"its first line is not \"ply\""});
    expect_refused_world("w.ply", header("ascii", 4, strips) + triangle + "0 0 1\n4 0 1 2 4\n",
                         {"tristrips 0 has the corner 4, there are 4 vertices"});
    const std::string binary = binary_ladder(false);
    expect_refused_world("w.ply", binary.substr(0, binary.size() - 1),
                         {"is cut off", "1 of the element tristrips, there are 0"});
    expect_refused_world("w.ply", binary + "more", {"4 bytes more than the header says"});
    expect_refused_world("w.ply", whole + "3 0 1 2 0 3\n", {"line 13", "more than face 0"});
}

} // namespace
} // namespace lanecast::test
