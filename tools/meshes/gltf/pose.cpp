#include "tools/meshes/gltf/pose.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include <fmt/format.h>

#include "tools/console/failure.hpp"

namespace lanecast::tools {
namespace {

std::vector<Vec3d> positions_of(const PrimitiveReader& primitive, const tinygltf::Model& model,
                                int node) {
    const tinygltf::Node& placed = model.nodes[static_cast<std::size_t>(node)];
    const auto mesh = static_cast<std::size_t>(placed.mesh);
    std::vector<double> numbers = primitive.attribute("POSITION", "VEC3");
    const bool has_weights = !placed.weights.empty();
    const std::vector<double>& weights = has_weights ? placed.weights : model.meshes[mesh].weights;
    const std::size_t targets = primitive.target_count();
    if (!weights.empty() && weights.size() != targets) {
        throw Failure(fmt::format(
            "{} has {} targets, {} has {} weights", primitive.place(), targets,
            has_weights ? fmt::format("nodes[{}]", node) : fmt::format("meshes[{}]", mesh),
            weights.size()));
    }
    for (std::size_t t = 0; t < weights.size(); ++t) {
        const std::vector<double> displacements = primitive.target(t);
        for (std::size_t i = 0; i < displacements.size(); ++i)
            numbers[i] += weights[t] * displacements[i];
    }
    std::vector<Vec3d> positions(primitive.vertex_count());
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    return positions;
}

/// Returns the transform of each joint from the space of the mesh.
std::vector<Affine> joint_transforms(const tinygltf::Model& model, int index,
                                     const std::vector<Affine>& nodes, const Accessors& accessors,
                                     const std::string& path) {
    constexpr std::size_t numbers = 16;
    const tinygltf::Skin& skin = model.skins[static_cast<std::size_t>(index)];
    std::vector<Affine> transforms;
    for (const int joint : skin.joints)
        transforms.push_back(nodes[static_cast<std::size_t>(joint)]);
    if (skin.inverseBindMatrices >= 0) {
        const std::vector<double> inverse = accessors.numbers(
            skin.inverseBindMatrices, "MAT4",
            std::max(accessors.count(skin.inverseBindMatrices), transforms.size()));
        for (std::size_t j = 0; j < transforms.size(); ++j) {
            transforms[j] =
                transforms[j] *
                affine_from(std::span(inverse).subspan(j * numbers, numbers),
                            fmt::format("{}: skins[{}].inverseBindMatrices[{}]", path, index, j));
        }
    }
    return transforms;
}

/// Returns the weighted mean of the joints' transforms for each vertex.
std::vector<Affine> skin_transforms(const PrimitiveReader& primitive,
                                    const std::vector<Affine>& joints) {
    constexpr std::size_t influences = 4; // in each pair of attributes
    std::vector<Affine> sums(primitive.vertex_count(), Affine{{}, {}, {}, {}});
    std::vector<double> totals(primitive.vertex_count());
    for (int set = 0;; ++set) {
        const std::string joints_name = fmt::format("JOINTS_{}", set);
        const std::string weights_name = fmt::format("WEIGHTS_{}", set);
        if (set > 0 && !primitive.has(joints_name) && !primitive.has(weights_name))
            break;
        for (const std::string& name : {joints_name, weights_name}) {
            if (!primitive.has(name)) {
                throw Failure(fmt::format("{}: its node has a skin, but it has no {}",
                                          primitive.place(), name));
            }
        }
        const std::vector<double> indices = primitive.attribute(joints_name, "VEC4");
        const std::vector<double> weights = primitive.attribute(weights_name, "VEC4");
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (weights[i] == 0.0)
                continue;
            const std::size_t vertex = i / influences;
            if (!(indices[i] >= 0.0 && indices[i] < static_cast<double>(joints.size())) ||
                indices[i] != std::trunc(indices[i])) {
                throw Failure(fmt::format("{}: {} of vertex {} is {}, the skin has {} joints",
                                          primitive.place(), joints_name, vertex, indices[i],
                                          joints.size()));
            }
            add(sums[vertex], joints[static_cast<std::size_t>(indices[i])], weights[i]);
            totals[vertex] += weights[i];
        }
    }
    for (std::size_t vertex = 0; vertex < sums.size(); ++vertex) {
        if (!(totals[vertex] > 0.0)) {
            throw Failure(fmt::format("{}: the weights of vertex {} have the sum {}, must be 1",
                                      primitive.place(), vertex, totals[vertex]));
        }
        Affine mean{{}, {}, {}, {}};
        add(mean, sums[vertex], 1.0 / totals[vertex]); // the sum of rounded weights is not 1
        sums[vertex] = mean;
    }
    return sums;
}

} // namespace

PosedVertices pose(const PrimitiveReader& primitive, const tinygltf::Model& model, int node,
                   const std::vector<Affine>& nodes, const Accessors& accessors,
                   const std::string& path) {
    PosedVertices posed;
    posed.positions = positions_of(primitive, model, node);
    const int skin = model.nodes[static_cast<std::size_t>(node)].skin;
    if (skin < 0) {
        const Affine& transform = nodes[static_cast<std::size_t>(node)];
        for (Vec3d& position : posed.positions)
            position = transform(position);
        posed.are_mirrored = transform.is_mirrored();
        return posed;
    }
    const std::vector<Affine> transforms =
        skin_transforms(primitive, joint_transforms(model, skin, nodes, accessors, path));
    for (std::size_t i = 0; i < posed.positions.size(); ++i)
        posed.positions[i] = transforms[i](posed.positions[i]);
    return posed;
}

} // namespace lanecast::tools
