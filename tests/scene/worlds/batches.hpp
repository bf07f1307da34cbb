#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "scene/worlds/worlds.hpp"

namespace worlds {

/// Queries of one kind, with their masks and ignored ids.
template <class Query>
struct Batch {
    std::vector<Query> queries;
    std::vector<std::uint32_t> mask, ignore;

    [[nodiscard]] std::size_t size() const { return queries.size(); }
    [[nodiscard]] hostile::Queries columns() const { return columns(0, size()); }
    /// Columns of `count` queries from `first` on.
    [[nodiscard]] hostile::Queries columns(std::size_t first, std::size_t count) const {
        const auto part = [&](const auto& all) { return std::span(all).subspan(first, count); };
        hostile::Queries batch = columns_of(part(queries));
        const auto set = [&](auto& columns) {
            columns.mask = part(mask);
            if constexpr (requires { columns.ignore; })
                columns.ignore = part(ignore);
        };
        std::visit(set, batch);
        return batch;
    }
    void add(const Query& query, std::uint32_t layers = lanecast::all_layers,
             std::uint32_t ignored = lanecast::no_id) {
        queries.push_back(query);
        mask.push_back(layers);
        ignore.push_back(ignored);
    }
};

/// Queries of every sort: from inside and around the world, and from 100, 10,000 and 1,000,000
/// sizes away; towards all kinds of places and towards nothing; along axes and in coordinate
/// planes; with various limits and masks; some invalid and some inactive.
template <class Query>
Batch<Query> queries_at(const World& world, std::size_t count, std::uint64_t seed);

} // namespace worlds
