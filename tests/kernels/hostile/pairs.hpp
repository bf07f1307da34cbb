#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/hostile/queries.hpp"

namespace hostile {

/// Queries and shapes by column: query i goes with shape i.
template <class Query, class Shape>
struct Pairs {
    std::array<std::vector<float>, Query::components> queries;
    std::array<std::vector<float>, Shape::components> shapes;

    [[nodiscard]] std::size_t size() const { return queries[0].size(); }
    void add(const Query& query, const Shape& shape) {
        for (std::size_t k = 0; k < Query::components; ++k)
            queries[k].push_back(query.c[k]);
        for (std::size_t k = 0; k < Shape::components; ++k)
            shapes[k].push_back(shape.c[k]);
    }
    [[nodiscard]] Query query(std::size_t i) const {
        Query one{};
        for (std::size_t k = 0; k < Query::components; ++k)
            one.c[k] = queries[k][i];
        return one;
    }
    [[nodiscard]] Shape shape(std::size_t i) const {
        Shape one{};
        for (std::size_t k = 0; k < Shape::components; ++k)
            one.c[k] = shapes[k][i];
        return one;
    }
};

/// Makes `count` cases of a kind. Makes none if the kind does not exist for the query type or the
/// shape.
template <class Query, class Shape>
Pairs<Query, Shape> make_pairs(Kind kind, std::size_t count, std::uint64_t seed) {
    Pairs<Query, Shape> cases;
    if (!Query::has_kind(kind) || !has_kind<Shape>(kind))
        return cases;
    Random random(seed * 17 + static_cast<std::uint64_t>(kind));
    for (std::size_t i = 0; i < count; ++i) {
        const double size = size_of(random, kind);
        const reference::Vector centre = centre_of(random, kind, size);
        const Shape shape = Shape::make(random, centre, size, form_of(kind));
        cases.add(Query::make(random, kind, shape.exact(), {centre, size}), shape);
    }
    return cases;
}

/// Near queries with all sizes and coordinates beyond 2^60, up to the largest floats.
template <class Query, class Shape>
Pairs<Query, Shape> make_pairs_beyond_all_promises(std::size_t count, std::uint64_t seed) {
    Pairs<Query, Shape> cases;
    Random random(seed);
    for (std::size_t i = 0; i < count; ++i) {
        const double size = random.power_of_two(60, 125);
        const reference::Vector centre = random.in_cube(size);
        const Shape shape = Shape::make(random, centre, size, Form::regular);
        cases.add(Query::beyond_all_promises(random, {centre, size}), shape);
    }
    return cases;
}

} // namespace hostile
