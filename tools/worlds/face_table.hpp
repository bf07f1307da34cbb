#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include "lanecast/answers.hpp"
#include "lanecast/ids.hpp"

#include "tools/meshes/mesh.hpp"

namespace lanecast::tools {

/// A face of a mesh file.
struct Face {
    std::uint32_t number = no_id; ///< counted from 0; no_id: not a face of a mesh file
    std::string_view group;
    std::string_view material;
};

/// The faces behind the ids of a world's triangles.
class FaceTable {
public:
    struct MeshBatch {
        IdRange ids;
        MeshFaces faces;
    };
    struct InstanceBatch {
        IdRange ids;
        std::shared_ptr<const FaceTable> prototype;
    };

    void add_mesh(const IdRange& ids, MeshFaces&& faces);
    void add_instances(const IdRange& ids, std::shared_ptr<const FaceTable> prototype);

    /// Meshes and instances by their first ids.
    [[nodiscard]] const auto& meshes() const { return meshes_; }
    [[nodiscard]] const auto& instances() const { return instances_; }

    /// Returns the face of an answer. Its names live as long as the table.
    [[nodiscard]] Face find(std::uint32_t id, std::uint32_t part) const;
    /// Returns the faces of the mesh that has an id, or nullptr.
    [[nodiscard]] const MeshFaces* mesh_of(std::uint32_t id) const;

private:
    std::map<std::uint32_t, MeshBatch> meshes_;
    std::map<std::uint32_t, InstanceBatch> instances_;
};

} // namespace lanecast::tools
