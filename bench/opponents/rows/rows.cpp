#include "opponents/rows/row.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "opponents/bullet/bullet.hpp"
#include "opponents/edits/edit_rows.hpp"
#include "opponents/rows/build_rows.hpp"
#include "opponents/rows/everyday_rows.hpp"
#include "opponents/rows/frame_row.hpp"
#include "opponents/rows/growth_rows.hpp"
#include "opponents/rows/particle_rows.hpp"
#include "opponents/rows/point_rows.hpp"
#include "opponents/rows/ray_rows.hpp"
#include "opponents/rows/sweep_rows.hpp"
#include "support/worlds.hpp"

namespace lanecast::bench {
namespace {

std::size_t shrunk(std::size_t count, const Settings& settings) {
    return std::max<std::size_t>(count / settings.shrink, 10);
}

MakeWorld spheres(std::size_t count) {
    return
        [=](const Settings& settings) { return make_spheres("spheres", shrunk(count, settings)); };
}

MakeWorld terrain(std::uint32_t cells) {
    return [=](const Settings& settings) {
        const float share = std::sqrt(static_cast<float>(settings.shrink));
        return make_terrain(
            "terrain", std::max(8u, static_cast<std::uint32_t>(static_cast<float>(cells) / share)));
    };
}

using MakeShapes = World (*)(std::string name, std::size_t count, float size);

/// Shapes whose mean size is `size` times their spacing.
MakeWorld shapes(MakeShapes make, std::size_t count, float size) {
    return [=](const Settings& settings) { return make("shapes", shrunk(count, settings), size); };
}

World bunny(const Settings&) { return bunny_or_made_mesh(); }

constexpr std::uint32_t cells_of_1m = 707; // 2 cells^2 is the number of triangles
constexpr std::uint32_t cells_of_1m6 = 895;
constexpr std::uint32_t cells_of_2m1 = 1024;

constexpr float dense = 0.4f;
constexpr float sparse = 0.1f;

/// Rows with small objects seen from far away, and with objects far from (0, 0, 0).
std::vector<Row> far_rows(const std::string& mesh) {
    const auto rays = [](float sizes) {
        return RayQuestion{
            .make =
                [=](const Bounds& bounds,
                    std::size_t count) { // From 1e6 sizes away, a ray hits every box.
                    return rays_from_afar(bounds, sizes < 1e6f ? count : count / 50 + 1, sizes);
                },
            .robust = true};
    };
    const auto away = [](float sizes) {
        return [=](const Settings&) { return moved_away(bunny_or_made_mesh(), sizes); };
    };
    const auto stadium = [](const Settings&) { return make_stadium(bunny_or_made_mesh()).world; };
    const RayQuestion at_stadium = {
        .make =
            [](const Bounds&, std::size_t count) {
                return rays_from_afar(make_stadium(bunny_or_made_mesh()).small, count, 2000);
            },
        .robust = true};
    std::vector<Row> rows;
    struct Distance {
        const char* name;
        float sizes;
    };
    for (const auto [name, sizes] : {Distance{"1", 1}, Distance{"1e2", 1e2f}, Distance{"1e4", 1e4f},
                                     Distance{"1e5", 1e5f}, Distance{"1e6", 1e6f}}) {
        rows.push_back(
            {fmt::format("{}_from_{}", mesh, name), 1.0, closest_hits(bunny, rays(sizes))});
    }
    for (const auto [name, sizes] : {Distance{"1e2", 1e2f}, Distance{"1e4", 1e4f}}) {
        rows.push_back(
            {fmt::format("{}_at_{}", mesh, name), 1.0, closest_hits(away(sizes), rays(1))});
    }
    rows.push_back({"mesh_in_stadium", 1.0, closest_hits(stadium, at_stadium)});
    for (const auto [name, sizes] :
         {Distance{"1", 1}, Distance{"1e4", 1e4f}, Distance{"1e5", 1e5f}}) {
        rows.push_back({fmt::format("sweeps_{}_from_{}", mesh, name), 1.0,
                        impacts(bunny, {.radius = 0.01f, .afar = sizes})});
        rows.push_back({fmt::format("{}_closest_point_from_{}", mesh, name), 1.0,
                        closest_points(bunny, sizes)});
    }
    return rows;
}

/// Rows with many equal or nearly equal t per query, and with huge triangles amid tiny ones.
std::vector<Row> crowded_rows() {
    const MakeWorld tiles = shapes(make_tiles, 20'000, 3);
    const MakeWorld huge = [](const Settings& settings) {
        const float share = std::sqrt(static_cast<float>(settings.shrink));
        return make_huge_amid_tiny("huge_amid_tiny", static_cast<std::uint32_t>(350 / share));
    };
    const MakeWorld thousand = [](const Settings&) { return make_duplicates("thousand", 1'000); };
    const MakeWorld million = [](const Settings& settings) {
        return make_duplicates("million", shrunk(1'000'000, settings));
    };
    return {
        {"tiles_from_above", 1.0, closest_hits(tiles, {.make = rays_from_above, .ties = true})},
        {"tiles_sweeps", 1.0, impacts(tiles, {.radius = 0.005f, .above = true})},
        {"huge_amid_tiny", 1.0, closest_hits(huge, {.make = incoherent_rays})},
        {"huge_amid_tiny_thorough", 1.0,
         closest_hits(huge, {.make = incoherent_rays, .build = Build::thorough})},
        {"duplicates_1k_to_1m", 0.9, own_growth(thousand, million)},
    };
}

} // namespace

std::vector<Row> all_rows() {
    const std::string mesh = bunny_path() ? "bunny" : "made_mesh";
    const MakeWorld mixed = shapes(make_mixed, 100'000, dense);
    const MakeWorld hills = terrain(cells_of_2m1);
    const ParticleQuestion short_flight = {.radius = 0.001f, .radii = 5};
    const ParticleQuestion flight_at_mesh = {.radius = 0.01f, .radii = 5};
    const ParticleQuestion flight_at_hills = {.radius = 0.002f, .radii = 5};
    const RayQuestion incoherent = {.make = incoherent_rays};
    const RayQuestion camera = {.make = camera_rays, .coherence = Coherence::coherent};
    const RayQuestion flight = {.make = flight_rays, .coherence = Coherence::coherent};
    const auto batch = [](std::size_t size) {
        return RayQuestion{.make = incoherent_rays, .batch = size};
    };
    const auto call = [](std::size_t size) {
        return RayQuestion{.make = incoherent_rays, .batch = size, .one_by_one = true};
    };

    std::vector<Row> rows = {
        {"spheres_10k_incoherent", 3.5, closest_hits(spheres(10'000), incoherent)},
        {"spheres_100k_incoherent", 4.5, closest_hits(spheres(100'000), incoherent)},
        {"spheres_1m_incoherent", 5.5, closest_hits(spheres(1'000'000), incoherent)},
        {"spheres_8m_incoherent", 6.0, closest_hits(spheres(8'000'000), incoherent)},
        {mesh + "_incoherent", 2.5, closest_hits(bunny, incoherent)},
        {mesh + "_robust_incoherent", 3.0,
         closest_hits(bunny, {.make = incoherent_rays, .robust = true})},
        {"terrain_incoherent", 2.8, closest_hits(terrain(cells_of_1m6), incoherent)},
        {mesh + "_camera", 1.5, closest_hits(bunny, camera)},
        {"terrain_camera", 1.3, closest_hits(terrain(cells_of_1m6), flight)},
        {"spheres_100k_camera", 6.5, closest_hits(spheres(100'000), camera)},
        {"terrain_lidar",
         {},
         closest_hits(terrain(cells_of_1m6), {.make = lidar, .coherence = Coherence::coherent})},

        {"spheres_10k_batch_1k", 1.5, closest_hits(spheres(10'000), batch(1'000))},
        {"spheres_1m_batch_10k", 3.0, closest_hits(spheres(1'000'000), batch(10'000))},
        {"terrain_1m_batch_100k", 2.5, closest_hits(terrain(cells_of_1m), batch(100'000))},
        {"spheres_100k_batch_1", 1 / 1.2, closest_hits(spheres(100'000), call(1))},
        {"spheres_100k_batch_16", 1 / 1.2, closest_hits(spheres(100'000), call(16))},
        {"spheres_100k_batch_256", 1 / 1.2, closest_hits(spheres(100'000), call(256))},

        {"spheres_10k_avx2", 3.0, closest_hits(spheres(10'000), incoherent), Isa::avx2},
        {"spheres_1m_avx2", 4.0, closest_hits(spheres(1'000'000), incoherent), Isa::avx2},
        {"terrain_avx2", 2.5, closest_hits(terrain(cells_of_1m6), incoherent), Isa::avx2},

        {"spheres_1m_occluded", {}, occlusions(spheres(1'000'000), incoherent)},
        {mesh + "_occluded", {}, occlusions(bunny, incoherent)},
        {"spheres_100k_closest_point", {}, closest_points(spheres(100'000))},
        {mesh + "_closest_point", {}, closest_points(bunny)},

        {"boxes_100k_incoherent", 5.0,
         closest_hits(shapes(make_boxes, 100'000, dense), incoherent)},
        {"mixed_100k_incoherent", 5.0, closest_hits(mixed, incoherent)},
        {"sweeps_mixed_5r", 2.0, impacts(mixed, {.radius = 0.001f, .radii = 5})},
        {"sweeps_mixed_20pct", 4.0, impacts(mixed, {.radius = 0.001f, .share = 0.2f})},
        {"sweeps_sparse_short", 2.0,
         impacts(shapes(make_mixed, 100'000, sparse), {.radius = 0.002f, .radii = 5})},
        {"sweeps_" + mesh + "_5r", 4.0, impacts(bunny, {.radius = 0.01f, .radii = 5})},
        {"sweeps_" + mesh + "_20pct", 4.0, impacts(bunny, {.radius = 0.01f, .share = 0.2f})},
        {"sweeps_terrain_5r", 4.0, impacts(terrain(cells_of_2m1), {.radius = 0.002f, .radii = 5})},
        {"sweeps_terrain_20pct", 4.0,
         impacts(terrain(cells_of_2m1), {.radius = 0.002f, .share = 0.2f})},

        {"particles_demo", 0.8, steps_over_sweeps(demo_place, short_flight)},
        {"particles_mixed", 0.8, steps_over_sweeps(place_of(mixed), short_flight)},
        {"particles_" + mesh, 0.8, steps_over_sweeps(place_of(bunny), flight_at_mesh)},
        {"particles_terrain", 0.8, steps_over_sweeps(place_of(hills), flight_at_hills)},
        {"particles_mixed_by_hand", 4.0, steps_by_hand(mixed, short_flight)},
        {"particles_" + mesh + "_by_hand", 4.0, steps_by_hand(bunny, flight_at_mesh)},
        {"particles_terrain_by_hand", 4.0, steps_by_hand(hills, flight_at_hills)},
        {"particles_demo_threads", 1.8, steps_by_threads(demo_place, short_flight), {}, false},
        {"particles_mixed_threads",
         1.8,
         steps_by_threads(place_of(mixed), short_flight),
         {},
         false},
        {"particles_" + mesh + "_threads",
         1.8,
         steps_by_threads(place_of(bunny), flight_at_mesh),
         {},
         false},
        {"particles_terrain_threads",
         1.8,
         steps_by_threads(place_of(hills), flight_at_hills),
         {},
         false},

        {"build_" + mesh, 1.0, builds(bunny)},
        {"build_1m_spheres", 1.0, builds(spheres(1'000'000))},
        {"build_terrain", 1.0, builds(terrain(cells_of_2m1))},
        {"build_mixed", 1.0, builds(mixed)},
        {"build_fast_" + mesh, 1.0, builds(bunny, Build::fast)},
        {"build_fast_terrain", 1.0, builds(hills, Build::fast)},
        {"refit_" + mesh, 1.0, refits(bunny)},
        {"refit_terrain", 1.0, refits(hills)},
        {"spheres_1m_two_threads", 0.95, two_threads(spheres(1'000'000)), {}, false},
        {"spheres_growth_10k_8m", 1.0, growth(spheres(10'000), spheres(8'000'000))},
    };
    for (Row& row : everyday_rows(mesh))
        rows.push_back(std::move(row));
    for (Row& row : edit_rows())
        rows.push_back(std::move(row));
    for (Row& row : far_rows(mesh))
        rows.push_back(std::move(row));
    for (Row& row : crowded_rows())
        rows.push_back(std::move(row));
    if (!bullet_name().empty())
        rows.push_back({"frame_of_a_game", {}, frame_of_a_game});
    return rows;
}

} // namespace lanecast::bench
