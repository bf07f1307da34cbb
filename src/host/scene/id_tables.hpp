#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/surface.hpp"

namespace lanecast::host {

class ShapeStore;

/// Values of committed shapes that are looked up by their ids.
struct IdTables {
    std::vector<std::uint32_t> users; ///< empty if all are 0
    std::vector<Surface> surfaces;    ///< empty if all are the default
    /// See SurfaceTable::parts. The first is nullptr; empty if no prototype has surfaces.
    std::vector<const Surface*> surfaces_of_parts;

    [[nodiscard]] bool are_empty() const { return users.empty() && surfaces.empty(); }
    [[nodiscard]] SurfaceTable surface_table() const {
        return surfaces.empty() ? SurfaceTable{}
                                : SurfaceTable{surfaces.data(), surfaces_of_parts.data()};
    }
    [[nodiscard]] std::size_t memory_bytes() const {
        return users.capacity() * sizeof(users[0]) + surfaces.capacity() * sizeof(surfaces[0]) +
               surfaces_of_parts.capacity() * sizeof(surfaces_of_parts[0]);
    }
};

/// @throws std::bad_alloc
[[nodiscard]] IdTables tables_of(const ShapeStore& shapes);

} // namespace lanecast::host
