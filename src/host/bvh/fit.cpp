#include "host/bvh/fit.hpp"

#include <vector>

#include "host/parallel/parallel.hpp"

namespace lanecast::host {

Fit fit_tree(const BuildKernels& kernels, float* memory, const ShapeTable& shapes,
             std::span<const std::uint32_t> parts, std::uint32_t threads) {
    std::vector<BuildBox> boxes(parts.back());
    std::vector<FitResult> results(parts.size() - 1);
    const auto fit_part = [&](std::size_t part) {
        results[part] = kernels.fit_nodes({.memory = memory,
                                           .shapes = shapes,
                                           .first = parts[part],
                                           .last = parts[part + 1],
                                           .boxes = boxes.data()});
    };
    for_each_chunk(results.size() - 1, threads, [&](std::size_t i) { fit_part(i + 1); });
    fit_part(0); // above all others
    Fit fit = {.result = results[0], .bounds = boxes[0]};
    for (std::size_t part = 1; part < results.size(); ++part) {
        fit.result.fits = fit.result.fits && results[part].fits;
        fit.result.work += results[part].work;
    }
    return fit;
}

} // namespace lanecast::host
