#pragma once

#include "kernels/promises.hpp"

/// Holds answers of closest_point and overlaps against the reference and the promised accuracy:
/// distances within 16 e s, and cut-offs and overlaps decided rightly but for as much. A nearest
/// point lies on the boundary, as far from the query as the boundary is, and is the nearest one
/// where there is only one.
namespace hostile {

/// Checks one answer and keeps the worst errors. Returns the promise that it breaks, or "".
template <class Reference>
std::string check(const Reference& shape, const Point::Exact& query,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);
template <class Reference>
std::string check(const Reference& shape, const QuerySphere::Exact& query,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);

/// Whether an answer could be one at all.
bool is_sane(const Answer& answer, const Point::Exact& query, std::uint32_t index);
bool is_sane(const Answer& answer, const QuerySphere::Exact& query, std::uint32_t index);

} // namespace hostile
