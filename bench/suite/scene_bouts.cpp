#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "lanecast/isa.hpp"
#include "lanecast/rays.hpp"

#include "suite/bout.hpp"
#include "suite/stage.hpp"

/// Rows of scenes (every query type in every world), of threads, and of growth (rays with more
/// primitives and with larger batches).
namespace lanecast::bench {
namespace {

/// Does not depend on the length of a run, so that results can be compared.
constexpr std::size_t queries = std::size_t{1} << 16;
constexpr std::size_t million = std::size_t{1} << 20;

Row row_of(const char* group, std::string name, Isa isa, std::uint32_t threads) {
    return {.group = group,
            .name = std::move(name),
            .isa = std::string(to_string(isa)),
            .threads = threads,
            .unit = "queries"};
}

/// Measures `ask`. The first call creates and warms up everything and is not timed.
template <class Ask>
void measure(const Ask& ask, Isa isa, std::uint32_t threads, Recorder& recorder, Row& row) {
    set_isa(isa);
    const Summary summary = ask();
    row.hits = share_of_hits(summary);
    row.rate.values =
        recorder.time({{[&] { ask(); }, static_cast<double>(summary.queries)}}, isa, threads)[0];
}

Bout bout_of(const SharedStage& stage, const StageQuestion& question, Row row, Isa isa) {
    const std::uint32_t threads = row.threads;
    return {std::move(row), 2, [=](Recorder& recorder, Row& into) {
                measure([&] { return question.ask(*stage, threads); }, isa, threads, recorder,
                        into);
            }};
}

/// Casts incoherent rays in calls of `batch` rays: 32,768 rays in all, or one larger batch.
Summary in_small_batches(Stage& stage, std::size_t batch) {
    const std::size_t count = std::min(std::max(batch, std::size_t{1} << 15), stage.rays().size());
    Summary sum;
    for (std::size_t first = 0; first < count; first += batch) {
        const std::size_t now = std::min(batch, count - first);
        const Summary one = closest_hit(stage.scene(), stage.rays().view(first, now),
                                        {.t = std::span(stage.t()).subspan(first, now),
                                         .id = std::span(stage.id()).subspan(first, now)},
                                        {.threads = 1});
        sum.queries += one.queries;
        sum.hits += one.hits;
    }
    return sum;
}

} // namespace

std::vector<Bout> scene_bouts(const Wish& wish) {
    std::vector<SharedStage> stages = {sphere_stage(10'000, queries),
                                       sphere_stage(100'000, queries)};
    if (wish.full) {
        stages.push_back(sphere_stage(1'000'000, million));
    }
    stages.push_back(stage_of(
        "mixed_100k", [] { return make_mixed("mixed_100k", 100'000, 0.4f); }, queries));
    stages.push_back(demo_stage(queries));
    stages.push_back(mesh_stage(wish, queries));

    std::vector<Bout> bouts;
    for (const SharedStage& stage : stages) {
        for (const StageQuestion& question : stage_questions()) {
            const std::string name = fmt::format("{}/{}", question.name, stage->name());
            for (const std::uint32_t threads : wish.threads) {
                for (const Isa isa : wish.isas) {
                    if (threads == 1 || isa == wish.isas.back()) {
                        bouts.push_back(
                            bout_of(stage, question, row_of("scenes", name, isa, threads), isa));
                    }
                }
            }
        }
    }
    return bouts;
}

std::vector<Bout> thread_bouts(const Wish& wish) {
    if (wish.threads.back() == 1) {
        return {};
    }
    const Isa isa = wish.isas.back();
    std::vector<std::uint32_t> counts;
    for (std::uint32_t threads = 1; threads < wish.threads.back(); threads *= 2) {
        counts.push_back(threads);
    }
    counts.push_back(wish.threads.back());
    // More queries than in single-thread rows, so that each thread has enough work.
    const SharedStage stage = sphere_stage(100'000, 4 * queries);
    std::vector<Bout> bouts;
    for (const StageQuestion& question : stage_questions()) {
        const std::string name = fmt::format("{}/{}", question.name, stage->name());
        for (const std::uint32_t threads : counts) {
            bouts.push_back(bout_of(stage, question, row_of("threads", name, isa, threads), isa));
        }
    }
    return bouts;
}

std::vector<Bout> growth_bouts(const Wish& wish) {
    const Isa isa = wish.isas.back();
    const StageQuestion& closest = stage_questions().front();
    std::vector<Bout> bouts;
    const std::size_t largest = wish.full ? 1'000'000 : 100'000;
    for (std::size_t spheres = 1000; spheres <= largest; spheres *= 10) {
        bouts.push_back(bout_of(sphere_stage(spheres, queries), closest,
                                row_of("growth", "primitives/" + short_number(spheres), isa, 1),
                                isa));
    }
    const std::size_t most = wish.full ? million : queries;
    const SharedStage stage = sphere_stage(100'000, most);
    for (std::size_t batch = 1; batch <= most; batch *= 16) {
        bouts.push_back({row_of("growth", fmt::format("batch/{}", batch), isa, 1), 2,
                         [=](Recorder& recorder, Row& into) {
                             measure([&] { return in_small_batches(*stage, batch); }, isa, 1,
                                     recorder, into);
                         }});
    }
    return bouts;
}

} // namespace lanecast::bench
