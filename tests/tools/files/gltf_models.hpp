#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tools/files/gltf_file.hpp"

/// Small models of the kinds that glTF has.
namespace lanecast::test {

inline const std::vector<double> square = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
inline const std::vector<double> halves = {0, 1, 2, 0, 2, 3};

inline GltfFile square_file() {
    GltfFile file;
    file.mesh(square, halves);
    return file;
}

/// A square that two joints hold, the left side and the right one.
inline GltfFile skinned() {
    GltfFile file = square_file();
    file.primitive()["attributes"]["JOINTS_0"] =
        file.add("VEC4", GltfFile::u8, {0, 9, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
    file.primitive()["attributes"]["WEIGHTS_0"] =
        file.add("VEC4", GltfFile::f32, {1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0, 0, 0, 1, 0, 0, 0});
    const int inverse =
        file.add("MAT4", GltfFile::f32, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,  0, 0, 1, //
                                         1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1});
    file.document["nodes"] = nlohmann::json::parse(R"([
        {"mesh": 0, "skin": 0, "translation": [100, 100, 100], "scale": [-1, 1, 1]},
        {"translation": [0, 0, 2], "children": [2]},
        {"translation": [1, 0, 0], "rotation": [0, -0.7071067811865475, 0, 0.7071067811865475]}])");
    file.document["scenes"][0]["nodes"] = {0, 1};
    file.document["skins"] = {{{"joints", {1, 2}}, {"inverseBindMatrices", inverse}}};
    return file;
}

/// A square whose right side a sparse accessor holds.
inline GltfFile sparse() {
    GltfFile file;
    file.mesh({0, 0, 0, 7, 7, 7, 7, 7, 7, 0, 1, 0}, halves);
    const int indices = file.view<std::uint8_t>({1, 2});
    const int values = file.view<float>({1, 0, 0, 1, 1, 0});
    file.document["accessors"][0]["sparse"] = {
        {"count", 2},
        {"indices", {{"bufferView", indices}, {"componentType", GltfFile::u8}}},
        {"values", {{"bufferView", values}}}};
    return file;
}

/// A square that rises by 2.
inline GltfFile morphed() {
    GltfFile file = square_file();
    const int up = file.add("VEC3", GltfFile::f32, {0, 0, 4, 0, 0, 4, 0, 0, 4, 0, 0, 4});
    file.primitive()["targets"] = {{{"POSITION", up}}};
    file.document["meshes"][0]["weights"] = {0.5};
    return file;
}

/// A square as a strip between other data, in a hierarchy with a material.
inline GltfFile interleaved() {
    GltfFile file;
    const int view = file.view<float>({9, 0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9, 1, 1, 0});
    file.document["bufferViews"][0]["byteStride"] = 16;
    file.primitive()["attributes"]["POSITION"] = file.accessor(view, "VEC3", GltfFile::f32, 4);
    file.document["accessors"][0]["byteOffset"] = 4;
    file.primitive()["indices"] = file.add("SCALAR", GltfFile::u8, {0, 1, 2, 3});
    file.primitive()["mode"] = 5;
    file.primitive()["material"] = 0;
    file.document["materials"] = {{{"name", "red"}}};
    file.document["nodes"] = nlohmann::json::parse(R"([
        {"children": [1], "translation": [1, 0, 0], "scale": [2, 2, -2]},
        {"children": [2], "rotation": [0, 0, 0.6, 0.8]},
        {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.125, 0, 3, 1]}])");
    return file;
}

/// A triangle in the plane z = 1, compressed by Google's draco_transcoder. Its accessors have no
/// data of their own.
inline GltfFile compressed() {
    constexpr std::array<unsigned char, 76> data = {
        68, 82,  65, 67,  79,  2,   2, 1,   1,   0,   0,  0,   3,  1, 0, 1,   0,   0,  1,
        7,  255, 1,  17,  1,   255, 0, 0,   1,   0,   9,  3,   0,  0, 2, 1,   1,   1,  0,
        3,  3,   85, 21,  173, 42,  3, 4,   112, 129, 49, 16,  0,  0, 0, 0,   255, 7,  0,
        0,  0,   0,  128, 191, 0,   0, 128, 191, 0,   0,  128, 63, 0, 0, 128, 64,  11, 0};
    GltfFile file;
    file.bytes.assign(data.begin(), data.end());
    file.document["buffers"][0]["byteLength"] = data.size();
    file.document["bufferViews"] = {{{"buffer", 0}, {"byteLength", data.size()}}};
    file.document["accessors"] = {
        {{"componentType", GltfFile::u8}, {"count", 3}, {"type", "SCALAR"}},
        {{"componentType", GltfFile::f32}, {"count", 3}, {"type", "VEC3"}}};
    file.primitive() = {
        {"attributes", {{"POSITION", 1}}},
        {"indices", 0},
        {"extensions",
         {{"KHR_draco_mesh_compression", {{"bufferView", 0}, {"attributes", {{"POSITION", 0}}}}}}}};
    file.document["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return file;
}

} // namespace lanecast::test
