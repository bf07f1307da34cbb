#include "host/saved/saved_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "host/commit/layout.hpp"
#include "host/commit/pack.hpp"
#include "host/commit/scene_fit.hpp"
#include "host/commit/shape_sources.hpp"
#include "host/saved/check_tree.hpp"

namespace lanecast::host {
namespace {

constexpr auto instance = static_cast<std::size_t>(Kind::instance);

/// A block of instances: its last three rows are the address of each instance's prototype and the
/// index of its motion, which are not saved.
struct InstanceBlock {
    std::size_t floats = std::size_t{block_units(instance)} * unit_floats;
    std::size_t ids = floats - 2 * leaf_lanes;
    std::size_t address_low = ids - 3 * leaf_lanes, address_high = ids - 2 * leaf_lanes,
                motion = ids - leaf_lanes;
};

/// Floats before the blocks of instances, which are the last.
std::size_t floats_before_instances(const SceneView& view) {
    return std::size_t{view.leaves[instance].first} * unit_floats;
}

void write_memory(Writer& writer, const SceneView& view, const AlignedBuffer<float>& memory) {
    const std::size_t before = floats_before_instances(view);
    writer.values(memory.data(), memory.size() == 0 ? 0 : before);
    const InstanceBlock in;
    std::vector<float> block(in.floats);
    for (std::uint32_t b = 0; b < view.leaves[instance].all; ++b) {
        std::copy_n(memory.data() + before + b * in.floats, in.floats, block.data());
        std::fill_n(block.data() + in.address_low, 3 * leaf_lanes, 0.0f);
        writer.values(block.data(), in.floats);
    }
}

/// @param view, memory  of the scene, packed
void write_packed(Writer& writer, const CommittedScene& scene, const SceneView& view,
                  const AlignedBuffer<float>& memory) {
    writer.value(view.first_mixed / node_units); // the nodes are before them
    writer.value(view.root_of_firsts);
    writer.value(std::uint32_t{view.has_repeats});
    writer.value(view.mixed_blocks);
    for (const LeafArray& leaves : view.leaves) {
        writer.value(leaves.in_tree);
        writer.value(leaves.all);
    }
    writer.value(view.space);
    writer.value(scene.bounds);
    write_memory(writer, view, memory);
}

/// Writes the addresses of prototypes and the indices of motions into the checked blocks of
/// instances.
void enter_prototypes(CommittedScene& scene, const ShapeStore& shapes, const MotionTable& motions) {
    const InstanceBlock in;
    float* block = scene.memory.data() + floats_before_instances(scene.view);
    for (std::uint32_t b = 0; b < scene.view.leaves[instance].all; ++b, block += in.floats) {
        const auto* ids = reinterpret_cast<const std::uint32_t*>(block + in.ids);
        for (int lane = 0; lane < leaf_lanes; ++lane) { // empty ones repeat the first
            const std::uint32_t id = ids[lane] == no_id ? ids[0] : ids[lane];
            const PrototypeRecord record = record_of(*shapes.range_of(id)->records->prototype);
            std::memcpy(block + in.address_low + lane, &record.address_low, sizeof(float));
            std::memcpy(block + in.address_high + lane, &record.address_high, sizeof(float));
            const std::uint32_t motion = motions.index_of(id);
            std::memcpy(block + in.motion + lane, &motion, sizeof(float));
        }
    }
}

bool are_bounds(const Bounds& b) {
    const bool is_box = b.lo.x <= b.hi.x && b.lo.y <= b.hi.y && b.lo.z <= b.hi.z;
    return is_box || (b.lo == no_bounds.lo && b.hi == no_bounds.hi);
}

/// @param tables  number of entries in SurfaceTable::parts that shapes may refer to
void check_surfaces(const std::vector<Surface>& surfaces, std::size_t tables) {
    for (const Surface& surface : surfaces)
        require(is_factor(surface.restitution) && is_factor(surface.friction) &&
                    is_surface_response(surface.response) && surface.parts < tables,
                "have a shape with a surface that is none");
}

/// Reads a scene, without checking its tree. @returns the number of its nodes
std::uint32_t read_scene(Reader& reader, CommittedScene& scene) {
    SceneView& view = scene.view;
    std::uint32_t nodes = 0, has_repeats = 0;
    reader.value(nodes);
    reader.value(view.root_of_firsts);
    reader.value(has_repeats);
    reader.value(view.mixed_blocks);
    for (LeafArray& leaves : view.leaves) {
        reader.value(leaves.in_tree);
        reader.value(leaves.all);
        require(leaves.in_tree <= leaves.all, "have fewer leaves than their tree");
    }
    reader.value(view.space);
    reader.value(scene.bounds);
    view.has_repeats = has_repeats != 0;
    require(are_bounds(scene.bounds), "have bounds that are none");
    const std::size_t floats = arrange(view, nodes) * unit_floats;
    require(floats / unit_floats <= no_id, "have too large a tree");
    reader.require_left<float>(floats);
    scene.memory = AlignedBuffer<float>(floats);
    view.memory = scene.memory.data();
    reader.values(scene.memory.data(), floats);
    return nodes;
}

} // namespace

void write_prototype(Writer& writer, const CommittedScene& scene) {
    writer.vector(scene.tables.users);
    writer.vector(scene.tables.surfaces);
    if (scene.is_packed)
        return write_packed(writer, scene, scene.view, scene.memory);
    const Packed packed = pack(scene.view, {}, {});
    write_packed(writer, scene, packed.view, packed.memory);
}

std::shared_ptr<CommittedScene> read_prototype(Reader& reader) {
    auto scene = std::make_shared<CommittedScene>();
    reader.vector(scene->tables.users);
    reader.vector(scene->tables.surfaces);
    check_surfaces(scene->tables.surfaces, 1);
    const std::uint32_t nodes = read_scene(reader, *scene);
    check_prototype(*scene, nodes);
    scene->kinds = kinds_in(scene->view);
    scene->lent = true;
    return scene;
}

void write_commit(Writer& writer, const Commit& commit) {
    const CommittedScene& scene = *commit.scene;
    if (scene.is_packed) {
        write_packed(writer, scene, scene.view, scene.memory);
        writer.vector(commit.parts);
        writer.vector(commit.pieces);
    } else {
        const Packed packed = pack(scene.view, commit.pieces, {});
        write_packed(writer, scene, packed.view, packed.memory);
        writer.vector(std::vector<std::uint32_t>{0, packed.rooms.nodes});
        writer.vector(packed.pieces);
    }
    writer.vector(commit.duplicates);
    writer.value(commit.least_work);
    writer.value(commit.refits);
    writer.value(static_cast<std::uint32_t>(commit.quality));
    writer.value(std::uint32_t{commit.is_edited} | std::uint32_t{commit.is_degraded} << 1);
    writer.value(commit.built_units);
}

Commit read_commit(Reader& reader, const ShapeStore& shapes, Motions&& motions) {
    Commit commit;
    const std::uint32_t nodes = read_scene(reader, *commit.scene);
    reader.vector(commit.parts);
    reader.vector(commit.pieces);
    reader.vector(commit.duplicates);
    reader.value(commit.least_work);
    reader.value(commit.refits);
    std::uint32_t quality = 0, state = 0;
    reader.value(quality);
    reader.value(state);
    require(state <= 3, "have a tree in no state");
    commit.is_edited = (state & 1u) != 0;
    commit.is_degraded = (state & 2u) != 0;
    reader.value(commit.built_units);
    require(commit.built_units >= 0.0, "have a tree of no size");
    require(quality <= static_cast<std::uint32_t>(Build::thorough), "have a tree built in no way");
    commit.quality = static_cast<Build>(quality);
    commit.shapes = shapes.size();
    check_commit(commit, nodes, shapes);
    IdTables& tables = commit.scene->tables;
    tables = tables_of(shapes);
    commit.scene->kinds = kinds_of(shapes);
    check_surfaces(tables.surfaces, std::max<std::size_t>(tables.surfaces_of_parts.size(), 1));
    commit.motions = std::move(motions);
    enter_prototypes(*commit.scene, shapes, commit.motions.table());
    return commit;
}

} // namespace lanecast::host
