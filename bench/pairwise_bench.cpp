/// Pairwise kernels: every shape, ISA and number of threads, over contiguous columns and over
/// arrays of structs, and the scalar loop beside them. limits_report says how much of it is
/// possible.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "lanecast/isa.hpp"

#include "support/machine.hpp"
#include "support/pairs.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

/// The pairs of the benchmark that ran last: those of the next are often the same.
template <class Shape>
Pairs<Shape>& shared_pairs(std::size_t count) {
    static std::unique_ptr<Pairs<Shape>> pairs;
    if (!pairs || pairs->size() != count) {
        pairs.reset();
        pairs = std::make_unique<Pairs<Shape>>(count);
    }
    return *pairs;
}

template <class Shape, class Run>
void run(benchmark::State& state, std::size_t count, Run one_batch) {
    Pairs<Shape>& pairs = shared_pairs<Shape>(count);
    for ([[maybe_unused]] auto iteration : state) {
        one_batch(pairs);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

template <class Shape>
void run_lanecast(benchmark::State& state, std::size_t count, Isa isa, std::uint32_t threads,
                  Summary (Pairs<Shape>::*query)(std::uint32_t)) {
    set_isa(isa);
    Summary summary;
    run<Shape>(state, count, [&](Pairs<Shape>& pairs) { summary = (pairs.*query)(threads); });
    state.counters["hit_share"] =
        static_cast<double>(summary.hits) / static_cast<double>(summary.queries);
    state.counters["agree_with_scalar"] = shared_pairs<Shape>(count).agreeing();
}

template <class Shape>
void add_benchmarks(std::size_t count) {
    const std::string name = fmt::format("pairwise/{}/{}", PairCase<Shape>::name, count);
    benchmark::RegisterBenchmark((name + "/scalar").c_str(), [count](benchmark::State& state) {
        run<Shape>(state, count, [](Pairs<Shape>& pairs) { pairs.scalar_loop(); });
    });
    struct Form {
        const char* name;
        Summary (Pairs<Shape>::*query)(std::uint32_t);
    };
    for (const Form form : {Form{"columns", &Pairs<Shape>::from_columns},
                            Form{"structs", &Pairs<Shape>::from_structs}}) {
        for (const Isa isa : supported_isas()) {
            for (const std::uint32_t threads : {1u, 0u}) {
                const std::string full = fmt::format("{}/{}/{}/threads:{}", name, form.name,
                                                     to_string(isa), threads == 0 ? "all" : "1");
                benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State& state) {
                    run_lanecast<Shape>(state, count, isa, threads, form.query);
                })->UseRealTime();
            }
        }
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    benchmark::Initialize(&argument_count, arguments);
    if (benchmark::ReportUnrecognizedArguments(argument_count, arguments)) {
        return 1;
    }
    benchmark::AddCustomContext("machine", machine());
    // One batch that stays in the caches, and one that does not.
    for (const std::size_t count : {std::size_t{4096}, std::size_t{1} << 22}) {
        add_benchmarks<scalar::Sphere>(count);
        add_benchmarks<scalar::Aabb>(count);
        add_benchmarks<scalar::Box>(count);
        add_benchmarks<scalar::Triangle>(count);
    }
    benchmark::RunSpecifiedBenchmarks();
}
