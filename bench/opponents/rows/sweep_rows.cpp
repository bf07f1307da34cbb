#include "opponents/rows/sweep_rows.hpp"

#include "lanecast/scene_queries.hpp"

#include "opponents/bullet/bullet.hpp"
#include "opponents/embree/embree_rays.hpp"

namespace lanecast::bench {
namespace {

SweepBatch sweeps_for(const World& world, const SweepQuestion& question, const Settings& settings) {
    const Bounds bounds = world.bounds();
    const float radius = question.radius * extent(bounds);
    if (question.above)
        return sweeps_from_above(bounds, settings.rays / 4, radius);
    if (question.afar > 0)
        return sweeps_from_afar(bounds, settings.rays / 4, radius, question.afar);
    const float distance =
        question.radii > 0 ? question.radii * radius : question.share * extent(bounds);
    return make_sweeps(bounds, settings.rays / 4, radius, distance);
}

} // namespace

std::function<Outcome(const Settings&)> impacts(MakeWorld make_world, SweepQuestion question) {
    return [=](const Settings& settings) {
        const World world = make_world(settings);
        const SweepBatch sweeps = sweeps_for(world, question, settings);
        Answers ours(sweeps.size()), theirs(sweeps.size());
        Scene scene;
        world.add_to(scene);
        scene.commit(Build::balanced, {.threads = 1});
        EmbreeScene embree(
            world, {.swept = sweeps.radius, .first_found = question.above, .isa = settings.isa});
        embree.commit();
        Contest contest = {
            .queries = sweeps.size(),
            .ours =
                [&] {
                    sweep(scene, sweeps.view(), {.t = ours.t, .id = ours.id}, settings.options());
                },
            .opponents = sweep_modes(embree, sweeps, theirs),
            .agree =
                [&] {
                    return agreement(ours, theirs,
                                     world.indices.empty() && !question.above ? Same::id_and_t
                                                                              : Same::t);
                }};
        const auto bullet = make_bullet_world(world);
        if (bullet) {
            const auto ask = [&](std::size_t first, std::size_t count) {
                bullet->sweep(sweeps, first, count, theirs);
            };
            contest.opponents.push_back({bullet_name(), "convexSweepTest", ask});
        }
        return hold(contest, settings);
    };
}

} // namespace lanecast::bench
