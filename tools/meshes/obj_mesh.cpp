#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/text.hpp"
#include "tools/meshes/mesh.hpp"
#include "tools/meshes/obj_check.hpp"

namespace lanecast::tools {
namespace {

/// Receives the callbacks of tinyobjloader.
struct Content {
    Polygons mesh;
    std::size_t vertices = 0; ///< number of vertices so far
    std::map<std::string, std::uint32_t> known_materials;
    std::map<std::string, Vec3> colours; ///< colour of each material in the material files

    void add_face(const tinyobj::index_t* indices, int count) {
        for (int i = 0; i < count; ++i) {
            const int index = indices[i].vertex_index;
            if (index == 0) {
                break; // words of a comment after the face
            }
            const auto known = static_cast<int>(vertices);
            mesh.corners.push_back(
                static_cast<std::uint32_t>(index > 0 ? index - 1 : known + index));
        }
        mesh.face_ends.push_back(mesh.corners.size());
        if (!mesh.materials.empty()) {
            mesh.face_materials.push_back(material_);
        }
    }

    /// Sets the material of the faces that follow. Faces before the first one get a nameless
    /// material.
    void use_material(const std::string& name) {
        if (mesh.materials.empty() && !mesh.face_ends.empty()) {
            use(Material{});
            mesh.face_materials.assign(mesh.face_ends.size(), material_);
        }
        const auto colour = colours.find(name);
        use({name, colour == colours.end() ? std::nullopt : std::optional(colour->second)});
    }

private:
    void use(const Material& material) {
        const auto next = static_cast<std::uint32_t>(mesh.materials.size());
        const auto [known, is_new] = known_materials.try_emplace(material.name, next);
        if (is_new) {
            mesh.materials.push_back(material);
        }
        material_ = known->second;
    }

    std::uint32_t material_ = 0;
};

/// Joins a line that ends with a backslash and the next one, unless it is a comment. Adds as many
/// empty lines after it, so that line numbers stay the same.
std::string join_lines(std::string text) {
    if (text.find('\\') == std::string::npos) {
        return text;
    }
    std::string joined;
    joined.reserve(text.size());
    std::string owed;
    std::string_view line;
    for (TextLines lines(text); lines.next(line);) {
        const bool is_comment = owed.empty() && trim(line).substr(0, 1) == "#";
        if (!is_comment && !line.empty() && line.back() == '\\') {
            line.remove_suffix(1);
            joined.append(line).append(" ");
            owed += '\n';
        } else {
            joined.append(line).append("\n").append(owed);
            owed.clear();
        }
    }
    return joined;
}

} // namespace

Polygons load_obj(const std::string& path) {
    const std::string file = join_lines(read_file(path));
    const std::string_view text = without_byte_order_mark(file);
    std::vector<Vec3d> vertices = check_obj(text, path);

    Content content;
    tinyobj::callback_t callbacks;
    callbacks.vertex_cb = [](void* user, float, float, float, float) {
        ++static_cast<Content*>(user)->vertices;
    };
    callbacks.index_cb = [](void* user, tinyobj::index_t* indices, int count) {
        static_cast<Content*>(user)->add_face(indices, count);
    };
    callbacks.mtllib_cb = [](void* user, const tinyobj::material_t* materials, int count) {
        for (int i = 0; i < count; ++i) {
            const auto& colour = materials[i].diffuse;
            static_cast<Content*>(user)->colours[materials[i].name] = {
                static_cast<float>(colour[0]), static_cast<float>(colour[1]),
                static_cast<float>(colour[2])};
        }
    };
    callbacks.usemtl_cb = [](void* user, const char* name, int) {
        static_cast<Content*>(user)->use_material(name);
    };
    const std::string folder = std::filesystem::path(path).parent_path().string();
    tinyobj::MaterialFileReader material_files(folder.empty() ? "." : folder);
    std::istringstream stream{std::string(text)};
    std::string error;
    std::string missing_material_files; // not needed
    if (!tinyobj::LoadObjWithCallback(stream, callbacks, &content, &material_files,
                                      &missing_material_files, &error)) {
        throw Failure(fmt::format("{}: {}", path, error));
    }

    content.mesh.vertices = std::move(vertices);
    return std::move(content.mesh);
}

} // namespace lanecast::tools
