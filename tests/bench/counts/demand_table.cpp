/// Prints bench/limits/demand_table.inc: the operations that kernels need, counted from their
/// source by compiling them over recording lanes. See operations.hpp.

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/kernel_table.hpp"

#include "bench/counts/operations.hpp"
#include "limits/demand.hpp"
#include "limits/report/kernel_call.hpp"

// src/isa/kernels/pairwise/pairwise_*.cpp, compiled over recording lanes.
namespace lanecast::noted_4 {
extern const PairwiseKernels noted_kernels;
}
namespace lanecast::noted_8 {
extern const PairwiseKernels noted_kernels;
}
namespace lanecast::noted_16 {
extern const PairwiseKernels noted_kernels;
}

namespace lanecast::bench {
namespace {

/// Block size of the kernels. Blocks are counted one at a time, because the next block may load
/// other values from the same addresses.
constexpr std::size_t block = 128;

const PairwiseKernels& kernels_of(std::size_t lanes) {
    return lanes == 16  ? noted_16::noted_kernels
           : lanes == 8 ? noted_8::noted_kernels
                        : noted_4::noted_kernels;
}

void add(Demand& total, const OperationCounts& counts) {
    using enum Operation;
    // An operation on doubles counts twice, because a vector of doubles takes two registers.
    const double doubles = counts[widen] + counts[narrow] + counts[add_double] +
                           counts[subtract_double] + counts[multiply_double] +
                           counts[divide_double] + counts[root_double] + counts[less_double] +
                           counts[select_double];
    double all = 0;
    for (const double count : counts.of)
        all += count;
    total.divide += counts[divide] + 2 * counts[divide_double];
    total.root += counts[root] + 2 * counts[root_double];
    total.add += counts[Operation::add] + counts[subtract] +
                 2 * (counts[add_double] + counts[subtract_double]);
    total.multiply += counts[multiply] + counts[fused] + 2 * counts[multiply_double];
    total.compare += counts[less] + counts[less_equal] + counts[equal] + counts[minimum] +
                     counts[maximum] + 2 * counts[less_double];
    total.any += all + doubles - counts[constant] - counts[load] - counts[store];
    total.load += counts[load];
    total.store += counts[store];
}

Demand count(const Cell& cell, const Pairs& pairs, std::size_t lanes) {
    Demand total;
    static_cast<void>(take_counts());
    for (std::size_t first = 0; first < pairs.size(); first += block) {
        call_kernel(kernels_of(lanes), cell, pairs, {first, first + block});
        add(total, take_counts());
    }
    return total;
}

} // namespace
} // namespace lanecast::bench

int main() {
    using namespace lanecast::bench;
    fmt::print(
        "// Written by the program demand_table; a test compares them. By kernel and lanes:\n"
        "// divide, root, add, multiply, compare, any, load, store for {} pairs.\n",
        counted_pairs);
    for (const Cell& cell : cells()) {
        const std::unique_ptr<Pairs> pairs = cell.make(counted_pairs, 1);
        for (const std::size_t lanes : {4, 8, 16}) {
            const Demand d = count(cell, *pairs, lanes);
            fmt::print("{{\"{}\", {}, {{{}, {}, {}, {}, {}, {}, {}, {}}}}},\n", cell.name, lanes,
                       d.divide, d.root, d.add, d.multiply, d.compare, d.any, d.load, d.store);
        }
    }
}
