#pragma once

#include <optional>
#include <vector>

#include "kernels/hostile/queries.hpp"
#include "lanecast/validation.hpp"

namespace hostile {

/// A query that is invalid, or only just valid.
template <class Query>
struct Odd {
    Query query;
    std::optional<lanecast::Fault> fault; ///< the first fault; none if the query is valid
};

/// Queries with each possible fault, and queries that only just have none.
template <class Query>
std::vector<Odd<Query>> odd_queries();

template <>
std::vector<Odd<Ray>> odd_queries();
template <>
std::vector<Odd<Sweep>> odd_queries();
template <>
std::vector<Odd<QuerySphere>> odd_queries();
template <>
std::vector<Odd<Point>> odd_queries();

/// A change of one number that makes a shape invalid, or nearly so.
struct OddNumber {
    std::size_t component;
    float value;
    bool bad;
};

/// All such changes for a shape, including those that make a number NaN or infinite.
template <class Shape>
std::vector<OddNumber> odd_numbers(const Shape& shape);

} // namespace hostile
