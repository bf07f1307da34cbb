#include "host/plan/plan.hpp"

#include <algorithm>
#include <optional>

#include "core/forced_traversal.hpp"
#include "host/plan/stream_cut.hpp"
#include "host/plan/tuning.hpp"

namespace lanecast::host {
namespace {

struct Choice {
    Engine engine;
    const char* reason;
    Order order = Order::given;
};

constexpr const char* as_asked = "Options::traversal";

std::size_t size_of(BatchPart part) { return part.last - part.first; }

bool offers(const CallFacts& call, Engine engine) {
    return call.offers[static_cast<std::size_t>(engine)];
}

/// Whether there are at least share * blocks^(2/3) queries, so that many of them reach the same
/// nodes.
bool meet_often(std::size_t queries, const SceneView& scene, double share) {
    const auto q = static_cast<double>(queries) / share;
    const auto n = static_cast<double>(leaf_blocks(scene));
    return q * q * q >= n * n;
}

/// A hint shifts the limit instead of deciding, so that a wrong hint costs little.
bool are_coherent(const CallFacts& call, BatchPart part, float most) {
    float factor = 1.0f;
    if (call.options.coherence == Coherence::coherent)
        factor = tuning::hint_of_coherence;
    if (call.options.coherence == Coherence::incoherent)
        factor = 1.0f / tuning::hint_of_coherence;
    return call.is_coherent(part, most * factor);
}

/// Returns the engine that takes lists of these queries down the tree, if there is one.
std::optional<Engine> engine_of_lists(const CallFacts& call) {
    for (const Engine engine : {Engine::stream, Engine::rows, Engine::nearest})
        if (offers(call, engine))
            return engine;
    return std::nullopt;
}

/// Whether points are too far apart to share their way down the tree.
bool are_sparse(const CallFacts& call, Engine engine, std::size_t queries) {
    if (engine != Engine::nearest)
        return false;
    const std::size_t blocks = leaf_blocks(call.scene);
    const std::size_t triangles = call.scene.leaves[static_cast<std::size_t>(Kind::triangle)].all;
    return queries < tuning::points_per_block * (blocks - triangles) +
                         tuning::points_per_block_of_triangles * triangles;
}

bool go_in_packets(const CallFacts& call, BatchPart part) {
    return offers(call, Engine::packets) &&
           meet_often(size_of(part), call.scene, tuning::packets_share) &&
           are_coherent(call, part, tuning::coherent_in_packets);
}

/// Whether rays that do not come in a good order become coherent when they are sorted.
bool go_sorted(const CallFacts& call, BatchPart part) {
    return call.can_be_sorted && offers(call, Engine::packets) &&
           size_of(part) >= tuning::sorted_rays_per_block * leaf_blocks(call.scene) &&
           call.is_converging(part);
}

Choice one_by_one(const CallFacts& call) {
    if (call.queries >= tuning::least_interleaved && offers(call, Engine::interleaved))
        return {Engine::interleaved, "few queries reach the same nodes"};
    return {Engine::single, "few queries"};
}

Choice choose_freely(const CallFacts& call) {
    const std::size_t queries = call.queries;
    const BatchPart all = {0, queries};
    if (call.without_tree)
        return {Engine::exhaustive, "rays from far away"};
    const bool lists_pay = tuning::lists_pay(call.isa);
    std::optional<Engine> lists = engine_of_lists(call);
    if (!lists_pay || (lists && are_sparse(call, *lists, queries)))
        lists.reset();
    if (lists && queries >= tuning::least_in_stream &&
        meet_often(queries, call.scene, tuning::stream_share))
        return {*lists, "many queries reach the same nodes"};
    if (is_tiny(call.scene))
        return {Engine::exhaustive, "tiny scene"};
    if (lists && queries >= tuning::least_coherent_in_stream &&
        meet_often(queries, call.scene, tuning::coherent_stream_share) &&
        offers(call, Engine::packets) && are_coherent(call, all, tuning::coherent_in_streams))
        return {*lists, "coherent rays reach the same nodes"};
    if (!lists_pay && go_in_packets(call, all))
        return {Engine::packets, "rays go the same way"};
    return one_by_one(call);
}

/// The choice that Options::traversal makes.
Choice choose_forced(const CallFacts& call) {
    const Traversal traversal = call.options.traversal;
    if (traversal == Traversal::exhaustive)
        return {Engine::exhaustive, as_asked};
    if (traversal == forced::single)
        return {Engine::single, as_asked};
    if (traversal == forced::interleaved)
        return {offers(call, Engine::interleaved) ? Engine::interleaved : Engine::single, as_asked};
    if (offers(call, Engine::packets)) {
        if (traversal == forced::packets)
            return {Engine::packets, as_asked};
        if (traversal == forced::sorted && call.can_be_sorted)
            return {Engine::packets, as_asked, Order::sorted};
    }
    return {engine_of_lists(call).value_or(Engine::single), as_asked};
}

/// The choice for a piece of a stream.
Choice choose_for_piece(const CallFacts& call, BatchPart piece, Choice stream) {
    if (call.options.traversal != Traversal::automatic)
        return stream;
    if (go_in_packets(call, piece))
        return {Engine::packets, "rays go the same way"};
    if (go_sorted(call, piece))
        return {Engine::packets, "rays lead to one point", Order::sorted};
    return stream;
}

/// Size of the pieces of a stream. They need not be larger than the longest lists of all octants
/// together. With this size, the records of a piece are written where those of the previous one are
/// still in the caches.
std::size_t stream_piece(const CallFacts& call, std::size_t longest_list) {
    const auto full = static_cast<std::size_t>(
        static_cast<double>(octants * longest_list * most_at_once(call.workers)) *
        tuning::full_lists);
    const std::size_t pieces = (call.queries - 1) / std::min(tuning::most_in_stream, full) + 1;
    return (call.queries / pieces + tuning::small_part) / tuning::small_part * tuning::small_part;
}

/// Size of the parts for rays in packets.
std::size_t packets_part(std::size_t queries, std::size_t workers) {
    if (workers == 1)
        return queries;
    const std::size_t share = queries / (tuning::packet_parts_per_thread * workers) + 1;
    return (share + packet_tile - 1) / packet_tile * packet_tile;
}

/// Sets the size of the parts, and their memory, for an engine that takes a part at once.
void cut(Plan& plan, const ListParts& parts, std::size_t workers, std::size_t largest) {
    const std::size_t queries = size_of(plan.queries);
    const std::size_t share = workers == 1 ? queries : queries / (parts.parts_per_thread * workers);
    plan.part = std::clamp(share + 1, tuning::least_list_part, largest);
    plan.memory = parts.scratch_bytes(std::min(plan.part, queries));
}

/// Sets the size of the parts and their memory.
void cut(Plan& plan, const CallFacts& call) {
    const std::size_t workers = most_at_once(call.workers);
    plan.part = tuning::small_part;
    plan.memory = 0;
    switch (plan.engine) {
    case Engine::exhaustive:
    case Engine::single:
        return;
    case Engine::interleaved:
        plan.memory = interleaved_scratch_bytes;
        return;
    case Engine::packets:
        if (plan.order == Order::sorted) {
            cut(plan, parts_for_sorted_rays, workers,
                std::clamp(tuning::rays_per_block_in_sorted_part * leaf_blocks(call.scene),
                           tuning::sorted_part, parts_for_sorted_rays.largest));
            return;
        }
        plan.part = packets_part(size_of(plan.queries), workers);
        plan.memory = packets_scratch_bytes();
        return;
    case Engine::rows:
        cut(plan, parts_for_rows, workers, parts_for_rows.largest);
        return;
    case Engine::nearest:
        cut(plan, parts_for_points, workers, parts_for_points.largest);
        return;
    case Engine::stream:
        plan.part = size_of(plan.queries);
        plan.memory = StreamCut(plan.part, call.workers, plan.longest_list).scratch_bytes();
        return;
    }
}

} // namespace

Plan plan_for(const CallFacts& call, std::size_t first) {
    const bool is_free = call.options.traversal == Traversal::automatic;
    Choice choice = is_free ? choose_freely(call) : choose_forced(call);
    Plan plan = {};
    plan.queries = {first, call.queries};
    if (choice.engine == Engine::stream) {
        plan.longest_list = StreamCut::longest_list_among(leaf_blocks(call.scene));
        plan.queries.last = std::min(first + stream_piece(call, plan.longest_list), call.queries);
        choice = choose_for_piece(call, plan.queries, choice);
    }
    plan.engine = choice.engine;
    plan.order = choice.order;
    plan.reason = choice.reason;
    cut(plan, call);
    if (is_free && are_sparse(call, plan.engine, std::min(plan.part, size_of(plan.queries)))) {
        plan.engine = Engine::interleaved; // each thread has few of the points
        plan.reason = "few queries a thread reach the same nodes";
        cut(plan, call);
    }
    return plan;
}

std::size_t part_of_pairs(std::size_t queries, Workers workers) {
    const std::size_t at_once = most_at_once(workers);
    if (at_once == 1)
        return queries;
    const std::size_t small_parts =
        queries / (tuning::small_part * tuning::batch_parts_per_thread * at_once) + 1;
    return small_parts * tuning::small_part;
}

} // namespace lanecast::host
