#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tools/console/failure.hpp"
#include "tools/files/gltf_models.hpp"
#include "tools/files/temporary_folder.hpp"
#include "tools/meshes/mesh.hpp"

// Assimp, which read glTF before, crashed on skins, ignored morph targets, and dropped triangles
// with bad indices in silence.

namespace lanecast::test {
namespace {

using Corners = std::vector<Vec3d>;

class GltfPolygons : public testing::Test {
protected:
    void SetUp() override {
        const auto endings = tools::readable_mesh_endings();
        if (std::ranges::find(endings, ".gltf") == endings.end())
            GTEST_SKIP() << "built without tinygltf or Draco";
    }

    /// The corners of all faces, one after the other.
    [[nodiscard]] Corners read(const std::string& content, const char* name = "w.gltf") const {
        const tools::Polygons polygons = tools::load_polygons(folder_.write(name, content));
        Corners corners;
        for (const std::uint32_t corner : polygons.corners)
            corners.push_back(polygons.vertices[corner]);
        return corners;
    }
    [[nodiscard]] Corners read(const GltfFile& file) const { return read(file.text()); }

    /// The heights of the corners of a mesh that may be of any kind.
    [[nodiscard]] std::vector<double> heights(const GltfFile& file) const {
        std::vector<double> z;
        for (const Vec3d& corner : read(file))
            z.push_back(corner.z);
        return z;
    }

    void expect_refused(const std::string& content, const std::vector<std::string>& parts,
                        const char* name = "w.gltf") const {
        try {
            static_cast<void>(read(content, name));
            ADD_FAILURE() << "not refused; expected " << parts[0];
        } catch (const tools::Failure& failure) {
            for (const std::string& part : parts) {
                EXPECT_NE(std::string(failure.what()).find(part), std::string::npos)
                    << failure.what() << " lacks " << part;
            }
        }
    }
    void expect_refused(const GltfFile& file, const std::vector<std::string>& parts) const {
        expect_refused(file.text(), parts);
    }

    /// Returns the warnings about a file.
    [[nodiscard]] std::string warning(const GltfFile& file) const {
        testing::internal::CaptureStderr();
        static_cast<void>(read(file));
        return testing::internal::GetCapturedStderr();
    }

    TemporaryFolder folder_;
};

void expect_near(const Corners& a, const Corners& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_NEAR(a[i].x, b[i].x, 1e-12) << i;
        EXPECT_NEAR(a[i].y, b[i].y, 1e-12) << i;
        EXPECT_NEAR(a[i].z, b[i].z, 1e-12) << i;
    }
}

const Corners expected = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}};

TEST_F(GltfPolygons, EveryContainerHasTheSameBits) {
    GltfFile file = square_file();
    EXPECT_EQ(read(file), expected);
    EXPECT_EQ(read(file.binary(), "w.glb"), expected);
    folder_.write("a b+c.bin", file.bytes + "more bytes than the buffer has");
    file.document["buffers"][0]["uri"] = "a%20b+c.bin";
    EXPECT_EQ(read(file.document.dump()), expected);
    EXPECT_EQ(read("\xEF\xBB\xBF" + file.document.dump()), expected);
    folder_.write("col:on.bin", file.bytes);
    file.document["buffers"][0]["uri"] = "./col:on.bin"; // a path, no scheme
    EXPECT_EQ(read(file.document.dump()), expected);
}

TEST_F(GltfPolygons, ListsStripsAndFansOfEveryTypeOfIndexAreRead) {
    const Corners strip = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const Corners fan = {{1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}};
    for (const int type : {GltfFile::u8, GltfFile::u16, GltfFile::u32}) {
        GltfFile file;
        file.mesh(square);
        const auto with = [&](int mode, const std::vector<double>& indices) {
            file.primitive()["mode"] = mode;
            file.primitive()["indices"] = file.add("SCALAR", type, indices);
            return read(file);
        };
        EXPECT_EQ(with(4, halves), expected);
        EXPECT_EQ(with(5, {0, 1, 3, 2}), strip);
        EXPECT_EQ(with(5, {0, 1, 3, 3, 2}).size(), 3u); // the triangles at 3 3 have no area
        EXPECT_EQ(with(6, {0, 1, 2, 3}), fan);
    }
    GltfFile file;
    file.mesh(square);
    file.primitive()["mode"] = 6;
    EXPECT_EQ(read(file), fan);
}

TEST_F(GltfPolygons, InterleavedSparseAndQuantizedPositionsAreRead) {
    GltfFile interleaved;
    const int view = interleaved.view<float>({9, 0, 0, 0, 9, 1, 0, 0, 9, 1, 1, 0, 9, 0, 1, 0});
    interleaved.document["bufferViews"][0]["byteStride"] = 16;
    interleaved.primitive()["attributes"]["POSITION"] =
        interleaved.accessor(view, "VEC3", GltfFile::f32, 4);
    interleaved.document["accessors"][0]["byteOffset"] = 4;
    interleaved.primitive()["indices"] = interleaved.add("SCALAR", GltfFile::u8, halves);
    EXPECT_EQ(read(interleaved), expected);

    GltfFile sparse;
    sparse.mesh({0, 0, 0, 7, 7, 7, 1, 1, 0, 7, 7, 7}, halves);
    const int indices = sparse.view<std::uint8_t>({1, 3});
    const int values = sparse.view<float>({1, 0, 0, 0, 1, 0});
    sparse.document["accessors"][0]["sparse"] = {
        {"count", 2},
        {"indices", {{"bufferView", indices}, {"componentType", GltfFile::u8}}},
        {"values", {{"bufferView", values}}}};
    EXPECT_EQ(read(sparse), expected);
    sparse.document["accessors"][0].erase("bufferView"); // the others are 0
    EXPECT_EQ(read(sparse)[2], Vec3d{});
    sparse.bytes[static_cast<std::size_t>(
        sparse.document["bufferViews"][static_cast<std::size_t>(indices)]["byteOffset"])] = 4;
    expect_refused(sparse, {"accessors[0]", "sparse index 4, there are 4"});

    GltfFile quantized;
    quantized.mesh(square, halves);
    const int bytes = quantized.view<std::uint8_t>({0, 0, 0, 9, 255, 0, 0, 9, 255, 255, 0, 9, //
                                                    0, 255, 0, 9});
    quantized.document["bufferViews"][static_cast<std::size_t>(bytes)]["byteStride"] = 4;
    const int position = quantized.accessor(bytes, "VEC3", GltfFile::u8, 4);
    quantized.primitive()["attributes"]["POSITION"] = position;
    quantized.document["accessors"][static_cast<std::size_t>(position)]["normalized"] = true;
    expect_refused(quantized, {"componentType 5121", "gltf-transform dequantize"});
    quantized.document["extensionsUsed"] = {"KHR_mesh_quantization"};
    EXPECT_EQ(read(quantized), expected);
}

TEST_F(GltfPolygons, NodesPlaceMeshesInDouble) {
    GltfFile file = square_file();
    file.document["nodes"] = nlohmann::json::parse(R"([
        {"children": [1], "translation": [1e9, 0, 0], "scale": [2, 2, 2]},
        {"children": [2], "rotation": [0, 0, 0.70710678118654752, 0.70710678118654752]},
        {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.125, 0, 3, 1]}])");
    // x' = -2 y + 1e9, y' = 2 (x + 0.125), z' = 6
    Corners corners = expected;
    for (Vec3d& c : corners)
        c = {-2 * c.y + 1e9, 2 * (c.x + 0.125), 6};
    const Corners given = read(file);
    ASSERT_EQ(given.size(), corners.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        EXPECT_NEAR(given[i].x, corners[i].x, 1e-6);
        EXPECT_NEAR(given[i].y, corners[i].y, 1e-12);
        EXPECT_NEAR(given[i].z, corners[i].z, 1e-12);
    }
}

TEST_F(GltfPolygons, MorphTargetsHaveTheirDefaultWeights) {
    GltfFile file = square_file();
    const int up = file.add("VEC3", GltfFile::f32, {0, 0, 4, 0, 0, 4, 0, 0, 4, 0, 0, 4});
    const int corner = file.add("VEC3", GltfFile::f32, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
    file.primitive()["targets"] = {{{"POSITION", up}}, {{"POSITION", corner}}, {{"NORMAL", up}}};
    EXPECT_EQ(heights(file), std::vector<double>(6, 0.0));
    file.document["meshes"][0]["weights"] = {0.5, 0, 1};
    EXPECT_EQ(heights(file), std::vector<double>(6, 2.0));
    file.node(0)["weights"] = {0, 1, 1}; // instead of the mesh's
    EXPECT_EQ(heights(file), (std::vector<double>{0, 0, 0, 0, 0, 1}));
    file.node(0)["weights"] = {0, 1};
    expect_refused(file, {"has 3 targets, nodes[0] has 2 weights"});
    file.node(0).erase("weights");
    file.document["accessors"][static_cast<std::size_t>(up)]["count"] = 3;
    expect_refused(file, {"has 3 elements, must have 4"});
}

// The vertices on the right are at the second joint, which turns about itself. The node of the mesh
// does not count, not even as a mirror. Weights are divided by their sum.
TEST_F(GltfPolygons, SkinsHaveTheirDefaultPose) {
    GltfFile file = skinned();
    expect_near(read(file), {{0, 0, 2}, {1, 0, 2}, {1, 1, 2}, {0, 0, 2}, {1, 1, 2}, {0, 1, 2}});
    file.document["skins"][0].erase("inverseBindMatrices");
    // The second joint now turns x = 1 about its own place: to (1, y, 2 + 1).
    expect_near(read(file), {{0, 0, 2}, {1, 0, 3}, {1, 1, 3}, {0, 0, 2}, {1, 1, 3}, {0, 1, 2}});
}

TEST_F(GltfPolygons, MorphTargetsComeBeforeSkins) {
    GltfFile file = skinned();
    const int right = file.add("VEC3", GltfFile::f32, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0});
    file.primitive()["targets"] = {{{"POSITION", right}}};
    file.document["meshes"][0]["weights"] = {1};
    expect_near(read(file), {{0, 0, 2}, {1, 0, 3}, {1, 1, 3}, {0, 0, 2}, {1, 1, 3}, {0, 1, 2}});
}

TEST_F(GltfPolygons, EightJointsMayHoldAVertex) {
    GltfFile file = skinned();
    file.primitive()["attributes"]["JOINTS_1"] =
        file.add("VEC4", GltfFile::u16, std::vector<double>(16, 1));
    std::vector<double> weights(16, 0);
    weights[0] = 1; // the corner (0, 0) is in the middle of its places at both joints
    file.primitive()["attributes"]["WEIGHTS_1"] = file.add("VEC4", GltfFile::f32, weights);
    expect_near({read(file)[0]}, {{0.5, 0, 1.5}});
}

TEST_F(GltfPolygons, DamagedSkinsAreRefused) {
    const auto refused = [&](const std::function<void(GltfFile&)>& change,
                             const std::vector<std::string>& parts) {
        GltfFile file = skinned();
        change(file);
        expect_refused(file, parts);
    };
    refused([](GltfFile& f) { f.primitive()["attributes"].erase("JOINTS_0"); }, {"no JOINTS_0"});
    refused([](GltfFile& f) { f.primitive()["attributes"].erase("WEIGHTS_0"); }, {"no WEIGHTS_0"});
    refused([](GltfFile& f) { f.document["skins"][0]["joints"] = {1}; },
            {"JOINTS_0 of vertex 1 is 1, the skin has 1 joints"});
    refused(
        [](GltfFile& f) {
            f.document["skins"][0]["joints"] = {1, 7};
        },
        {"skins[0].joints[1] is 7, there are 3 nodes"});
    refused(
        [](GltfFile& f) {
            f.document["skins"][0]["joints"] = {0, 1, 2};
        },
        {"has 2 elements, must have 3"});
    refused([](GltfFile& f) { f.document["skins"] = nlohmann::json::array(); },
            {"nodes[0].skin is 0, there are 0 skins"});
    refused(
        [](GltfFile& f) {
            f.primitive()["attributes"]["WEIGHTS_0"] =
                f.add("VEC4", GltfFile::f32, std::vector<double>(16, 0));
        },
        {"weights of vertex 0 have the sum 0"});
}

TEST_F(GltfPolygons, BadIndicesAndCountsAreRefused) {
    const auto refused = [&](const std::function<void(GltfFile&)>& change,
                             const std::vector<std::string>& parts) {
        SCOPED_TRACE(parts[0]);
        GltfFile file = square_file();
        change(file);
        expect_refused(file, parts);
    };
    const auto indices = [](const std::vector<double>& given, int mode = 4) {
        return [given, mode](GltfFile& f) {
            f.primitive()["indices"] = f.add("SCALAR", GltfFile::u16, given);
            f.primitive()["mode"] = mode;
        };
    };
    refused(indices({0, 1, 2, 0, 2, 9}), {"meshes[0].primitives[0]", "index 5 is 9, there are 4"});
    refused(indices({0, 1, 2, 0, 2}), {"5 corners are no whole number of triangles"});
    refused(indices({0, 1}, 5), {"2 corners are no triangle"});
    refused(indices({0, 1, 65535, 2, 3}, 5), {"index 2 is 65535"});
    refused([](GltfFile& f) { f.primitive().erase("indices"); }, {"4 corners"});
    refused([](GltfFile& f) { f.document["accessors"][1]["count"] = 7; },
            {"accessors[1]", "does not fit", "bufferViews[1], which has 12 bytes"});
    refused([](GltfFile& f) { f.document["accessors"][0]["byteOffset"] = 4; }, {"does not fit"});
    refused([](GltfFile& f) { f.document["accessors"][0]["byteOffset"] = 1ull << 63; },
            {"does not fit"});
    refused([](GltfFile& f) { f.document["accessors"][0]["count"] = 1ull << 63; },
            {"does not fit"});
    refused([](GltfFile& f) { f.document["accessors"][0]["type"] = "VEC2"; },
            {"accessors[0] has the type VEC2, must have VEC3"});
    refused([](GltfFile& f) { f.document["accessors"][1]["componentType"] = 5122; },
            {"accessors[1]", "5122", "unsigned"});
    refused([](GltfFile& f) { f.document["bufferViews"][0]["byteLength"] = 1000; },
            {"bufferViews[0] has 1000 bytes from byte 0, buffers[0] has 60 bytes"});
    refused([](GltfFile& f) { f.document["bufferViews"][0]["byteStride"] = 8; },
            {"elements of 12 bytes", "byteStride is 8"});
    refused([](GltfFile& f) { f.document["bufferViews"][0]["buffer"] = 1; },
            {"bufferViews[0].buffer is 1, there are 1 buffers"});
    refused([](GltfFile& f) { f.primitive()["attributes"]["POSITION"] = 2; },
            {"POSITION is 2, there are 2 accessors"});
    refused([](GltfFile& f) { f.primitive()["indices"] = "1"; },
            {"indices is \"1\", must be a whole number"});
    refused([](GltfFile& f) { f.primitive()["indices"] = -1; }, {"indices is -1"});
    refused([](GltfFile& f) { f.primitive()["indices"] = 0.5; }, {"indices is 0.5"});
    refused([](GltfFile& f) { f.primitive()["mode"] = 7; }, {"mode is 7, must be from 0 to 6"});
    refused(
        [](GltfFile& f) {
            f.document["accessors"][0].erase("bufferView"),
                f.document["accessors"][0]["count"] = 1ull << 40;
        },
        {"1099511627776 elements and no data"});
}

TEST_F(GltfPolygons, CompressedMeshesAreDecoded) {
    EXPECT_EQ(read(compressed()), (Corners{{-1, -1, 1}, {3, -1, 1}, {-1, 3, 1}}));
    GltfFile file = compressed();
    file.document["accessors"][1]["count"] = 4;
    expect_refused(file, {"its Draco data has 3 vertices, accessors[1] has 4"});
    file = compressed();
    file.primitive()["extensions"]["KHR_draco_mesh_compression"]["attributes"] = {{"POSITION", 5}};
    expect_refused(file, {"no attribute 5 of 3 numbers"});
    file = compressed();
    file.bytes[0] = 'd';
    expect_refused(file, {"its Draco data is damaged"});
}

TEST_F(GltfPolygons, NodesThatAreNoTreesAreRefused) {
    const auto refused = [&](const char* nodes, const std::vector<std::string>& parts) {
        GltfFile file = square_file();
        file.document["nodes"] = nlohmann::json::parse(nodes);
        expect_refused(file, parts);
    };
    refused(R"([{"mesh": 0}, {"children": [2]}, {"children": [1]}])", {"nodes[1] is below itself"});
    refused(R"([{"mesh": 0, "children": [0]}])", {"nodes[0] is below itself"});
    refused(R"([{"children": [2]}, {"children": [2]}, {"mesh": 0}])",
            {"nodes[2] is a child of nodes[0] and of nodes[1]"});
    refused(R"([{"mesh": 0}, {"children": [0]}])",
            {"scenes[0] has nodes[0], which is a child of nodes[1]"});
    refused(R"([{"mesh": 0, "scale": [1, 1, 1],
                 "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}])",
            {"nodes[0] has a matrix and a scale"});
    refused(R"([{"mesh": 0, "matrix": [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}])",
            {"nodes[0].matrix has the last row 1 0 0 1"});
    refused(R"([{"mesh": 0, "rotation": [0, 0, 0, 0]}])", {"must be a quaternion of length 1"});
    refused(R"([{"mesh": 0, "scale": [1, 1]}])", {"nodes[0].scale", "must be an array of 3"});
    refused(R"([{"mesh": "0"}])", {"nodes[0].mesh is \"0\""});
    refused(R"([7])", {"nodes[0] is 7, must be an object"});
}

// The reader hands indices to tinygltf as an attribute of this name.
TEST_F(GltfPolygons, AnAttributeIsNoIndex) {
    GltfFile file;
    file.mesh({0, 0, 0, 1, 0, 0, 1, 1, 0});
    file.primitive()["attributes"]["indices"] = file.add("SCALAR", GltfFile::u8, {2, 2, 2});
    EXPECT_EQ(read(file), (Corners{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}));
    std::string text = file.text();
    const std::string mesh = "\"mesh\":";
    text.insert(text.find(mesh) + mesh.size(), "-"); // -0 is a whole number
    EXPECT_EQ(read(text).size(), 3u);
}

// A recursive reader overflows the stack.
TEST_F(GltfPolygons, LongChainsOfNodesAndDeepExtrasAreRead) {
    GltfFile file = square_file();
    constexpr std::size_t length = 20'000;
    nlohmann::json nodes = nlohmann::json::array();
    for (std::size_t i = 0; i + 1 < length; ++i)
        nodes.push_back({{"children", {i + 1}}, {"translation", {0, 0, 1}}});
    nodes.push_back({{"mesh", 0}});
    file.document["nodes"] = nodes;
    EXPECT_EQ(heights(file), std::vector<double>(6, length - 1.0));

    constexpr std::size_t deep = 200'000;
    std::string text = square_file().text();
    text.insert(1, "\"extras\":" + std::string(deep, '[') + std::string(deep, ']') + ",");
    EXPECT_EQ(read(text), expected);
}

TEST_F(GltfPolygons, AWarningCountsWhatIsLeftOut) {
    GltfFile file = square_file();
    EXPECT_EQ(warning(file), "");
    auto& primitives = file.document["meshes"][0]["primitives"];
    for (const int mode : {0, 1, 2, 3})
        primitives.push_back({{"attributes", {{"POSITION", 0}}}, {"mode", mode}});
    primitives.push_back({{"attributes", nlohmann::json::object()}});
    file.document["meshes"].push_back(file.document["meshes"][0]);
    file.document["scenes"].push_back(nlohmann::json::object());
    file.document["animations"] = {1, 2};
    const std::string text = warning(file);
    for (const char* const part :
         {"warning", "w.gltf: left out: ", "2 animations", "1 meshes that the scene does not place",
          "1 other scenes", "3 primitives of lines", "1 primitives of points",
          "1 primitives without positions"})
        EXPECT_NE(text.find(part), std::string::npos) << text << " lacks " << part;
}

TEST_F(GltfPolygons, DamagedContainersAreRefused) {
    const GltfFile file = square_file();
    const std::string whole = file.binary();
    for (const std::size_t bytes : {4u, 12u, 19u, 30u, 200u})
        expect_refused(whole.substr(0, bytes), {"is cut off"}, "w.glb");
    std::string version = whole;
    version[4] = 1;
    expect_refused(version, {"is glTF 1"}, "w.glb");
    std::string none = whole; // a length of 8, less than the header
    none[8] = 8;
    none[9] = 0;
    expect_refused(none, {"is cut off"}, "w.glb");
    std::string length = whole;
    length[12] = '\x7F';
    length[13] = '\x7F';
    expect_refused(length, {"its chunk 0 has"}, "w.glb");
    expect_refused(GltfFile::binary(file.document.dump(), "few"), {"binary chunk has 4 bytes"},
                   "w.glb");
    expect_refused(file.document.dump(), {"buffers[0].uri is missing"});

    GltfFile other = file;
    other.document["asset"]["version"] = "1.0";
    expect_refused(other, {"is glTF \"1.0\", must be glTF 2"});
    expect_refused("[]", {"is not glTF"});
    expect_refused("{}", {"asset is missing"});
    expect_refused("", {"its JSON is damaged"});
    expect_refused(std::string("{\0}\0", 4), {"UTF-16"});

    other = file;
    other.document["asset"]["minVersion"] = "2.1";
    expect_refused(other, {"needs glTF \"2.1\", lanecast reads 2.0"});
    other = file;
    other.document["buffers"][0]["byteLength"] = file.bytes.size() - 1; // of the data URI
    expect_refused(other, {"bufferViews[1]", "buffers[0] has 59 bytes"});

    const auto refused_uri = [&](const std::string& uri, const std::vector<std::string>& parts) {
        nlohmann::json document = file.document;
        document["buffers"][0]["uri"] = uri;
        expect_refused(document.dump(), parts);
    };
    refused_uri("a%00b.bin", {"must be a file beside it"});
    refused_uri("none.bin", {"none.bin", "cannot be opened"});
    refused_uri("http://localhost/a.bin", {"must be a file beside it or a data URI"});
    refused_uri("data:application/octet-stream,abc", {"must be in base64"});
    refused_uri("data:;base64,AAAA", {"buffers[0] has 3 bytes, its byteLength is 60"});
    refused_uri("data:;base64,%%%%" + GltfFile::base64(file.bytes), {"decode"});
    folder_.write("short.bin", "short");
    refused_uri("short.bin", {"buffers[0]", "short.bin has 5 bytes, its byteLength is 60"});
}

} // namespace
} // namespace lanecast::test
