#pragma once

#include "kernels/checkers/promises.hpp"

/// Checks answers of closest_point and overlaps against the reference and the promised accuracy.
/// Distances are within 16 e s; cut-offs and overlaps are decided correctly, except within 16 e s.
/// A nearest point lies on the boundary, is as far from the query as the boundary, and is the
/// nearest point if there is only one.
namespace hostile {

/// Checks one answer and updates the worst errors. Returns the promise that it breaks, or "".
template <class Reference>
std::string check(const Reference& shape, const Point::Exact& query,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);
template <class Reference>
std::string check(const Reference& shape, const QuerySphere::Exact& query,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);

/// Whether an answer is possible at all.
bool is_sane(const Answer& answer, const Point::Exact& query, std::uint32_t index);
bool is_sane(const Answer& answer, const QuerySphere::Exact& query, std::uint32_t index);

} // namespace hostile
