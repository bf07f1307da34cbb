#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "lanecast/isa.hpp"
#include "lanecast/rays.hpp"
#include "lanecast/scene_queries.hpp"

#include "suite/cases/case.hpp"
#include "suite/cases/fixture.hpp"

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

/// Measures `ask`. The first call creates and warms up everything, tells the answers, and is not
/// timed.
template <class Ask>
void measure(Fixture& fixture, const Ask& ask, Isa isa, std::uint32_t threads, Recorder& recorder,
             Row& row) {
    set_isa(isa);
    fixture.clear_answers();
    const Summary summary = ask();
    row.answers = hexadecimal(fixture.hash_of_answers());
    row.hits = share_of_hits(summary);
    row.rate.values =
        recorder.time({{[&] { ask(); }, static_cast<double>(summary.queries)}}, isa, threads)[0];
}

Case case_of(const SharedFixture& fixture, const FixtureQuestion& question, Row row, Isa isa) {
    const std::uint32_t threads = row.threads;
    return {std::move(row), 2, [=](Recorder& recorder, Row& into) {
                measure(
                    *fixture, [&] { return question.ask(*fixture, threads); }, isa, threads,
                    recorder, into);
            }};
}

/// Casts incoherent rays in calls of `batch` rays: 32,768 rays in all, or one larger batch.
Summary in_small_batches(Fixture& fixture, std::size_t batch) {
    const std::size_t count =
        std::min(std::max(batch, std::size_t{1} << 15), fixture.rays().size());
    Summary sum;
    for (std::size_t first = 0; first < count; first += batch) {
        const std::size_t now = std::min(batch, count - first);
        const Summary one = closest_hit(fixture.scene(), fixture.rays().view(first, now),
                                        {.t = std::span(fixture.t()).subspan(first, now),
                                         .id = std::span(fixture.id()).subspan(first, now)},
                                        {.threads = 1});
        sum.queries += one.queries;
        sum.hits += one.hits;
    }
    return sum;
}

} // namespace

std::vector<Case> scene_cases(const Settings& settings) {
    std::vector<SharedFixture> fixtures = {sphere_fixture(10'000, queries),
                                           sphere_fixture(100'000, queries)};
    if (settings.full)
        fixtures.push_back(sphere_fixture(1'000'000, million));
    fixtures.push_back(fixture_of(
        "mixed_100k", [] { return make_mixed("mixed_100k", 100'000, 0.4f); }, queries));
    fixtures.push_back(demo_fixture(queries));
    fixtures.push_back(mesh_fixture(settings, queries));

    std::vector<Case> cases;
    for (const SharedFixture& fixture : fixtures) {
        for (const FixtureQuestion& question : fixture_questions()) {
            const std::string name = fmt::format("{}/{}", question.name, fixture->name());
            for (const std::uint32_t threads : settings.threads) {
                for (const Isa isa : settings.isas) {
                    if (threads == 1 || isa == settings.isas.back()) {
                        cases.push_back(
                            case_of(fixture, question, row_of("scenes", name, isa, threads), isa));
                    }
                }
            }
        }
    }
    return cases;
}

std::vector<Case> thread_cases(const Settings& settings) {
    if (settings.threads.back() == 1)
        return {};
    const Isa isa = settings.isas.back();
    std::vector<std::uint32_t> counts;
    for (std::uint32_t threads = 1; threads < settings.threads.back(); threads *= 2)
        counts.push_back(threads);
    counts.push_back(settings.threads.back());
    // More queries than in single-thread rows, so that each thread has enough work.
    const SharedFixture fixture = sphere_fixture(100'000, 4 * queries);
    std::vector<Case> cases;
    for (const FixtureQuestion& question : fixture_questions()) {
        const std::string name =
            fmt::format("{}/{}/{}", question.name, fixture->name(), 4 * queries);
        for (const std::uint32_t threads : counts)
            cases.push_back(case_of(fixture, question, row_of("threads", name, isa, threads), isa));
    }
    return cases;
}

std::vector<Case> growth_cases(const Settings& settings) {
    const Isa isa = settings.isas.back();
    const FixtureQuestion& closest = fixture_questions().front();
    std::vector<Case> cases;
    const std::size_t largest = settings.full ? 1'000'000 : 100'000;
    for (std::size_t spheres = 1000; spheres <= largest; spheres *= 10) {
        cases.push_back(case_of(sphere_fixture(spheres, queries), closest,
                                row_of("growth", "primitives/" + short_number(spheres), isa, 1),
                                isa));
    }
    const std::size_t most = settings.full ? million : queries;
    const SharedFixture fixture = sphere_fixture(100'000, most);
    for (std::size_t batch = 1; batch <= most; batch *= 16) {
        cases.push_back({row_of("growth", fmt::format("batch/{}", batch), isa, 1), 2,
                         [=](Recorder& recorder, Row& into) {
                             measure(
                                 *fixture, [&] { return in_small_batches(*fixture, batch); }, isa,
                                 1, recorder, into);
                         }});
    }
    return cases;
}

} // namespace lanecast::bench
