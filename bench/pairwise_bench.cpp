/// Pairwise kernels: every query type, shape and ISA, on one and on all threads, over contiguous
/// columns and over arrays of structs, and the scalar loop for comparison. limits_report compares
/// the rates with the limits of the CPU.

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "lanecast/isa.hpp"

#include "support/machine.hpp"
#include "support/pairs/pairs.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

/// The pairs of the last benchmark, kept because the next one often uses the same pairs.
Pairs& shared_pairs(const Cell& cell, std::size_t count) {
    static const Cell* made_of = nullptr;
    static std::unique_ptr<Pairs> pairs;
    if (made_of != &cell || pairs->size() != count) {
        pairs.reset();
        pairs = cell.make(count, 1);
        made_of = &cell;
    }
    return *pairs;
}

template <class Run>
void run(benchmark::State& state, Pairs& pairs, Run one_batch) {
    for ([[maybe_unused]] auto iteration : state) {
        one_batch();
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs.size()));
}

using Form = Summary (Pairs::*)(std::uint32_t threads);

void run_lanecast(benchmark::State& state, Pairs& pairs, Form form, Isa isa,
                  std::uint32_t threads) {
    set_isa(isa);
    Summary summary;
    run(state, pairs, [&] { summary = (pairs.*form)(threads); });
    state.counters["hit_share"] =
        static_cast<double>(summary.hits) / static_cast<double>(summary.queries);
    state.counters["agree_with_scalar"] = pairs.agreeing();
}

void add_benchmarks(const Cell& cell, std::size_t count) {
    const std::string name = fmt::format("pairwise/{}/{}", cell.name, count);
    benchmark::RegisterBenchmark((name + "/scalar").c_str(), [&cell, count](auto& state) {
        Pairs& pairs = shared_pairs(cell, count);
        run(state, pairs, [&pairs] { pairs.scalar_loop(); });
    });
    for (const auto& [form_name, form] : {std::pair{"columns", Form(&Pairs::from_columns)},
                                          std::pair{"structs", Form(&Pairs::from_structs)}}) {
        for (const Isa isa : supported_isas()) {
            for (const std::uint32_t threads : {1u, 0u}) {
                const std::string full = fmt::format("{}/{}/{}/threads:{}", name, form_name,
                                                     to_string(isa), threads == 0 ? "all" : "1");
                benchmark::RegisterBenchmark(full.c_str(), [=, &cell, form = form](auto& state) {
                    run_lanecast(state, shared_pairs(cell, count), form, isa, threads);
                })->UseRealTime();
            }
        }
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    benchmark::Initialize(&argument_count, arguments);
    if (benchmark::ReportUnrecognizedArguments(argument_count, arguments))
        return 1;
    benchmark::AddCustomContext("machine", machine());
    // One batch that stays in the caches, and one that does not.
    for (const std::size_t count : {std::size_t{4096}, std::size_t{1} << 22})
        for (const Cell& cell : cells())
            add_benchmarks(cell, count);
    benchmark::RunSpecifiedBenchmarks();
}
