#include "host/bvh/fit.hpp"

#include <algorithm>
#include <vector>

#include "host/parallel/parallel.hpp"

namespace lanecast::host {

FitResult fit_tree(const BuildKernels& kernels, const FitJob& job,
                   std::span<const std::uint32_t> parts, Workers workers) {
    const std::size_t below = parts.size() - 2;
    std::vector<FitResult> results(below);
    std::vector<BuildBox> boxes(below);
    const auto fit = [&](std::size_t part) {
        FitJob of_part = job;
        of_part.first = parts[part];
        of_part.last = parts[part + 1];
        of_part.below = boxes.data();
        return kernels.fit_nodes(of_part);
    };
    for_each_chunk(below, workers, [&](std::size_t i) {
        results[i] = fit(i + 1);
        boxes[i] = results[i].bounds;
    });
    FitResult all = fit(0);
    for (const FitResult& part : results) {
        all.largest_leaf = std::max(all.largest_leaf, part.largest_leaf);
        all.fits = all.fits && part.fits;
        all.has_duplicates = all.has_duplicates || part.has_duplicates;
        all.work.add(part.work);
    }
    return all;
}

} // namespace lanecast::host
