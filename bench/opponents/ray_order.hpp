#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lanecast/vectors.hpp"

namespace lanecast::bench {

enum class SortKey { none, origin, direction };

/// Sorts rays so that neighbours are similar: by the octant of the direction, then along a Morton
/// curve through the origins or the directions. The user of an opponent can do the same.
class RayOrder {
public:
    /// Returns the indices of the rays in the new order, valid until the next call; null for
    /// SortKey::none.
    const std::uint32_t* sort(std::span<const Vec3> origins, std::span<const Vec3> directions,
                              SortKey key);

private:
    /// Radix sort in three passes of ten bits each.
    const std::uint32_t* sort_by_keys(std::size_t count);

    struct Entry {
        std::uint32_t key;
        std::uint32_t index;
    };
    std::vector<Entry> entries_, others_; ///< kept, so that only the first call allocates
    std::vector<std::uint32_t> order_;
};

} // namespace lanecast::bench
