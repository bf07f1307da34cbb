#include "sweep.hpp"

#include "answers.hpp"
#include "demo_world.hpp"

namespace lanecast::tools {

void sweep(const SweepRequest& request) {
    QueryRun<MovingSphere> run(request, demo_moving_spheres);
    Options options = request.options();
    options.start_overlap = request.start_overlap;
    const bool report = request.start_overlap == StartOverlap::report;
    run.answer_each<ImpactRow>(
        report ? "sweep, overlaps at the start reported" : "sweep, overlaps at the start ignored",
        [&](const Sweeps& sweeps, std::span<ImpactRow> rows) {
            return lanecast::sweep(run.scene(), sweeps, columns_of(rows), options);
        });
}

} // namespace lanecast::tools
