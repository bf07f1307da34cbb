#include "host/edits/adapt.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>

#include "core/prefetch.hpp"
#include "host/commit/boxed_shapes.hpp"
#include "host/commit/duplicates.hpp"
#include "host/commit/layout.hpp"
#include "host/commit/pack.hpp"
#include "host/commit/placing.hpp"
#include "host/commit/scene_fit.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/edits/changes.hpp"
#include "host/edits/refit.hpp"
#include "host/edits/tree_editor.hpp"
#include "host/edits/tree_index.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast::host {
namespace {

/// A tree is rebuilt when the surface of its boxes exceeds this multiple of the least since the
/// last build, in proportion to the number of shapes.
constexpr double too_much_work = 1.5;

/// An edited tree is degraded at this multiple, or when its nodes and blocks per shape exceed this
/// multiple of what they were after the build. Then the next commit builds, so that none both edits
/// and builds.
constexpr double degraded_work = 1.1, degraded_memory = 1.3;

/// A refit visits all nodes if more than one shape in so many has changed.
constexpr std::size_t least_untouched = 20;

/// A build is faster if more than one shape in so many leaves its place in the tree.
constexpr std::size_t least_in_place = 8;

/// Share of nodes and blocks by which the memory of an edited scene grows at once.
constexpr std::uint32_t spare_share = 8;

/// A kind with few blocks gets room for so many commits like the present one, up to a block for one
/// in so many shapes of the scene. With an eighth of its own few blocks, every other frame of a
/// game copied the tree.
constexpr std::uint32_t spare_commits = 16, least_spare_share = 128;

/// Copies a committed scene. The view of the copy refers to the copied memory.
std::shared_ptr<CommittedScene> copy_of(const CommittedScene& scene) {
    auto copy = std::make_shared<CommittedScene>();
    copy->memory = AlignedBuffer<float>(scene.memory.size());
    if (scene.memory.size() != 0)
        std::memcpy(copy->memory.data(), scene.memory.data(), scene.memory.size() * sizeof(float));
    copy->view = scene.view;
    copy->view.memory = copy->memory.data();
    copy->tables = scene.tables;
    copy->kinds = scene.kinds;
    copy->is_packed = scene.is_packed;
    return copy;
}

/// Number of blocks that the shapes of a kind outside of the tree take.
std::uint32_t block_count(const std::vector<std::uint32_t>& ids) {
    return static_cast<std::uint32_t>(blocks_for(ids.size()));
}

/// One commit that adapts the tree.
class Adaption {
public:
    Adaption(Commit& commit, const ShapeStore& shapes, TouchedIds& touched, bool rearranged,
             Workers workers)
        : commit_(commit), shapes_(shapes), touched_(touched), workers_(workers),
          is_rearranged_(rearranged), are_few_(touched.count() * least_untouched <= shapes.size()),
          sources_(are_few_ ? ShapeSources::for_few(shapes, commit.motions)
                            : ShapeSources(shapes, commit.motions)) {}

    /// @returns false if a rebuild is needed
    bool run() {
        if (commit_.is_degraded)
            return false;
        const SceneView& now = commit_.scene->view;
        if (is_rearranged_ &&
            (!now.has_tree || !commit_.duplicates.empty() || are_many_new_or_gone()))
            return false;
        IdTables tables = touched_.tables_changed() ? tables_of(shapes_) : IdTables();
        next_ = commit_.scene->lent ? copy_of(*commit_.scene) : commit_.scene;
        if (now.has_tree && (are_few_ || is_rearranged_) && !edit())
            return false;
        FitResult fit = fit_changed();
        set_space(next_->view, fit);
        const bool stay_outside =
            fit_outside(next_->view, next_->memory.data(), sources_, fit.bounds);
        const double least_work = commit_.least_work * static_cast<double>(shapes_.size()) /
                                  static_cast<double>(commit_.shapes);
        const double work = fit.work.value();
        if (!fit.fits || !stay_outside || work > too_much_work * least_work)
            return false;
        if (!commit_.duplicates.empty() && duplicates_in(next_->view) != commit_.duplicates)
            return false;
        next_->view.has_repeats = has_repeats(shapes_, commit_.pieces);
        next_->kinds = kinds_of(shapes_);
        next_->bounds = bounds_of(fit.bounds);
        if (touched_.tables_changed())
            next_->tables = std::move(tables);
        commit_.scene = next_;
        commit_.least_work = std::min(least_work, work);
        commit_.shapes = shapes_.size();
        ++commit_.refits;
        commit_.is_degraded =
            commit_.is_edited && (work > degraded_work * least_work ||
                                  commit_.rooms.units > degraded_memory * commit_.built_units *
                                                            static_cast<double>(shapes_.size()));
        return true;
    }

private:
    /// Whether the number of shapes has changed so much that a build is faster.
    [[nodiscard]] bool are_many_new_or_gone() const {
        const auto [fewer, more] = std::minmax({shapes_.size(), commit_.shapes});
        return (more - fewer) * least_in_place > shapes_.size() || shapes_.size() == 0;
    }
    [[nodiscard]] TreeEditor editor(const GrowthLimits& limits) {
        return {next_->view,   next_->memory.data(), commit_.index,
                commit_.rooms, commit_.pieces,       touched_,
                limits};
    }
    void make_index() {
        const Rooms& rooms = commit_.rooms;
        const std::uint32_t nodes = rooms.are_none() ? commit_.parts.back() : rooms.nodes;
        commit_.index = index_of(next_->view, nodes, rooms.are_none() ? nodes : rooms.all.nodes,
                                 touched_.end());
    }

    /// Finds the nodes to fit, and moves shapes to other leaves, takes them out and puts them in.
    bool edit() {
        if (commit_.index.is_empty())
            make_index();
        commit_.index.make_room(touched_.end());
        const Outside before = outside_of(next_->view, next_->memory.data());
        Changes changes = changes_of_touched(before);
        if ((changes.leaving.size() + changes.arriving.size()) * least_in_place > shapes_.size())
            return false;
        if (!changes.leaving.empty() || !changes.arriving.empty() || changes.outside != before) {
            const GrowthLimits limits = limits_for(changes);
            make_room(changes, limits); // may give nodes other numbers
            if (!take_and_put(changes, limits))
                return false;
        }
        for (const std::uint32_t id : changes.staying)
            commit_.index.add_nodes_of(id, dirty_);
        return true;
    }

    [[nodiscard]] Changes changes_of_touched(const Outside& before) {
        Changes changes;
        for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
            std::copy_if(before[kind].begin(), before[kind].end(),
                         std::back_inserter(changes.outside[kind]),
                         [&](std::uint32_t id) { return !touched_.has(id); });
        const TreeEditor tree = editor({});
        std::vector<std::uint32_t> touched;
        touched.reserve(touched_.count());
        touched_.for_each([&](std::uint32_t id) { touched.push_back(id); });
        for_each_ahead(
            touched, [&](std::uint32_t id) { commit_.index.fetch(id); },
            [&](std::uint32_t id) { fetch_node_of(id); },
            [&](std::uint32_t id) { add_change(tree, id, changes); });
        for (auto& ids : changes.outside)
            std::sort(ids.begin(), ids.end()); // as a build has them
        sort_along_curve(changes.arriving);
        return changes;
    }

    void add_change(const TreeEditor& tree, std::uint32_t id, Changes& changes) {
        const bool is_in_tree = commit_.index.has(id);
        const ShapeStore::Range* const range = shapes_.range_of(id);
        if (range == nullptr) {
            if (is_in_tree)
                changes.leaving.push_back(id);
            return;
        }
        const auto kind = static_cast<std::uint32_t>(range->records->kind);
        const bool may_stay = is_in_tree && kind == commit_.index.kind_of(id);
        if (may_stay && (!are_few_ || !commit_.duplicates.empty() || !tree.can_remove(id))) {
            changes.staying.push_back(id);
            return;
        }
        BoxedPrimitive box;
        const bool fits = box_of(id, kind, box);
        if (may_stay && fits && tree.contains_center(commit_.index.node_of(id), box)) {
            changes.staying.push_back(id);
            return;
        }
        if (is_in_tree)
            changes.leaving.push_back(id);
        if (fits)
            changes.arriving.push_back(box);
        else
            changes.outside[kind].push_back(id);
    }

    [[gnu::always_inline]] void fetch_node_of(std::uint32_t id) const {
        if (commit_.index.has(id))
            prefetch(&next_->view.node(commit_.index.node_of(id) * node_units), sizeof(Node));
    }
    [[gnu::always_inline]] void fetch_leaves_of(std::uint32_t id) const {
        constexpr std::size_t a_line = 1;
        if (commit_.index.has(id))
            for (const Child child :
                 next_->view.node(commit_.index.node_of(id) * node_units).children)
                if (child.is_leaf())
                    prefetch(next_->view.at(child.index()), a_line);
    }

    /// Computes the box of a shape. @returns whether it fits into a tree
    bool box_of(std::uint32_t id, std::uint32_t kind, BoxedPrimitive& box) const {
        const ShapeSource& source = sources_.of(id);
        const std::size_t place = id - source.first_id;
        BoxSummary summary;
        return kernels().build->boxes[kind](source, {place, place + 1}, &box, summary);
    }

    /// One shape in two may make a leaf of one block into one of two.
    [[nodiscard]] static GrowthLimits limits_for(const Changes& changes) {
        GrowthLimits limits = {};
        for (const BoxedPrimitive& shape : changes.arriving)
            ++limits[shape.kind];
        for (std::uint32_t& count : limits)
            count = count == 0 ? 0 : count / 2 + 16;
        return limits;
    }

    /// Makes room for what arrives, at least. A leaf that grows takes two blocks behind all others,
    /// and leaves one empty; any other shape takes at most a node and a block. If there is not
    /// enough room, makes some for several commits.
    void make_room(const Changes& changes, const GrowthLimits& limits) {
        RoomSize more = {.nodes = static_cast<std::uint32_t>(changes.arriving.size())};
        for (const BoxedPrimitive& shape : changes.arriving)
            ++more.blocks[shape.kind];
        const SceneView& view = next_->view;
        const Rooms& rooms = commit_.rooms;
        bool has_room = !rooms.are_none() && rooms.nodes + more.nodes <= rooms.all.nodes;
        for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
            const std::uint32_t all = rooms.all.blocks[kind],
                                taken =
                                    view.leaves[kind].in_tree + block_count(changes.outside[kind]),
                                behind = all - std::min(all, taken), grown = 2 * limits[kind];
            const auto empty = static_cast<std::uint32_t>(rooms.free[kind].size());
            const std::uint32_t fresh = more.blocks[kind] - std::min(more.blocks[kind], empty);
            has_room = has_room && taken <= all && grown + fresh <= behind;
            more.blocks[kind] += grown;
            const std::uint32_t wanted =
                std::min(more.blocks[kind] * spare_commits,
                         static_cast<std::uint32_t>(shapes_.size() / least_spare_share));
            more.blocks[kind] += block_count(changes.outside[kind]) +
                                 std::max(view.leaves[kind].all / spare_share, wanted);
        }
        if (has_room)
            return;
        more.nodes += (rooms.are_none() ? commit_.parts.back() : rooms.nodes) / spare_share;
        const bool is_packed = rooms.are_none() || is_sparse(view, rooms);
        Packed packed = is_packed ? pack(view, commit_.pieces, more)
                                  : enlarge(view, commit_.pieces, rooms, more);
        auto roomy = std::make_shared<CommittedScene>();
        roomy->memory = std::move(packed.memory);
        roomy->view = packed.view;
        roomy->tables = next_->tables;
        next_ = std::move(roomy);
        commit_.pieces = std::move(packed.pieces);
        commit_.rooms = std::move(packed.rooms);
        if (is_packed)
            make_index();
        else
            commit_.index.make_room_for_nodes(commit_.rooms.all.nodes);
    }

    bool take_and_put(Changes& changes, const GrowthLimits& limits) {
        SceneView& view = next_->view;
        const bool had_only_triangles = has_only_triangles(view);
        commit_.parts.clear();
        next_->is_packed = false;
        commit_.is_edited = true;
        TreeEditor tree = editor(limits);
        std::sort(changes.leaving.begin(), changes.leaving.end(),
                  [&](std::uint32_t a, std::uint32_t b) { // in the order of memory
                      const auto x = commit_.index.node_of(a), y = commit_.index.node_of(b);
                      return std::tie(x, a) < std::tie(y, b);
                  });
        bool all_left = true;
        for_each_ahead(
            changes.leaving, [&](std::uint32_t id) { fetch_node_of(id); },
            [&](std::uint32_t id) { fetch_leaves_of(id); },
            [&](std::uint32_t id) {
                const auto position = tree.find(id);
                all_left = all_left && position && tree.remove(*position);
            });
        if (!all_left)
            return false;
        for (const BoxedPrimitive& shape : changes.arriving)
            if (!tree.insert(shape))
                return false;
        dirty_.insert(dirty_.end(), tree.dirty().begin(), tree.dirty().end());
        view.has_shapes_out_of_tree = false;
        for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
            LeafArray& leaves = view.leaves[kind];
            leaves.all = leaves.in_tree + block_count(changes.outside[kind]);
            view.has_shapes_out_of_tree |= leaves.in_tree < leaves.all;
        }
        place_outside(changes.outside, view, next_->memory.data());
        return had_only_triangles == has_only_triangles(view) &&
               !is_nothing(view.node(0).children[0]);
    }

    FitResult fit_changed() {
        RefitIndex& index = commit_.index;
        // Turns go by the numbers of nodes, which a saved scene does not keep after edits.
        const SortingTurn sorting =
            commit_.is_edited ? SortingTurn::all() : SortingTurn::of_refit(commit_.refits + 1);
        if (!are_few_ || index.is_empty())
            return fit_all(sorting);
        if (!index.is_fitted)
            fit_all(SortingTurn::none()); // the order of other children stays as it is
        FitJob few = job(sorting);
        few.refilled = touched_.words();
        fit_some(few, index.with_nodes_above(dirty_));
        return index.total();
    }

    FitResult fit_all(SortingTurn sorting) {
        RefitIndex& index = commit_.index;
        index.is_fitted = !index.is_empty();
        if (!next_->view.has_tree || !commit_.parts.empty())
            return fit_tree(next_->view, job(sorting), commit_.parts, workers_);
        fit_edited(job(sorting), index, commit_.rooms.nodes, workers_);
        return index.total();
    }

    [[nodiscard]] FitJob job(SortingTurn sorting) {
        return job_for(next_->view, next_->memory.data(), sources_, commit_.pieces, sorting,
                       commit_.index.kept());
    }

    Commit& commit_;
    const ShapeStore& shapes_;
    TouchedIds& touched_;
    Workers workers_;
    bool is_rearranged_; ///< shapes were added or removed
    bool are_few_;       ///< touched shapes
    ShapeSources sources_;
    std::shared_ptr<CommittedScene> next_;
    std::vector<std::uint32_t> dirty_; ///< nodes to fit
};

} // namespace

bool adapt(Commit& commit, const ShapeStore& shapes, TouchedIds& touched, bool rearranged,
           Workers workers) {
    const FloatEnvironment environment;
    return Adaption(commit, shapes, touched, rearranged, workers).run();
}

} // namespace lanecast::host
