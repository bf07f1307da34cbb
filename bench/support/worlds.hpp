#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "support/world.hpp"

/// The worlds that scenes are measured on.
namespace lanecast::bench {

/// All over a unit cube, of different sizes. However many they are, their cross sections together
/// are five times a side of the cube: about as many rays get through, past more and more spheres.
[[nodiscard]] World make_spheres(std::string name, std::size_t count);

/// Turned boxes all over a cube, about one in each unit of volume; `size` is their largest half
/// extent on average.
[[nodiscard]] World make_boxes(std::string name, std::size_t count, float size);

/// Likewise, a fifth each: spheres, boxes, capsules, cylinders and triangles.
[[nodiscard]] World make_mixed(std::string name, std::size_t count, float size);

/// Likewise, half of them boxes and half of them capsules, as bodies of a game are.
[[nodiscard]] World make_bodies(std::string name, std::size_t count, float size);

/// Boxes that lie on a square, one in each unit of area, their tops in one plane; y is up. So many
/// overlap at each place as (2 `size`)^2.
[[nodiscard]] World make_tiles(std::string name, std::size_t count, float size);

/// The same sphere again and again.
[[nodiscard]] World make_duplicates(std::string name, std::size_t count);

/// Hills over a square of `cells` x `cells` units, two triangles on each; y is up.
[[nodiscard]] World make_terrain(std::string name, std::uint32_t cells);

/// Hills, and about one triangle in a thousand of theirs a huge one that crosses much of the world.
[[nodiscard]] World make_huge_amid_tiny(std::string name, std::uint32_t cells);

/// "made_mesh": a ball with waves on it, of about as many triangles as the Stanford bunny.
[[nodiscard]] World made_mesh();

/// The same world, so many times its longest side away from where it was, along each axis.
[[nodiscard]] World moved_away(World world, float sizes);

/// A mesh of a tenth of a unit on a ground of 1000 x 1000 units.
struct Stadium {
    World world;
    Bounds small; ///< where the small mesh is
};
[[nodiscard]] Stadium make_stadium(World small);

/// stanford-bunny.obj in the folder LANECAST_DATA, or in shared/data beside the project.
[[nodiscard]] std::optional<std::filesystem::path> bunny_path();

/// The Stanford bunny where it can be found, else made_mesh().
[[nodiscard]] World bunny_or_made_mesh();

} // namespace lanecast::bench
