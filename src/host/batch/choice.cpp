#include "host/batch/choice.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/forced_traversal.hpp"
#include "host/batch/tuning.hpp"

namespace lanecast::host {
namespace {

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

/// Whether testing all primitives is as fast as traversing the tree.
bool is_tiny(const SceneView& scene) {
    constexpr std::size_t most = tuning::tiny_blocks_of_spheres;
    constexpr auto sphere = static_cast<std::uint32_t>(Kind::sphere);
    if (scene.mixed_blocks != 0)
        return false; // their shapes are tested one by one
    const std::size_t spheres = scene.leaves[sphere].all;
    return spheres + (leaf_blocks(scene) - spheres) * most <= most;
}

bool offers(const CallFacts& call, Engine engine) {
    return call.offers[static_cast<std::size_t>(engine)];
}

/// Returns the engine that takes lists of these queries down the tree, if there is one.
std::optional<Engine> engine_of_lists(const CallFacts& call) {
    for (const Engine engine : {Engine::stream, Engine::rows, Engine::nearest})
        if (offers(call, engine))
            return engine;
    return std::nullopt;
}

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
           meet_often(part.last - part.first, call.scene, tuning::packets_share) &&
           are_coherent(call, part, tuning::coherent_in_packets);
}

/// Whether rays that do not come in a good order become coherent when they are sorted.
bool go_sorted(const CallFacts& call, BatchPart part) {
    return offers(call, Engine::sorted) &&
           part.last - part.first >= tuning::sorted_rays_per_block * leaf_blocks(call.scene) &&
           call.is_converging(part);
}

Engine choose_freely(const CallFacts& call) {
    const std::size_t queries = call.queries;
    const bool lists_pay = tuning::lists_pay(call.isa);
    std::optional<Engine> lists = engine_of_lists(call);
    if (!lists_pay || (lists && are_sparse(call, *lists, queries)))
        lists.reset();
    if (lists && queries >= tuning::least_in_stream &&
        meet_often(queries, call.scene, tuning::stream_share))
        return *lists;
    if (is_tiny(call.scene))
        return Engine::exhaustive;
    if (lists && queries >= tuning::least_coherent_in_stream &&
        meet_often(queries, call.scene, tuning::coherent_stream_share) &&
        offers(call, Engine::packets) &&
        are_coherent(call, {0, queries}, tuning::coherent_in_streams))
        return *lists;
    if (!lists_pay && go_in_packets(call, {0, queries}))
        return Engine::packets;
    if (queries < tuning::least_interleaved || !offers(call, Engine::interleaved))
        return Engine::single;
    return Engine::interleaved;
}

} // namespace

bool is_far(const SceneView& scene, const float* origin) {
    if (!scene.has_tree)
        return false;
    const TreeSpace& space = scene.space;
    float distance = 0.0f, side = 0.0f;
    for (int a = 0; a < 3; ++a) {
        distance = std::max(distance, std::fabs(origin[a] - space.middle[a]));
        side = std::max(side, space.hi[a] - space.lo[a]);
    }
    // With triangles only, the margin is that of an axis: by_radius is 0.
    const float share =
        space.rays.by_radius == 0.0f ? tuning::far_margin_of_triangles : tuning::far_margin;
    return (space.rays.by_axis + space.rays.by_largest) * distance > share * side;
}

bool are_far(const SceneView& scene, const RayColumns& rays, std::size_t count) {
    const std::size_t samples = std::min(count, tuning::far_samples);
    std::size_t far = 0;
    for (std::size_t sample = 0; sample < samples; ++sample) {
        float origin[3];
        for (int a = 0; a < 3; ++a)
            origin[a] = element<float>(rays.at[ray_column::origin + a], count * sample / samples);
        far += is_far(scene, origin);
    }
    return 2 * far > samples;
}

bool needs_copies(const SceneView& scene, const ReadableColumn& ignore_count, std::size_t queries) {
    if (scene.root_of_firsts == 0)
        return false;
    // A copy equals at least `leaf_lanes` shapes with smaller ids. That also holds for particles:
    // each of their sweeps ignores either the particle's own range or one id.
    const std::size_t values = ignore_count.stride == 0 ? 1 : queries;
    for (std::size_t i = 0; i < values; ++i)
        if (element<std::uint32_t>(ignore_count, i) >= leaf_lanes)
            return true;
    return false;
}

std::size_t leaf_blocks(const SceneView& scene) {
    std::size_t blocks = scene.mixed_blocks;
    for (const LeafArray& leaves : scene.leaves)
        blocks += leaves.all;
    return blocks;
}

Engine choose_engine(const CallFacts& call) {
    const Traversal traversal = call.options.traversal;
    if (traversal == Traversal::exhaustive)
        return Engine::exhaustive;
    if (traversal == forced::single)
        return Engine::single;
    if (traversal == forced::interleaved)
        return offers(call, Engine::interleaved) ? Engine::interleaved : Engine::single;
    if (traversal == forced::packets && offers(call, Engine::packets))
        return Engine::packets;
    if (traversal == forced::sorted && offers(call, Engine::sorted))
        return Engine::sorted;
    if (traversal == forced::packets || traversal == forced::sorted || traversal == forced::stream)
        return engine_of_lists(call).value_or(Engine::single);
    return choose_freely(call);
}

Engine choose_for_one(const SceneView& scene, Traversal traversal) {
    const bool exhaustive =
        traversal == Traversal::exhaustive || (traversal == Traversal::automatic && is_tiny(scene));
    return exhaustive ? Engine::exhaustive : Engine::single;
}

Engine engine_for_part(const CallFacts& call, Engine chosen, BatchPart part) {
    if (call.options.traversal != Traversal::automatic)
        return chosen;
    if (chosen == Engine::stream && go_in_packets(call, part))
        return Engine::packets;
    if (chosen == Engine::stream && go_sorted(call, part))
        return Engine::sorted;
    if (are_sparse(call, chosen, part.last - part.first))
        return Engine::interleaved;
    return chosen;
}

} // namespace lanecast::host
