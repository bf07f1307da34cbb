#include "host/bvh/morton.hpp"

namespace lanecast::host {

Tree build_fast(const SplitKernels& kernels, const Segment& root, std::uint32_t threads) {
    return build_tree(kernels, root, nullptr, threads);
}

} // namespace lanecast::host
