#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/column.hpp"

/// Output columns of all_overlaps. The queries are Spheres (shapes.hpp), which are solid; a sphere
/// of radius 0 is a point. As a query, a sphere is invalid, and overlaps nothing, if its centre is
/// not finite or its radius is negative or not finite. A sphere with mask 0 is inactive.
namespace lanecast {

/// A row of `capacity` elements per sphere. The row of sphere i begins at element i * capacity of
/// `id` and of the five columns after it, which must have room for all rows.
///
/// A row holds the smallest `capacity` pairs (id, part) of the primitives that overlap the sphere,
/// in increasing order, followed by no_id (words: 0). If `capacity` is 0, overlaps are only counted
/// and the rows are not written.
struct AllOverlaps {
    Output<std::uint32_t> id = {};
    Output<std::uint32_t> part = {};  ///< id in an instance's prototype; no_id elsewhere
    Output<std::uint32_t> batch = {}; ///< IdRange::batch of the add()
    Output<std::uint32_t> index = {}; ///< in that batch
    Output<std::uint32_t> user = {};  ///< the primitive's or instance's word: `user` of its batch
    Output<std::uint32_t> part_user = {}; ///< word of the shape in the prototype; 0 elsewhere
    Output<std::uint32_t> found = {};     ///< one per sphere: total number of overlaps, kept or not
    std::size_t capacity = 0;
};

} // namespace lanecast
