#include "tools/worlds/face_table.hpp"

#include <iterator>
#include <utility>

namespace lanecast::tools {
namespace {

template <class Batch>
const Batch* batch_with(std::uint32_t id, const std::map<std::uint32_t, Batch>& batches) {
    const auto after = batches.upper_bound(id);
    if (after == batches.begin())
        return nullptr;
    const Batch& batch = std::prev(after)->second;
    return batch.ids.contains(id) ? &batch : nullptr;
}

} // namespace

void FaceTable::add_mesh(const IdRange& ids, MeshFaces&& faces) {
    std::vector<std::uint32_t>& numbers = faces.number_of;
    if (!numbers.empty() && numbers.back() + 1 == ids.count) // all faces are triangles
        numbers = {};
    meshes_[ids.first] = {ids, std::move(faces)};
}

void FaceTable::add_instances(const IdRange& ids, std::shared_ptr<const FaceTable> prototype) {
    instances_[ids.first] = {ids, std::move(prototype)};
}

Face FaceTable::find(std::uint32_t id, std::uint32_t part) const {
    if (const InstanceBatch* const batch = batch_with(id, instances_))
        return batch->prototype->find(part, no_id);
    const MeshBatch* const batch = batch_with(id, meshes_);
    if (batch == nullptr)
        return {};
    const MeshFaces& faces = batch->faces;
    const std::uint32_t triangle = id - batch->ids.first;
    Face face = {.number = triangle, .group = {}, .material = {}};
    if (!faces.number_of.empty())
        face.number = faces.number_of[triangle];
    if (!faces.group_of.empty())
        face.group = faces.groups[faces.group_of[triangle]];
    if (!faces.material_of.empty())
        face.material = faces.materials[faces.material_of[triangle]].name;
    return face;
}

const MeshFaces* FaceTable::mesh_of(std::uint32_t id) const {
    const MeshBatch* const batch = batch_with(id, meshes_);
    return batch == nullptr ? nullptr : &batch->faces;
}

} // namespace lanecast::tools
