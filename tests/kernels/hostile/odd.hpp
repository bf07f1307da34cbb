#pragma once

#include <optional>
#include <vector>

#include "kernels/hostile/queries.hpp"
#include "lanecast/validation.hpp"

namespace hostile {

/// A query that has no right answer, or just still one.
template <class Query>
struct Odd {
    Query query;
    std::optional<lanecast::Fault> fault; ///< the first that it has
};

/// Each way in which a query can be bad, and each that nearly is.
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

/// A change of one number that makes a shape bad, or nearly so.
struct OddNumber {
    std::size_t component;
    float value;
    bool bad;
};

/// All such changes of a shape, those that make a number NaN or infinite included.
template <class Shape>
std::vector<OddNumber> odd_numbers(const Shape& shape);

} // namespace hostile
