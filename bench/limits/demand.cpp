#include "limits/demand.hpp"

#include <algorithm>

#include "limits/kernel_call.hpp"

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

/// Enough pairs for a representative mean number of loop rounds.
constexpr std::size_t counted_pairs = 1024;

const PairwiseKernels& kernels_of(std::size_t lanes) {
    return lanes == 16  ? noted_16::noted_kernels
           : lanes == 8 ? noted_8::noted_kernels
                        : noted_4::noted_kernels;
}

void add(Demand& demand, const OperationCounts& counts, double vectors) {
    using enum Operation;
    // An operation on doubles counts twice, because a vector of doubles takes two registers.
    const double doubles = counts[widen] + counts[narrow] + counts[add_double] +
                           counts[subtract_double] + counts[multiply_double] +
                           counts[divide_double] + counts[root_double] + counts[less_double] +
                           counts[select_double];
    double all = 0;
    for (const double count : counts.of) {
        all += count;
    }
    demand.divide += (counts[divide] + 2 * counts[divide_double]) / vectors;
    demand.root += (counts[root] + 2 * counts[root_double]) / vectors;
    demand.add += (counts[Operation::add] + counts[subtract] +
                   2 * (counts[add_double] + counts[subtract_double])) /
                  vectors;
    demand.multiply += (counts[multiply] + counts[fused] + 2 * counts[multiply_double]) / vectors;
    demand.compare += (counts[less] + counts[less_equal] + counts[equal] + counts[minimum] +
                       counts[maximum] + 2 * counts[less_double]) /
                      vectors;
    demand.any += (all + doubles - counts[constant] - counts[load] - counts[store]) / vectors;
    demand.load += counts[load] / vectors;
    demand.store += counts[store] / vectors;
}

} // namespace

Demand demand_of(const Cell& cell, Pairs& pairs, std::size_t lanes) {
    const std::size_t count = std::min(pairs.size(), counted_pairs);
    const auto vectors = static_cast<double>((count + lanes - 1) / lanes);
    Demand demand;
    static_cast<void>(take_counts());
    for (std::size_t first = 0; first < count; first += block) {
        call_kernel(kernels_of(lanes), cell, pairs, {first, std::min(first + block, count)});
        add(demand, take_counts(), vectors);
    }
    return demand;
}

} // namespace lanecast::bench
