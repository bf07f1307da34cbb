#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/casts.hpp"
#include "lanecast/fault.hpp"
#include "lanecast/overlaps.hpp"
#include "lanecast/points.hpp"
#include "lanecast/rays.hpp"
#include "lanecast/sweeps.hpp"
#include "lanecast/volumes.hpp"

/// Validation: lists the queries that would be flagged invalid, and why.
namespace lanecast {

/// A query that would be flagged invalid.
struct BadQuery {
    std::size_t index = 0;
    Fault fault = Fault::origin_not_finite; ///< the first fault in the order of Fault
};

/// Returns the first `limit` invalid queries, in increasing order of index.
///
/// Inactive queries (mask 0) are not invalid.
/// @throws Error missing_column, wrong_length or wrong_stride, as the queries do.
[[nodiscard]] std::vector<BadQuery> validate(const Rays& rays, std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const Sweeps& sweeps, std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const CapsuleSweeps& sweeps, std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const BoxSweeps& sweeps, std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const CapsuleOverlaps& capsules,
                                             std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const BoxOverlaps& boxes, std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const OverlapQueries& spheres,
                                             std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const Points& points, std::size_t limit = 100);

/// Describes a fault in one sentence, e.g. "the direction is not finite".
[[nodiscard]] const char* to_string(Fault fault) noexcept;

} // namespace lanecast
