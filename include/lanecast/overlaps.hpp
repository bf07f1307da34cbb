#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/answers.hpp"
#include "lanecast/column.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Spheres as queries of overlaps and all_overlaps, and the output columns of all_overlaps.
namespace lanecast {

/// Solid spheres that are tested for overlaps; a sphere of radius 0 is a point.
///
/// Each field is one value for all spheres or an array with one element per sphere. The number of
/// spheres is the common length of the arrays, or `count` if it is set. A batch without arrays is
/// one sphere.
///
/// A sphere is invalid, and overlaps nothing, if its centre is not finite or its radius is negative
/// or not finite.
struct OverlapQueries {
    Input<Vec3> center = {};
    Input<float> radius = {};               ///< >= 0
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this sphere ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    std::size_t count = count_from_columns;
};

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
