#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "host/api/boxed_shapes.hpp"
#include "host/api/copies.hpp"
#include "host/api/scene_data.hpp"
#include "host/api/shape_sources.hpp"
#include "host/bvh/join.hpp"
#include "host/bvh/morton.hpp"
#include "host/bvh/space.hpp"
#include "host/bvh/tree.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast {
namespace {

using host::ShapeSources;

/// A tree is rebuilt when the surface of its boxes exceeds this multiple of the least since the
/// last build.
constexpr double too_much_work = 1.5;

host::Tree build(Build how, const host::Segment& shapes, std::uint32_t threads) {
    const SplitKernels& kernels = *host::kernels().build->split;
    switch (how) {
    case Build::fast:
        return host::build_fast(shapes, threads);
    case Build::thorough:
        return host::build_thorough(kernels, shapes, threads);
    case Build::balanced:
        break;
    }
    return host::build_tree(kernels, shapes, threads);
}

/// Builds the tree. Copies, if there are any, get a tree of their own beside that of the other
/// shapes.
host::Tree build(Build how, const host::BoxedShapes& shapes, std::uint32_t threads) {
    host::Tree tree = build(how, shapes.segment(), threads);
    if (shapes.copies().size == 0)
        return tree; // moved; `?:` would copy it, which took 5 % of a build
    return host::joined(std::move(tree), build(how, shapes.copies(), threads));
}

/// Where everything is placed in memory, and how much memory that takes.
class Layout {
public:
    SceneView view = {};
    std::size_t units = 0;
    std::vector<std::uint32_t> parts; ///< first node of each part, then the number of nodes

    Layout(const host::Tree& tree, const host::Outside& outside) {
        std::array<std::size_t, child_kinds> in_tree{};
        std::size_t nodes = 0;
        for (const host::TreePart& part : tree.parts) {
            parts.push_back(static_cast<std::uint32_t>(nodes));
            nodes += part.nodes.size();
            first_blocks_.push_back(in_tree);
            for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
                in_tree[kind] += blocks_for(part.slots[kind].size());
            in_tree[mixed] += blocks_for(part.mixed.size());
        }
        parts.push_back(static_cast<std::uint32_t>(nodes));
        units = nodes * node_units;
        view.has_tree = nodes != 0;
        view.first_mixed = static_cast<std::uint32_t>(units);
        view.mixed_blocks = static_cast<std::uint32_t>(in_tree[mixed]);
        units += in_tree[mixed] * mixed_units;
        for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
            const std::size_t blocks = in_tree[kind] + blocks_for(outside[kind].size());
            view.leaves[kind] = {static_cast<std::uint32_t>(units),
                                 static_cast<std::uint32_t>(in_tree[kind]),
                                 static_cast<std::uint32_t>(blocks)};
            view.has_shapes_out_of_tree |= in_tree[kind] < blocks;
            units += blocks * block_units(kind);
        }
        if (units > std::numeric_limits<std::uint32_t>::max())
            throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                        "Scene needs more than the limit of 64 GiB for its tree and leaves");
    }

    static constexpr auto mixed = static_cast<std::size_t>(Kind::mixed);

    static std::uint32_t block_units(std::size_t kind) {
        if (kind == mixed)
            return mixed_units;
        return static_cast<std::uint32_t>(host::kernels().shapes->block_floats[kind] / unit_floats);
    }
    /// First block of a kind in a part, in units.
    [[nodiscard]] std::uint32_t blocks_of(std::size_t part, std::size_t kind) const {
        return (kind == mixed ? view.first_mixed : view.leaves[kind].first) +
               static_cast<std::uint32_t>(first_blocks_[part][kind]) * block_units(kind);
    }
    /// A child of a part with its final place in memory.
    [[nodiscard]] Child place(std::size_t part, Child child) const {
        if (is_nothing(child))
            return child;
        if (!child.is_leaf())
            return child.moved_to((parts[part] + child.index()) * node_units);
        return child.moved_to(blocks_of(part, child.kind()) +
                              child.index() * block_units(child.kind()));
    }

private:
    std::vector<std::array<std::size_t, child_kinds>> first_blocks_;
};

/// Replaces the numbers of pieces in a tree by ids. @returns the places of the pieces, in order
std::vector<PlacedPiece> place_pieces(host::Tree& tree, const Layout& layout,
                                      const host::Pieces& pieces) {
    std::vector<PlacedPiece> placed;
    if (pieces.are_none())
        return placed;
    const auto place = [&](std::uint32_t& id, std::size_t part, std::size_t kind, std::size_t i) {
        const host::Piece* piece = pieces.find(id);
        if (!piece)
            return;
        id = piece->id;
        placed.push_back({layout.blocks_of(part, kind) +
                              static_cast<std::uint32_t>(i / leaf_lanes) * layout.block_units(kind),
                          static_cast<std::uint32_t>(i % leaf_lanes), piece->cell});
    };
    // In the order of the blocks in memory.
    for (std::size_t part = 0; part < tree.parts.size(); ++part)
        for (std::size_t i = 0; i < tree.parts[part].mixed.size(); ++i)
            place(tree.parts[part].mixed[i].id, part, Layout::mixed, i);
    constexpr auto triangle = static_cast<std::size_t>(Kind::triangle);
    for (std::size_t part = 0; part < tree.parts.size(); ++part)
        for (std::size_t i = 0; i < tree.parts[part].slots[triangle].size(); ++i)
            place(tree.parts[part].slots[triangle][i], part, triangle, i);
    return placed;
}

/// Writes ids into leaf blocks. Missing lanes at the end become empty.
void place_ids(std::size_t kind, const std::vector<std::uint32_t>& ids, float* block) {
    if (ids.empty())
        return; // there may be no block at all
    const auto floats = static_cast<std::size_t>(host::kernels().shapes->block_floats[kind]);
    float* to = block + floats - 2 * leaf_lanes;
    for (std::size_t i = 0; i < ids.size(); i += leaf_lanes, to += floats) {
        std::array<std::uint32_t, leaf_lanes> lanes;
        lanes.fill(no_id);
        std::copy_n(ids.data() + i, std::min<std::size_t>(leaf_lanes, ids.size() - i),
                    lanes.data());
        std::memcpy(to, lanes.data(), sizeof lanes);
    }
}

/// The same for mixed blocks.
void place_mixed(const std::vector<host::Primitive>& primitives, MixedBlock* to) {
    for (std::size_t i = 0; i < primitives.size(); i += leaf_lanes, ++to) {
        MixedBlock block = {};
        for (std::size_t lane = 0; lane < leaf_lanes; ++lane) {
            block.id[lane] = primitives[i + lane].id;
            block.kind[lane] = primitives[i + lane].kind;
        }
        std::memcpy(to, &block, sizeof block);
    }
}

void place_part(const host::Tree& tree, std::size_t part, const Layout& layout, float* memory) {
    const host::TreePart& from = tree.parts[part];
    Node node = {};
    float* to = memory + std::size_t{layout.parts[part]} * node_units * unit_floats;
    for (const host::Children& children : from.nodes) {
        for (std::size_t c = 0; c < node_width; ++c)
            node.children[c] = layout.place(part, children[c]);
        std::memcpy(to, &node, sizeof node);
        to += node_units * unit_floats;
    }
    const auto blocks = [&](std::size_t kind) {
        return memory + std::size_t{layout.blocks_of(part, kind)} * unit_floats;
    };
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        place_ids(kind, from.slots[kind], blocks(kind));
    place_mixed(from.mixed, reinterpret_cast<MixedBlock*>(blocks(Layout::mixed)));
}

void place_tree(const host::Tree& tree, const Layout& layout, float* memory,
                std::uint32_t threads) {
    host::for_each_chunk(tree.parts.size(), threads,
                         [&](std::size_t part) { place_part(tree, part, layout, memory); });
    for (std::size_t i = 0; i < tree.places.size(); ++i) {
        auto* top = reinterpret_cast<Node*>(memory);
        top[tree.places[i].node].children[tree.places[i].child] =
            Child::node(layout.parts[i + 1] * node_units);
    }
}

/// First leaf block of a kind outside the tree.
float* blocks_outside(const SceneView& view, std::size_t kind, float* memory) {
    const LeafArray& leaves = view.leaves[kind];
    return memory +
           (leaves.first + std::size_t{leaves.in_tree} * Layout::block_units(kind)) * unit_floats;
}

const float* triangles_end(const SceneView& view, float* memory) {
    return blocks_outside(view, static_cast<std::size_t>(Kind::triangle), memory);
}

void place_outside(const host::Outside& outside, const SceneView& view, float* memory) {
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        place_ids(kind, outside[kind], blocks_outside(view, kind, memory));
}

/// Fills the leaves outside the tree. @returns whether none of their shapes would fit into it
bool fit_outside(const SceneView& view, float* memory, const ShapeTable& shapes, BuildBox& bounds) {
    bool beyond = true;
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind) {
        const LeafArray& leaves = view.leaves[kind];
        beyond &= host::kernels().build->fit_outside(
            shapes, kind, blocks_outside(view, kind, memory), leaves.all - leaves.in_tree, bounds);
    }
    return beyond;
}

bool has_only_triangles(const SceneView& view) {
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        if (kind != static_cast<std::size_t>(Kind::triangle) && view.leaves[kind].in_tree != 0)
            return false;
    return view.mixed_blocks == 0;
}

/// Fills the leaves of the tree and sets its boxes.
FitResult fit_tree(SceneView& view, float* memory, const ShapeSources& sources,
                   std::span<const PlacedPiece> pieces, std::span<const std::uint32_t> parts,
                   std::uint32_t refits, std::uint32_t threads) {
    if (!view.has_tree)
        return {.bounds = {}, .largest_leaf = 0.0f, .fits = true, .is_crowded = false, .work = 0.0};
    const bool only_triangles = has_only_triangles(view);
    const FitJob job = {.memory = memory,
                        .triangles_end = triangles_end(view, memory),
                        .shapes = sources.table(),
                        .first = 0,
                        .last = 0,
                        .box_padding = only_triangles ? 0.0f : box_padding,
                        .below = nullptr,
                        .pieces = pieces.data(),
                        .piece_count = pieces.size(),
                        .turn = 0,
                        .turns = 1};
    const FitResult fit = host::fit_tree(*host::kernels().build, job, parts, refits, threads);
    view.space = host::space_of(fit, only_triangles);
    return fit;
}

Bounds bounds_of(const BuildBox& box) {
    return {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi(0), box.hi(1), box.hi(2)}};
}

/// Copies a committed scene. The view of the copy refers to the copied memory.
std::shared_ptr<CommittedScene> copy_of(const CommittedScene& scene) {
    auto copy = std::make_shared<CommittedScene>();
    copy->memory = AlignedBuffer<float>(scene.memory.size());
    if (scene.memory.size() != 0)
        std::memcpy(copy->memory.data(), scene.memory.data(), scene.memory.size() * sizeof(float));
    copy->view = scene.view;
    copy->view.memory = copy->memory.data();
    return copy;
}

/// A built scene that is not committed yet.
struct Built {
    AlignedBuffer<float> memory;
    SceneView view = {};
    FitResult fit = {};
    std::vector<std::uint32_t> parts;
    std::vector<PlacedPiece> pieces;

    Built() = default;
    Built(Build how, const host::ShapeStore& shapes, const ShapeSources& sources,
          std::span<const std::uint32_t> copies, std::uint32_t threads) {
        host::Tree tree;
        host::Outside outside;
        host::Pieces cut;
        {
            const bool cuts = how != Build::fast && sources.have(Kind::triangle);
            host::BoxedShapes boxed(shapes.size(), sources, copies, cuts, threads);
            outside = boxed.outside();
            tree = build(how, boxed, threads);
            cut = boxed.take_pieces();
        }
        Layout layout(tree, outside);
        pieces = place_pieces(tree, layout, cut);
        memory = AlignedBuffer<float>(layout.units * unit_floats);
        place_tree(tree, layout, memory.data(), threads);
        place_outside(outside, layout.view, memory.data());
        tree = {};
        view = layout.view;
        view.memory = memory.data();
        view.root_of_firsts = copies.empty() ? 0 : node_units;
        view.has_repeats = !pieces.empty();
        for (const auto& [prototype, uses] : shapes.prototypes())
            view.has_repeats = view.has_repeats || prototype->view.has_repeats;
        fit = fit_tree(view, memory.data(), sources, pieces, layout.parts, 0, threads);
        fit_outside(view, memory.data(), sources.table(), fit.bounds);
        parts = std::move(layout.parts);
    }
};

} // namespace

void Scene::Data::rebuild(Build how, std::uint32_t threads) {
    // Also for the code between chunks: a primitive must fall into the same bin when it is counted
    // and when it is moved.
    const host::FloatEnvironment environment;
    const ShapeSources sources(shapes);
    std::vector<std::uint32_t> set_apart;
    Built built(how, shapes, sources, set_apart, threads);
    if (built.fit.is_crowded) {
        set_apart = host::copies_in(built.view);
        if (!set_apart.empty()) {
            built = {};
            built = Built(how, shapes, sources, set_apart, threads);
        }
    }

    auto next = std::make_shared<CommittedScene>();
    next->memory = std::move(built.memory);
    next->view = built.view;
    next->bounds = bounds_of(built.fit.bounds);
    committed = std::move(next);
    parts = std::move(built.parts);
    pieces = std::move(built.pieces);
    copies = std::move(set_apart);
    least_work = built.fit.work;
    refits = 0;
}

bool Scene::Data::refit(std::uint32_t threads) {
    const host::FloatEnvironment environment;
    const ShapeSources sources(shapes);
    const std::shared_ptr<CommittedScene> next = committed->lent ? copy_of(*committed) : committed;
    float* memory = next->memory.data();
    FitResult fit = fit_tree(next->view, memory, sources, pieces, parts, refits + 1, threads);
    const bool stay_outside = fit_outside(next->view, memory, sources.table(), fit.bounds);
    if (!fit.fits || !stay_outside || fit.work > too_much_work * least_work)
        return false;
    if (!copies.empty() && host::copies_in(next->view) != copies)
        return false;
    next->bounds = bounds_of(fit.bounds);
    committed = next;
    least_work = std::min(least_work, fit.work);
    ++refits;
    return true;
}

std::size_t Scene::memory_bytes() const noexcept {
    const auto committed_bytes = [](const CommittedScene& scene) {
        return sizeof(scene) + scene.memory.size() * sizeof(float);
    };
    std::size_t total = sizeof(Data) + committed_bytes(*data_->committed) +
                        data_->parts.capacity() * sizeof(data_->parts[0]) +
                        data_->pieces.capacity() * sizeof(data_->pieces[0]) +
                        data_->copies.capacity() * sizeof(data_->copies[0]) +
                        data_->shapes.memory_bytes();
    for (const auto& [prototype, uses] : data_->shapes.prototypes())
        total += committed_bytes(*prototype);
    return total;
}

} // namespace lanecast
