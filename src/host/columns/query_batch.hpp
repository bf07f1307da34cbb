#pragma once

#include <cstddef>
#include <string_view>

#include "core/columns.hpp"
#include "lanecast/queries.hpp"

namespace lanecast::host {

/// A public batch of queries as kernels read it. Refers to the batch it was made from.
template <class Column>
struct QueryBatch {
    std::string_view name; ///< "Rays"
    std::size_t count;
    Inputs<Column> columns;
};

/// @throws Error missing_column, wrong_length or wrong_stride
QueryBatch<ray_column> view_queries(const Rays& rays);
QueryBatch<sweep_column> view_queries(const Sweeps& sweeps);
QueryBatch<capsule_column> view_queries(const CapsuleSweeps& sweeps);
QueryBatch<box_column> view_queries(const BoxSweeps& sweeps);
QueryBatch<capsule_column> view_queries(const CapsuleOverlaps& capsules);
QueryBatch<box_column> view_queries(const BoxOverlaps& boxes);
QueryBatch<sphere_query_column> view_queries(const OverlapQueries& spheres);
QueryBatch<point_column> view_queries(const Points& points);

} // namespace lanecast::host
