#include "overlap.hpp"

#include "answers.hpp"
#include "demo_world.hpp"

namespace lanecast::tools {

void overlap(const OverlapRequest& request) {
    QueryRun<Sphere> run(request, demo_spheres);
    const Options options = request.options();
    if (request.all > 0) {
        run.answer_up_to<OverlapRow>(request.all, "all overlaps",
                                     [&](const Spheres& spheres, std::span<OverlapRow> rows,
                                         std::span<std::uint32_t> found) {
                                         return all_overlaps(
                                             run.scene(), spheres,
                                             {.id = field(rows, &OverlapRow::id),
                                              .part = field(rows, &OverlapRow::part),
                                              .found = found,
                                              .capacity = request.all},
                                             options);
                                     });
    } else {
        run.answer_each<OverlapFlag>(
            "any overlap", [&](const Spheres& spheres, std::span<OverlapFlag> answers) {
                return overlaps(run.scene(), spheres, column_of(answers), options);
            });
    }
}

} // namespace lanecast::tools
