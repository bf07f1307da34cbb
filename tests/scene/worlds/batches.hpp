#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "scene/worlds/worlds.hpp"

namespace worlds {

/// Queries of one kind, with their masks and the ranges of ids that they ignore.
template <class Query>
struct Batch {
    std::vector<Query> queries;
    std::vector<std::uint32_t> mask, ignore, ignore_count;

    [[nodiscard]] std::size_t size() const { return queries.size(); }
    [[nodiscard]] hostile::Queries columns() const { return columns(0, size()); }
    /// Columns of `count` queries from `first` on.
    [[nodiscard]] hostile::Queries columns(std::size_t first, std::size_t count) const {
        const auto part = [&](const auto& all) { return std::span(all).subspan(first, count); };
        hostile::Queries batch = columns_of(part(queries));
        const auto set = [&](auto& columns) {
            columns.mask = part(mask);
            columns.ignore = part(ignore);
            columns.ignore_count = part(ignore_count);
        };
        std::visit(set, batch);
        return batch;
    }
    void add(const Query& query, std::uint32_t layers = lanecast::all_layers,
             std::uint32_t ignored = lanecast::no_id, std::uint32_t ignored_count = 1) {
        queries.push_back(query);
        mask.push_back(layers);
        ignore.push_back(ignored);
        ignore_count.push_back(ignored_count);
    }
    /// Lets query i ignore some ids.
    void set_ignored(std::size_t i, std::uint32_t first, std::uint32_t count) {
        ignore[i] = first;
        ignore_count[i] = count;
    }
    /// Whether query i ignores an id, by the words of docs/semantics.md.
    [[nodiscard]] bool ignores(std::size_t i, std::uint32_t id) const {
        const std::uint64_t first = ignore[i], end = first + ignore_count[i];
        return id != lanecast::no_id && id >= first && id < end;
    }
};

/// Queries of every sort: from inside and around the world, and from 100, 10,000 and 1,000,000
/// sizes away; towards all kinds of places and towards nothing; along axes and in coordinate
/// planes; with various limits and masks; some invalid and some inactive.
template <class Query>
Batch<Query> queries_at(const World& world, std::size_t count, std::uint64_t seed);

} // namespace worlds
