#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/paths.hpp"
#include "tools/console/text.hpp"
#include "tools/meshes/mesh.hpp"
#include "tools/meshes/obj_check.hpp"

namespace lanecast::tools {
namespace {

/// Names that lines such as usemtl give to the faces after them.
class FaceNames {
public:
    /// Faces before the first name get an empty one.
    void use(const std::string& name, std::size_t faces) {
        if (names_.empty() && faces > 0)
            of_face_.assign(faces, index_of(""));
        current_ = index_of(name);
    }
    void add_face() {
        if (!names_.empty())
            of_face_.push_back(current_);
    }

    [[nodiscard]] std::vector<std::string>& names() { return names_; }
    /// Returns the index of each face's name; empty if no name is used.
    [[nodiscard]] std::vector<std::uint32_t>& of_face() { return of_face_; }

private:
    std::uint32_t index_of(const std::string& name) {
        const auto next = static_cast<std::uint32_t>(names_.size());
        const auto [known, is_new] = known_.try_emplace(name, next);
        if (is_new)
            names_.push_back(name);
        return known->second;
    }

    std::vector<std::string> names_;
    std::map<std::string, std::uint32_t> known_;
    std::vector<std::uint32_t> of_face_;
    std::uint32_t current_ = 0;
};

/// Receives the callbacks of tinyobjloader.
struct Content {
    Polygons mesh;
    std::size_t vertices = 0; ///< number of vertices so far
    FaceNames materials;
    FaceNames groups;
    std::map<std::string, Vec3> colours; ///< colour of each material in the material files

    void add_face(const tinyobj::index_t* indices, int count) {
        const std::size_t first = mesh.corners.size();
        for (int i = 0; i < count; ++i) {
            const int index = indices[i].vertex_index;
            if (index == 0)
                break; // words of a comment after the face
            const auto known = static_cast<int>(vertices);
            mesh.corners.push_back(
                static_cast<std::uint32_t>(index > 0 ? index - 1 : known + index));
        }
        if (mesh.corners.size() - first < least_corners) {
            mesh.corners.resize(first);
            return;
        }
        mesh.face_ends.push_back(mesh.corners.size());
        materials.add_face();
        groups.add_face();
    }
    void use_material(const std::string& name) { materials.use(name, mesh.face_ends.size()); }
    void use_group(const std::string& name) { groups.use(name, mesh.face_ends.size()); }
};

} // namespace

Polygons load_obj(const std::string& path) {
    const std::string text = with_whole_lines(text_of(read_file(path), path));
    ObjFacts facts = check_obj(text, path);

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
    callbacks.object_cb = [](void* user, const char* name) {
        static_cast<Content*>(user)->use_group(name);
    };
    callbacks.group_cb = [](void* user, const char** names, int count) {
        const std::span words(names, static_cast<std::size_t>(count));
        static_cast<Content*>(user)->use_group(fmt::format("{}", fmt::join(words, " ")));
    };
    const std::string folder = utf8(native(path).parent_path());
    tinyobj::MaterialFileReader material_files(folder.empty() ? "." : folder);
    std::istringstream stream{text};
    std::string error;
    std::string missing_material_files; // not needed
    if (!tinyobj::LoadObjWithCallback(stream, callbacks, &content, &material_files,
                                      &missing_material_files, &error))
        throw Failure(fmt::format("{}: {}", path, error));

    Polygons mesh = std::move(content.mesh);
    mesh.vertices = std::move(facts.vertices);
    for (const std::string& name : content.materials.names()) {
        const auto colour = content.colours.find(name);
        mesh.materials.push_back(
            {name, colour == content.colours.end() ? std::nullopt : std::optional(colour->second)});
    }
    mesh.face_materials = std::move(content.materials.of_face());
    mesh.groups = std::move(content.groups.names());
    mesh.face_groups = std::move(content.groups.of_face());
    facts.left_out.warn_about(path);
    return mesh;
}

} // namespace lanecast::tools
