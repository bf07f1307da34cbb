#include "obj_mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "failure.hpp"
#include "files.hpp"
#include "obj_check.hpp"
#include "text.hpp"
#include "triangulate.hpp"

namespace lanecast::tools {
namespace {

/// What tinyobjloader calls back with while it reads. Faces may name vertices that come after them,
/// so they are cut into triangles at the end.
struct Content {
    std::vector<Vec3> vertices;
    std::vector<std::uint32_t> corners;
    std::vector<std::size_t> face_ends;

    void add_face(const tinyobj::index_t* indices, int count) {
        for (int i = 0; i < count; ++i) {
            const int index = indices[i].vertex_index;
            if (index == 0) {
                break; // the words of a comment behind the face
            }
            const auto known = static_cast<int>(vertices.size());
            corners.push_back(static_cast<std::uint32_t>(index > 0 ? index - 1 : known + index));
        }
        face_ends.push_back(corners.size());
    }
};

/// A line that ends with a backslash goes on in the next one, unless it is a comment. As many empty
/// lines come behind it, so that lines keep their numbers.
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

Mesh load_obj(const std::string& path) {
    const std::string file = join_lines(read_file(path));
    const std::string_view text = without_byte_order_mark(file);
    check_obj(text, path);

    Content content;
    tinyobj::callback_t callbacks;
    callbacks.vertex_cb = [](void* user, float x, float y, float z, float) {
        static_cast<Content*>(user)->vertices.push_back({x, y, z});
    };
    callbacks.index_cb = [](void* user, tinyobj::index_t* indices, int count) {
        static_cast<Content*>(user)->add_face(indices, count);
    };
    std::istringstream stream{std::string(text)};
    std::string error;
    if (!tinyobj::LoadObjWithCallback(stream, callbacks, &content, nullptr, nullptr, &error)) {
        throw Failure(fmt::format("{}: {}", path, error));
    }

    Mesh mesh;
    std::size_t begin = 0;
    for (const std::size_t end : content.face_ends) {
        triangulate({content.corners.data() + begin, end - begin}, content.vertices,
                    mesh.triangles);
        begin = end;
    }
    mesh.vertices = std::move(content.vertices);
    return mesh;
}

} // namespace lanecast::tools
