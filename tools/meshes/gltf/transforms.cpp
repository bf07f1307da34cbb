#include "tools/meshes/gltf/transforms.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "tools/console/failure.hpp"

namespace lanecast::tools {
namespace {

Vec3d operator+(const Vec3d& a, const Vec3d& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3d operator*(const Vec3d& a, double s) { return {a.x * s, a.y * s, a.z * s}; }

/// Applies the linear part.
Vec3d turned(const Affine& a, const Vec3d& p) { return a.x * p.x + a.y * p.y + a.z * p.z; }

Affine rotation_from(const std::vector<double>& q, const std::string& place) {
    const double squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    constexpr double accepted = 1e-2;
    if (!(std::abs(squared - 1.0) <= accepted)) {
        throw Failure(fmt::format("{}.rotation is [{}], must be a quaternion of length 1", place,
                                  fmt::join(q, ", ")));
    }
    const double x = q[0], y = q[1], z = q[2], w = q[3], s = 2.0 / squared;
    return {.x = {1.0 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)},
            .y = {s * (x * y - z * w), 1.0 - s * (x * x + z * z), s * (y * z + x * w)},
            .z = {s * (x * z + y * w), s * (y * z - x * w), 1.0 - s * (x * x + y * y)}};
}

Affine local_transform(const tinygltf::Node& node, const std::string& place) {
    if (!node.matrix.empty())
        return affine_from(node.matrix, place + ".matrix");
    Affine local;
    if (!node.rotation.empty())
        local = rotation_from(node.rotation, place);
    if (!node.scale.empty()) {
        local.x = local.x * node.scale[0];
        local.y = local.y * node.scale[1];
        local.z = local.z * node.scale[2];
    }
    if (!node.translation.empty())
        local.at = {node.translation[0], node.translation[1], node.translation[2]};
    return local;
}

constexpr int none = -1;

std::vector<int> parents_of(const tinygltf::Model& model, const std::string& path) {
    std::vector<int> parents(model.nodes.size(), none);
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        for (const int child : model.nodes[i].children) {
            int& parent = parents[static_cast<std::size_t>(child)];
            if (parent != none) {
                throw Failure(fmt::format("{}: nodes[{}] is a child of nodes[{}] and of nodes[{}]",
                                          path, child, parent, i));
            }
            parent = static_cast<int>(i);
        }
    }
    return parents;
}

/// Appends a node and all below it, each before its children.
void append_tree(const tinygltf::Model& model, int root, std::vector<int>& nodes) {
    std::vector<int> open = {root}; // a recursion could be as deep as the file is long
    while (!open.empty()) {
        nodes.push_back(open.back());
        const auto& children = model.nodes[static_cast<std::size_t>(open.back())].children;
        open.pop_back();
        open.insert(open.end(), children.rbegin(), children.rend());
    }
}

} // namespace

Vec3d Affine::operator()(const Vec3d& p) const { return turned(*this, p) + at; }

bool Affine::is_mirrored() const {
    return x.x * (y.y * z.z - y.z * z.y) + x.y * (y.z * z.x - y.x * z.z) +
               x.z * (y.x * z.y - y.y * z.x) <
           0.0;
}

Affine operator*(const Affine& a, const Affine& b) {
    return {turned(a, b.x), turned(a, b.y), turned(a, b.z), a(b.at)};
}

void add(Affine& sum, const Affine& a, double weight) {
    sum.x = sum.x + a.x * weight;
    sum.y = sum.y + a.y * weight;
    sum.z = sum.z + a.z * weight;
    sum.at = sum.at + a.at * weight;
}

Affine affine_from(std::span<const double> m, const std::string& place) {
    constexpr double accepted = 1e-6; // of numbers that were floats
    if (!(std::abs(m[3]) <= accepted && std::abs(m[7]) <= accepted && std::abs(m[11]) <= accepted &&
          std::abs(m[15] - 1.0) <= accepted)) {
        throw Failure(fmt::format("{} has the last row {} {} {} {}, must have 0 0 0 1", place, m[3],
                                  m[7], m[11], m[15]));
    }
    return {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
}

std::vector<Affine> global_transforms(const tinygltf::Model& model, const std::string& path) {
    const std::vector<int> parents = parents_of(model, path);
    std::vector<int> order;
    for (std::size_t i = 0; i < parents.size(); ++i)
        if (parents[i] == none)
            append_tree(model, static_cast<int>(i), order);
    if (order.size() != parents.size()) { // each has at most one parent, so the rest are circles
        std::vector<bool> is_reached(parents.size());
        for (const int node : order)
            is_reached[static_cast<std::size_t>(node)] = true;
        const auto first = std::find(is_reached.begin(), is_reached.end(), false);
        throw Failure(
            fmt::format("{}: nodes[{}] is below itself", path, first - is_reached.begin()));
    }
    std::vector<Affine> transforms(parents.size());
    for (const int i : order) {
        const auto node = static_cast<std::size_t>(i);
        const Affine local =
            local_transform(model.nodes[node], fmt::format("{}: nodes[{}]", path, i));
        transforms[node] = parents[node] == none
                               ? local
                               : transforms[static_cast<std::size_t>(parents[node])] * local;
    }
    return transforms;
}

std::vector<int> nodes_of_scene(const tinygltf::Model& model, const std::string& path) {
    if (model.scenes.empty())
        throw Failure(fmt::format("{}: has no scene, which would place its meshes", path));
    const std::vector<int> parents = parents_of(model, path);
    const auto scene = static_cast<std::size_t>(std::max(model.defaultScene, 0));
    std::vector<bool> is_root(parents.size());
    std::vector<int> nodes;
    for (const int root : model.scenes[scene].nodes) {
        const auto i = static_cast<std::size_t>(root);
        if (parents[i] != none || is_root[i]) {
            throw Failure(fmt::format("{}: scenes[{}] has nodes[{}], which {}", path, scene, root,
                                      is_root[i]
                                          ? "it has already"
                                          : fmt::format("is a child of nodes[{}]", parents[i])));
        }
        is_root[i] = true;
        append_tree(model, root, nodes);
    }
    return nodes;
}

} // namespace lanecast::tools
