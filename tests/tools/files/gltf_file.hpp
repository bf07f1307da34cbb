#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/files/bytes.hpp"

namespace lanecast::test {

/// A glTF document that grows: scene 0 with one node, whose mesh 0 has one primitive. Accessors get
/// buffer views of their own in buffer 0.
struct GltfFile {
    nlohmann::json document = nlohmann::json::parse(R"({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {}}]}],
        "accessors": [], "bufferViews": [], "buffers": [{}]})");
    std::string bytes;

    static constexpr int u8 = 5121, u16 = 5123, u32 = 5125, f32 = 5126;

    nlohmann::json& primitive() { return document["meshes"][0]["primitives"][0]; }
    nlohmann::json& node(std::size_t i) { return document["nodes"][i]; }

    /// Adds numbers in a buffer view of their own. @returns the index of the view
    template <class Number>
    int view(const std::vector<double>& numbers) {
        const std::size_t begin = bytes.size();
        for (const double number : numbers)
            put(bytes, static_cast<Number>(number));
        auto& views = document["bufferViews"];
        views.push_back(
            {{"buffer", 0}, {"byteOffset", begin}, {"byteLength", bytes.size() - begin}});
        bytes.resize((bytes.size() + 3) / 4 * 4);
        document["buffers"][0]["byteLength"] = bytes.size();
        return static_cast<int>(views.size()) - 1;
    }

    /// Adds an accessor of an existing view. @returns its index
    int accessor(int view, const char* type, int component_type, std::size_t count) {
        auto& accessors = document["accessors"];
        accessors.push_back({{"bufferView", view},
                             {"type", type},
                             {"componentType", component_type},
                             {"count", count}});
        return static_cast<int>(accessors.size()) - 1;
    }

    /// Adds an accessor with numbers. @returns its index
    int add(const char* type, int component_type, const std::vector<double>& numbers) {
        const std::string name = type;
        const std::size_t width = name == "SCALAR" ? 1
                                  : name == "VEC3" ? 3
                                  : name == "VEC4" ? 4
                                                   : 16;
        const int at = component_type == u8    ? view<std::uint8_t>(numbers)
                       : component_type == u16 ? view<std::uint16_t>(numbers)
                       : component_type == u32 ? view<std::uint32_t>(numbers)
                                               : view<float>(numbers);
        return accessor(at, type, component_type, numbers.size() / width);
    }

    /// Gives the primitive the positions and, if there are any, the indices.
    void mesh(const std::vector<double>& positions, const std::vector<double>& indices = {}) {
        primitive()["attributes"]["POSITION"] = add("VEC3", f32, positions);
        if (!indices.empty())
            primitive()["indices"] = add("SCALAR", u16, indices);
    }

    /// The text of a .gltf whose buffer is a data URI, if the document has it.
    [[nodiscard]] std::string text() const {
        nlohmann::json whole = document;
        const nlohmann::json::json_pointer buffer("/buffers/0");
        if (whole.is_object() && whole.contains(buffer) && whole[buffer].is_object())
            whole[buffer]["uri"] = "data:application/octet-stream;base64," + base64(bytes);
        return whole.dump();
    }
    /// The bytes of a .glb.
    [[nodiscard]] std::string binary() const { return binary(document.dump(), bytes); }
    static std::string binary(std::string text, std::string chunk) {
        text.resize((text.size() + 3) / 4 * 4, ' ');
        chunk.resize((chunk.size() + 3) / 4 * 4);
        std::string file = "glTF";
        put(file, 2u);
        put(file, static_cast<std::uint32_t>(28 + text.size() + chunk.size()));
        put(file, static_cast<std::uint32_t>(text.size()));
        file += "JSON" + text;
        put(file, static_cast<std::uint32_t>(chunk.size()));
        return file + std::string("BIN\0", 4) + chunk;
    }

    static std::string base64(const std::string& bytes) {
        constexpr const char* letters =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string text;
        for (std::size_t i = 0; i < bytes.size(); i += 3) {
            std::uint32_t three = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t at = i + k;
                three =
                    three << 8 | (at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0u);
            }
            for (std::size_t k = 0; k < 4; ++k)
                text += i + k > bytes.size() ? '=' : letters[three >> (18 - 6 * k) & 63];
        }
        return text;
    }
};

} // namespace lanecast::test
