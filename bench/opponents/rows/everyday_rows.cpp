#include "opponents/rows/everyday_rows.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "opponents/rows/ray_rows.hpp"
#include "support/secondary_rays.hpp"
#include "support/worlds.hpp"

namespace lanecast::bench {
namespace {

/// A camera five times as far away as camera_rays(), of which about a hundredth hits.
RayBatch far_camera_rays(const Bounds& bounds, std::size_t count) {
    const auto grown = [](float lo, float hi, float side) {
        return side * 2.5f * (hi - lo) + 0.5f * (lo + hi);
    };
    const auto corner = [&](float side) {
        return Vec3{grown(bounds.lo.x, bounds.hi.x, side), grown(bounds.lo.y, bounds.hi.y, side),
                    grown(bounds.lo.z, bounds.hi.z, side)};
    };
    return camera_rays({corner(-1), corner(1)}, count);
}

/// The rays of a camera that looks the other way.
RayBatch rays_that_miss(const Bounds& bounds, std::size_t count) {
    RayBatch rays = camera_rays(bounds, count);
    for (Vec3& way : rays.directions)
        way = {-way.x, -way.y, -way.z};
    return rays;
}

Bounds whole(const Bounds& bounds) { return bounds; }

} // namespace

std::vector<Row> everyday_rows(const std::string& mesh) {
    struct Place {
        std::string name;
        MakeWorld make;
        bool is_closed = false; ///< the camera is inside
        bool is_mesh = true;    ///< opponents answer yes or no for their own geometries only
    };
    const Place places[] = {
        {mesh, [](const Settings&) { return bunny_or_made_mesh(); }},
        {"room",
         [](const Settings& settings) { return make_room("room", 250'000 / settings.shrink); },
         true},
        {"car", [](const Settings&) { return make_car(); }},
        {"terrain_5k", [](const Settings&) { return make_terrain("terrain", 50); }},
        {"sparse_boxes", [](const Settings&) { return make_boxes("boxes", 4'000, 0.1f); }, false,
         false}};
    std::vector<Row> rows;
    for (const auto& [name, make, is_closed, is_mesh] : places) {
        const auto add = [&rows, place = name](const std::string& kind, std::optional<double> goal,
                                               auto measure) {
            rows.push_back({"everyday_" + place + "_" + kind, goal, std::move(measure)});
        };
        Bounds (*const view)(const Bounds&) = is_closed ? view_from_within : whole;
        const auto camera = [view](auto make_rays) {
            return RayQuestion{.make = [=](const Bounds& bounds,
                                           std::size_t n) { return make_rays(view(bounds), n); },
                               .coherence = Coherence::coherent};
        };
        const auto from_seen = [view](auto make_rays) {
            return RayQuestion{.make = {}, .make_in = [=](const World& world, std::size_t n) {
                                   return make_rays(world, view(world.bounds()), n);
                               }};
        };
        const auto calls = [](std::size_t size) {
            return RayQuestion{.make = incoherent_rays, .batch = size, .one_by_one = true};
        };
        add("camera", 1.3, closest_hits(make, camera(camera_rays)));
        add("stereo", {}, closest_hits(make, camera(stereo_rays)));
        add("diffuse", 2.6, closest_hits(make, from_seen(occlusion_rays)));
        if (!is_closed) {
            add("far_camera", 1.1, closest_hits(make, camera(far_camera_rays)));
            add("misses", 0.9, closest_hits(make, camera(rays_that_miss)));
        }
        if (is_mesh) {
            add("shadows", 1.8, occlusions(make, from_seen(shadow_rays)));
            add("shadows_shuffled", 1.8, occlusions(make, from_seen(shuffled_shadow_rays)));
            add("occlusion", 1.6, occlusions(make, from_seen(occlusion_rays)));
            add("any_inside", 1.2, occlusions(make, {.make = incoherent_rays}));
            add("occluded_batch_1", 0.8, occlusions(make, calls(1)));
        }
        for (const auto& [size, goal] : {std::pair<std::size_t, double>{1, 0.8},
                                         {16, 1.2},
                                         {256, 1.4},
                                         {1'000, 1.5},
                                         {10'000, 1.7}})
            add("batch_" + std::to_string(size), goal, closest_hits(make, calls(size)));
    }
    return rows;
}

} // namespace lanecast::bench
