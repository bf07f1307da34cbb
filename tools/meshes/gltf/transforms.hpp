#pragma once

#include <span>
#include <string>
#include <vector>

#include "lanecast/origin.hpp"

#include "tools/meshes/gltf/tiny_gltf.hpp"

namespace lanecast::tools {

/// An affine transform: p -> x * p.x + y * p.y + z * p.z + at.
struct Affine {
    Vec3d x = {1.0, 0.0, 0.0};
    Vec3d y = {0.0, 1.0, 0.0};
    Vec3d z = {0.0, 0.0, 1.0};
    Vec3d at = {};

    [[nodiscard]] Vec3d operator()(const Vec3d& p) const;
    [[nodiscard]] bool is_mirrored() const; ///< whether the determinant is negative
};

/// First b, then a.
[[nodiscard]] Affine operator*(const Affine& a, const Affine& b);
/// Adds a transform times a weight.
void add(Affine& sum, const Affine& a, double weight);

/// Returns the transform of 16 numbers, column after column.
/// @param place  for messages
/// @throws Failure unless the last row is 0 0 0 1
[[nodiscard]] Affine affine_from(std::span<const double> matrix, const std::string& place);

/// Returns the transform of each node into the space of its scene.
/// @throws Failure that names the file and the node if nodes are no trees, or a rotation has no
///         direction
[[nodiscard]] std::vector<Affine> global_transforms(const tinygltf::Model& model,
                                                    const std::string& path);

/// Returns the nodes of the scene that the file shows, each before its children.
/// @throws Failure that names the file and the node
[[nodiscard]] std::vector<int> nodes_of_scene(const tinygltf::Model& model,
                                              const std::string& path);

} // namespace lanecast::tools
