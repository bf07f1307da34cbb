#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "support/world.hpp"

/// The worlds of the scene benchmarks.
namespace lanecast::bench {

/// Spheres of different sizes at random places in a unit cube. For every count, their cross
/// sections add up to five times a face of the cube, so about the same share of rays passes
/// through, past more and more spheres.
[[nodiscard]] World make_spheres(std::string name, std::size_t count);

/// Rotated boxes at random places in a cube, about one per unit of volume. `size` is their mean
/// largest half extent.
[[nodiscard]] World make_boxes(std::string name, std::size_t count, float size);

/// The same with a fifth each of spheres, boxes, capsules, cylinders and triangles.
[[nodiscard]] World make_mixed(std::string name, std::size_t count, float size);

/// The same with half boxes and half capsules, like the bodies of a game.
[[nodiscard]] World make_bodies(std::string name, std::size_t count, float size);

/// Boxes on a square, one per unit of area, with their tops in one plane; y is up. About 4 `size`^2
/// boxes overlap at each point.
[[nodiscard]] World make_tiles(std::string name, std::size_t count, float size);

/// `count` copies of one sphere.
[[nodiscard]] World make_duplicates(std::string name, std::size_t count);

/// Hills over a square of `cells` x `cells` units, with two triangles per unit square; y is up.
[[nodiscard]] World make_terrain(std::string name, std::uint32_t cells);

/// Hills, plus one huge triangle per thousand triangles of the hills. The huge triangles cross much
/// of the world.
[[nodiscard]] World make_huge_amid_tiny(std::string name, std::uint32_t cells);

/// A closed room of 12 large triangles with heaps of `count` small ones, like furniture.
[[nodiscard]] World make_room(std::string name, std::size_t count);

/// A car of 11,000 triangles: half are slivers along a smooth body, 170 times as long as wide, the
/// others wheels and seats.
[[nodiscard]] World make_car();

/// "made_mesh": a ball with waves, with about as many triangles as the Stanford bunny.
[[nodiscard]] World made_mesh();

/// The mesh of `world`, moved along each axis by `sizes` times its longest side.
[[nodiscard]] World moved_away(World world, float sizes);

/// A mesh of a tenth of a unit on a ground of 1000 x 1000 units.
struct Stadium {
    World world;
    Bounds small; ///< bounds of the small mesh
};
[[nodiscard]] Stadium make_stadium(World small);

/// Path of stanford-bunny.obj in the directory $LANECAST_DATA; empty if there is no such file.
[[nodiscard]] std::optional<std::filesystem::path> bunny_path();

/// The Stanford bunny if bunny_path() finds it, otherwise made_mesh().
[[nodiscard]] World bunny_or_made_mesh();

} // namespace lanecast::bench
