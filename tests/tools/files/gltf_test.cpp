#include "tools/files/bytes.hpp"
#include "tools/program.hpp"

namespace lanecast::test {
namespace {

constexpr const char* facing_up = "0,0,5,0,0,-1"; // a ray to the front of the triangle
constexpr const char* columns = "t,normal,flags";

/// A triangle in the plane z = 1 that faces upwards.
class GltfTest : public ProgramTest {
protected:
    void SetUp() override {
        if (!reads_gltf())
            GTEST_SKIP() << "built without tinygltf or Draco";
        std::string bytes;
        for (const float x : {-1.0f, -1.0f, 1.0f, 3.0f, -1.0f, 1.0f, -1.0f, 3.0f, 1.0f})
            put(bytes, x);
        write("w.bin", bytes);
    }

    /// @param top    members of the file
    /// @param number the componentType of the positions
    static std::string gltf(const std::string& nodes, const std::string& top = "",
                            int number = 5126) {
        return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],)" + top +
               R"("nodes": [)" + nodes +
               R"(], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
               "accessors": [{"bufferView": 0, "count": 3, "type": "VEC3",
                              "min": [-1, -1, 1], "max": [3, 3, 1], "componentType": )" +
               std::to_string(number) + R"(}],
               "bufferViews": [{"buffer": 0, "byteLength": 36}],
               "buffers": [{"byteLength": 36, "uri": "w.bin"}]})";
    }
    [[nodiscard]] std::string row(const std::string& nodes, const std::string& top = "") const {
        return hit(write("w.gltf", gltf(nodes, top)), facing_up, {"--columns", columns});
    }
};

// Assimp ignored the extensions that a file requires. The mesh then lay elsewhere or in ruins: all
// rays missed, and the program ended with 0.
TEST_F(GltfTest, UnknownRequiredExtensionsAreRefusedByName) {
    for (const std::string name :
         {"ABC_strange", "EXT_mesh_gpu_instancing", "EXT_meshopt_compression"}) {
        const std::string top = R"("extensionsRequired": ["KHR_materials_unlit", ")" + name +
                                R"("], "extensionsUsed": [")" + name + R"("],)";
        expect_refused_world("w.gltf", gltf(R"({"mesh": 0})", top), {"requires", name});
    }
    EXPECT_EQ(row(R"({"mesh": 0})", R"("extensionsRequired": ["KHR_materials_unlit"],)"),
              "4,0,0,1,1\n");
}

TEST_F(GltfTest, TheExtensionsOfABinaryFileAreChecked) {
    std::string json = gltf(R"({"mesh": 0})", R"("extensionsRequired": ["ABC_strange"],)");
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string bytes = "glTF";
    put(bytes, 2u);
    put(bytes, static_cast<std::uint32_t>(20 + json.size()));
    put(bytes, static_cast<std::uint32_t>(json.size()));
    expect_refused_world("w.glb", bytes + "JSON" + json, {"requires", "ABC_strange"});
}

// Assimp copied the bytes of such positions as if they were floats.
TEST_F(GltfTest, PositionsThatAreNotFloatsAreRefused) {
    for (const int number : {5120, 5121, 5122, 5123}) {
        expect_refused_world(
            "w.gltf", gltf(R"({"mesh": 0})", "", number),
            {"meshes[0].primitives[0]", std::to_string(number), "gltf-transform dequantize"});
    }
}

// Assimp read the node once, at its own place.
TEST_F(GltfTest, NodesThatArePlacedManyTimesAreRefused) {
    expect_refused_world("w.gltf", gltf(R"({"children": [1]}, {"mesh": 0, "extensions":
            {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}}}})"),
                         {"nodes[1]", "EXT_mesh_gpu_instancing"});
}

// glTF demands the reversed winding for nodes whose determinant is negative. Without it, rays hit
// the backs of mirrored meshes.
TEST_F(GltfTest, MirroringNodesReverseTheWinding) {
    EXPECT_EQ(row(R"({"mesh": 0})"), "4,0,0,1,1\n");
    EXPECT_EQ(row(R"({"mesh": 0, "scale": [-1, 1, 1]})"), "4,0,0,1,1\n");
    EXPECT_EQ(row(R"({"mesh": 0, "scale": [1, 1, -1]})"), "6,0,0,1,9\n");
    EXPECT_EQ(row(R"({"children": [1], "scale": [1, -1, 1]}, {"mesh": 0, "scale": [-1, 1, 1]})"),
              "4,0,0,1,1\n");
}

// The triangle, compressed by Google's draco_transcoder. Its accessors have no data of their own.
TEST_F(GltfTest, CompressedMeshesAreDecoded) {
    const char* const file = R"({"asset": {"version": "2.0"}, "scene": 0,
        "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0, "extensions":
            {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}}}]}],
        "accessors": [
            {"componentType": 5121, "count": 3, "type": "SCALAR"},
            {"componentType": 5126, "count": 3, "type": "VEC3",
             "min": [-1, -1, 1], "max": [3, 3, 1]}],
        "bufferViews": [{"buffer": 0, "byteLength": 76}],
        "buffers": [{"byteLength": 76, "uri": "data:application/octet-stream;base64,)"
                             R"(RFJBQ08CAgEBAAAAAwEAAQAAAQf/AREB/wAAAQAJAwAAAgEBAQADA1UVrSoD)"
                             R"(BHCBMRAAAAAA/wcAAAAAgL8AAIC/AACAPwAAgEALAA=="}],
        "extensionsRequired": ["KHR_draco_mesh_compression"],
        "extensionsUsed": ["KHR_draco_mesh_compression"]})";
    EXPECT_EQ(hit(write("w.gltf", file), facing_up, {"--columns", columns}), "4,0,0,1,1\n");
}

TEST_F(GltfTest, DamagedJsonIsRefused) {
    expect_refused_world("w.gltf", "{\"asset\": ", {"its JSON is damaged"});
}

} // namespace
} // namespace lanecast::test
