#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/column.hpp"

/// Where all_overlaps writes. The queries are Spheres, see shapes.hpp: each of them solid; one
/// of radius 0 is a point. As a query a sphere is invalid, and overlaps nothing, if its centre
/// is not finite or its radius is negative or not finite; with a mask of 0 it is inactive.
namespace lanecast {

/// A row of `capacity` elements for each sphere. The row of sphere i begins at element i * capacity
/// of `id` and `part`, which must have room for all rows.
///
/// A row has the smallest `capacity` (id, part) of what overlaps the sphere, by rising id; behind
/// the last stands no_id. With a capacity of 0 overlaps are counted only, and rows are not written.
struct AllOverlaps {
    Output<std::uint32_t> id = {};
    Output<std::uint32_t> part = {};  ///< id within an instance's prototype; no_id elsewhere
    Output<std::uint32_t> found = {}; ///< one per sphere: how many overlap it, kept or not
    std::size_t capacity = 0;
};

} // namespace lanecast
