#include "tools/files/bytes.hpp"
#include "tools/program.hpp"

namespace lanecast::test {
namespace {

/// A pyramid over a square of two triangles, in every mesh format.
constexpr const char* obj = "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 2 0\n"
                            "f 1 2 3\nf 1 3 4\nf 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n";
constexpr float corners[5][3] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}, {0, 2, 0}};
constexpr unsigned char faces[6][3] = {{0, 1, 2}, {0, 2, 3}, {0, 4, 1},
                                       {1, 4, 2}, {2, 4, 3}, {3, 4, 0}};

std::string ply() {
    std::string text = "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\n"
                       "property float y\nproperty float z\nelement face 6\n"
                       "property list uchar int vertex_indices\nend_header\n";
    for (const auto& c : corners) {
        for (const float x : c)
            text += std::to_string(x) + " ";
        text += "\n";
    }
    for (const auto& f : faces) {
        text += "3";
        for (const int i : f)
            text += " " + std::to_string(i);
        text += "\n";
    }
    return text;
}

std::string stl() {
    std::string bytes(80, '\0');
    put(bytes, std::uint32_t{6});
    for (const auto& f : faces) {
        bytes.append(12, '\0'); // the normal
        for (const int i : f)
            for (const float x : corners[i])
                put(bytes, x);
        put(bytes, std::uint16_t{0});
    }
    return bytes;
}

std::string buffer() {
    std::string bytes;
    for (const auto& c : corners)
        for (const float x : c)
            put(bytes, x);
    for (const auto& f : faces)
        for (const int i : f)
            put(bytes, static_cast<std::uint16_t>(i));
    return bytes;
}

std::string gltf(const char* node) {
    return std::string(R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [)") +
           node + R"(], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3",
             "min": [-1, 0, -1], "max": [1, 2, 1]},
            {"bufferView": 1, "componentType": 5123, "count": 18, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 60},
                        {"buffer": 0, "byteOffset": 60, "byteLength": 36}],
        "buffers": [{"byteLength": 96, "uri": "w.bin"}]})";
}

class MeshTest : public ProgramTest {
protected:
    [[nodiscard]] std::string rays() const {
        std::string text = "ox,oy,oz,dx,dy,dz\n";
        for (int i = -10; i <= 10; ++i) {
            for (int k = -10; k <= 10; ++k) {
                text += std::to_string(0.113 * i) + "," + std::to_string(0.107 * k) +
                        ",5,0.01,0.1,-1\n";
            }
        }
        return write("r.csv", text);
    }
};

TEST_F(MeshTest, EveryFormatHasTheSameTrianglesInTheSameOrder) {
    const std::string expected = hits(write("w.obj", obj), rays());
    EXPECT_NE(expected.find(",4,"), std::string::npos);
    EXPECT_EQ(hits(write("w.ply", ply()), rays()), expected);
    EXPECT_EQ(hits(write("w.stl", stl()), rays()), expected);
    EXPECT_EQ(hits(write("W.PLY", ply()), rays()), expected);
    if (reads_gltf()) {
        write("w.bin", buffer());
        EXPECT_EQ(hits(write("w.gltf", gltf(R"({"mesh": 0})")), rays()), expected);
    }
}

TEST_F(MeshTest, NodesOfGltfPlaceTheirMeshes) {
    if (!reads_gltf())
        GTEST_SKIP() << "built without tinygltf or Draco";
    write("w.bin", buffer());
    const std::string placed = gltf(R"({"children": [1], "translation": [0, 0, 10]},
        {"mesh": 0, "scale": [2, 2, 2]})");
    EXPECT_EQ(hit(write("w.gltf", placed), "-9,1,10,1,0,0").substr(0, 4), "7.5,");
}

// Only the help of a command named the formats, and it named those that the build could not read.
TEST_F(MeshTest, InfoListsTheFormatsThatTheBuildReads) {
    expect_says(lanecast({"info"}), {"meshes    .obj .ply .stl"});
    write("w.bin", buffer());
    const std::string file = write("w.gltf", gltf(R"({"mesh": 0})"));
    if (reads_gltf()) {
        EXPECT_NE(hits(file, rays()).find(",4,"), std::string::npos);
    } else {
        expect_refused({"cast", file, "--rays", rays(), "--out", path("h.csv")},
                       {"w.gltf", "this build cannot read .gltf", "libtinygltf-dev"});
    }
}

TEST_F(MeshTest, FacesOfEveryFormatAreCountedBeforePolygonsAreCut) {
    const std::string header =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
        "property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n";
    const std::string mesh = write("w.ply", header + "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
                                                     "4 0 1 2 3\n3 0 1 2\n");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n0.8,0.1,1,0,0,-1\n"
                                            "0.2,0.9,1,0,0,-1\n");
    EXPECT_EQ(hits(mesh, rays, {"--columns", "id,face", "--all", "3"}),
              "ray,id,face\n0,0,0\n0,2,1\n1,1,0\n");
}

TEST_F(MeshTest, WorldsNameMeshesOfEveryFormat) {
    write("m.stl", stl());
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "mesh", "file": "m.stl", "scale": 2, "translate": [0, 0, 10]}]})");
    EXPECT_EQ(hit(world, "-9,1,10,1,0,0").substr(0, 4), "7.5,");
}

TEST_F(MeshTest, FilesThatAreNoMeshAreRefused) {
    expect_refused_world("w.ply", "ply\nformat ascii 1.0\nelement vertex nine\nend_header\n",
                         {"w.ply"});
    expect_refused_world("w.stl", "", {"w.stl"});
    expect_refused_world("w.glb", "glTF", {"w.glb"});
    expect_refused_world("w.gltf", gltf(R"({"mesh": 0})"), {"w.gltf"}); // w.bin is missing
    expect_refused({"cast", path("none.stl"), "--rays", rays(), "--out", path("h.csv")},
                   {"none.stl", "cannot be opened"});
    expect_refused_world("w.ply",
                         "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"
                         "property float y\nproperty float z\nend_header\n0 0 0\n",
                         {"w.ply"});
}

// An earlier reader filled in what a truncated file lacks: half of 98 triangles, or thousands of
// wrong ones, were loaded without a message. It also triangulated polygons before their indices
// were checked, so some files ended in a segmentation fault.
TEST_F(MeshTest, DamagedFilesAreRefused) {
    const std::string header =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
        "property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n";
    const std::string vertices = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
    expect_refused_world("w.ply", header + vertices + "3 0 1 2\n", {"w.ply", "is cut off"});
    expect_refused_world("w.ply", header + "0 0 0\n1 0 0\n", {"w.ply", "is cut off"});
    for (const char* const corner : {"-1", "4", "168427573"}) {
        expect_refused_world("w.ply", header + vertices + "3 0 1 2\n4 0 1 2 " + corner + "\n",
                             {"w.ply", "face 1 has the corner " + std::string(corner)});
    }
    expect_refused_world("w.ply", header + "0 0 0\n1 0 0\nnan 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n",
                         {"w.ply: ", "vertices[2].x is nan"});
    expect_refused_world("w.stl",
                         "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                         "vertex 0 1 0\nendloop\nendfacet\n",
                         {"w.stl", "is cut off"});
}

} // namespace
} // namespace lanecast::test
