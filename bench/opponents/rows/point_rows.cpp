#include "opponents/rows/point_rows.hpp"

#include "lanecast/scene_queries.hpp"

#include "opponents/embree/embree_points.hpp"
#include "support/batches.hpp"

namespace lanecast::bench {

std::function<Outcome(const Settings&)> closest_points(MakeWorld make_world, float afar) {
    return [=](const Settings& settings) {
        const World world = make_world(settings);
        const std::vector<Vec3> points = afar > 0
                                             ? points_afar(world.bounds(), settings.rays / 4, afar)
                                             : points_in(world.bounds(), settings.rays / 4);
        Answers ours(points.size()), theirs(points.size());
        Scene scene;
        world.add_to(scene);
        scene.commit(Build::balanced, {.threads = 1});
        EmbreeScene user(world, {.user = true, .isa = settings.isa});
        user.commit();
        std::vector<Mode> modes =
            closest_point_modes(user, world, points, ", user geometry", theirs);
        EmbreeScene native(world, {.isa = settings.isa});
        if (!world.indices.empty()) { // rtcPointQuery does not visit Embree's own spheres
            native.commit();
            for (Mode& mode : closest_point_modes(native, world, points, "", theirs))
                modes.push_back(std::move(mode));
        }
        const Same same = world.indices.empty() ? Same::id_and_t : Same::t;
        return hold({.queries = points.size(),
                     .ours =
                         [&] {
                             closest_point(scene, {.position = points},
                                           {.distance = ours.t, .id = ours.id}, settings.options());
                         },
                     .opponents = modes,
                     .agree = [&] { return agreement(ours, theirs, same); }},
                    settings);
    };
}

} // namespace lanecast::bench
