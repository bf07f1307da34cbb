#include "host/plan/explain.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "host/parallel/workers.hpp"

namespace lanecast::host {
namespace {

const char* name_of(Engine engine) {
    constexpr std::array<const char*, engines> names = {
        "exhaustive", "single", "interleaved", "packets", "rows", "nearest", "stream"};
    return names[static_cast<std::size_t>(engine)];
}

} // namespace

bool explains() noexcept {
    static const bool asked = [] {
        const char* const value = std::getenv("LANECAST_EXPLAIN");
        return value != nullptr && std::strcmp(value, "1") == 0;
    }();
    return asked;
}

void explain(const CallFacts& call, const Plan& plan) noexcept {
    const std::size_t queries = plan.queries.last - plan.queries.first;
    const std::size_t threads = most_at_once(call.workers);
    // One call of printf, so that lines of several threads do not mix.
    std::fprintf(stderr,
                 "lanecast: %s: queries %zu to %zu of %zu, %zu leaf blocks, %s, %zu thread%s: "
                 "%s%s (%s), parts of %zu, %.1f MB each\n",
                 call.name, plan.queries.first, plan.queries.last - 1, call.queries,
                 leaf_blocks(call.scene), to_string(call.isa).data(), threads,
                 threads == 1 ? "" : "s", name_of(plan.engine),
                 plan.order == Order::sorted ? ", sorted" : "", plan.reason,
                 std::min(plan.part, queries), static_cast<double>(plan.memory) * 1e-6);
}

void explain_one(const char* name, const SceneView& scene, Isa isa, Engine engine) noexcept {
    std::fprintf(stderr, "lanecast: %s: one query, %zu leaf blocks, %s: %s\n", name,
                 leaf_blocks(scene), to_string(isa).data(), name_of(engine));
}

} // namespace lanecast::host
