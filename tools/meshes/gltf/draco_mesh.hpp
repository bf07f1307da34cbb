#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace draco {
class Mesh;
}

namespace lanecast::tools {

/// A primitive that KHR_draco_mesh_compression has compressed.
class DracoMesh {
public:
    /// @param place  for messages: the file and the primitive
    /// @throws Failure if the bytes are no triangles in Draco's format
    DracoMesh(std::string_view bytes, std::string place);
    ~DracoMesh();

    [[nodiscard]] std::size_t vertex_count() const;
    /// Three for each triangle.
    [[nodiscard]] std::vector<std::uint32_t> indices() const;
    /// The numbers of an attribute, vertex after vertex; normalised integers as fractions.
    /// @param id       by which the primitive names the attribute
    /// @param numbers  of each vertex
    /// @throws Failure if the mesh has no such attribute
    [[nodiscard]] std::vector<double> attribute(std::uint32_t id, std::size_t numbers) const;

private:
    std::unique_ptr<draco::Mesh> mesh_;
    std::string place_;
};

} // namespace lanecast::tools
