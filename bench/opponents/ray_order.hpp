#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lanecast/vectors.hpp"

namespace lanecast::bench {

enum class SortKey { none, origin, direction };

/// An order in which neighbours are alike: by the octant of the direction, and then along a Morton
/// curve through the origins or the directions. What an opponent's user can do to help it.
class RayOrder {
public:
    /// The indices of the rays in the new order; null: as they are. They stay until the next call.
    const std::uint32_t* sort(std::span<const Vec3> origins, std::span<const Vec3> directions,
                              SortKey key);

private:
    /// By three passes of a radix sort, ten bits each.
    const std::uint32_t* sort_by_keys(std::size_t count);

    struct Entry {
        std::uint32_t key;
        std::uint32_t index;
    };
    std::vector<Entry> entries_, others_; ///< kept, so that only the first call allocates
    std::vector<std::uint32_t> order_;
};

} // namespace lanecast::bench
