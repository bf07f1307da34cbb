#pragma once

#include <cstddef>
#include <string_view>

#include "core/columns.hpp"
#include "lanecast/queries.hpp"

/// Converts public outputs for `count` queries to the columns that kernels write.
namespace lanecast::host {

/// The output of a query with a yes or no answer. It is required.
struct Truths {
    std::string_view query; ///< "occluded"
    const Output<bool>& hit;
};

/// @throws Error wrong_length or wrong_stride; for Truths also missing_column
WritableColumn view_answers(const Truths& truths, std::size_t count);
HitColumns view_answers(const Hits& hits, std::size_t count);
HitRows view_answers(const AllHits& hits, std::size_t count);
ImpactColumns view_answers(const Impacts& impacts, std::size_t count);
OverlapRows view_answers(const AllOverlaps& overlaps, std::size_t count);
ClosestColumns view_answers(const ClosestPoints& points, std::size_t count);

} // namespace lanecast::host
