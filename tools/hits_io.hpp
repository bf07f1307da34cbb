#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "lanecast/vectors.hpp"

/// Answers to a file. By its ending:
/// * .csv: `t,id,part,nx,ny,nz`, a ray per line; a miss is inf,4294967295,4294967295,0,0,0. Of
///   --any the one column `hit`, 1 or 0. Numbers have the fewest digits that give the same float.
/// * .npy: one record per ray with the fields t (<f4), id (<u4), part (<u4), normal (<f4, 3); of
///   --any the one field hit (|b1).
namespace lanecast::tools {

/// A record of the .npy, bytes and all.
struct HitRow {
    float t;
    std::uint32_t id;
    std::uint32_t part;
    Vec3 normal;
};
static_assert(sizeof(HitRow) == 24, "the .npy has no padding");

/// Finds out before the work is done whether the answer can be written there. @throws Failure
void check_hits_path(const std::string& path);

/// @throws Failure; nothing is left of the file then.
void save_hits(const std::string& path, std::span<const HitRow> hits);
void save_any(const std::string& path, std::span<const std::uint8_t> hit);

} // namespace lanecast::tools
