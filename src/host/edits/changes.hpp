#pragma once

#include <cstdint>
#include <vector>

#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"
#include "host/commit/boxed_shapes.hpp"

namespace lanecast::host {

/// The fates of the touched shapes.
struct Changes {
    std::vector<std::uint32_t> leaving;   ///< ids that leave their leaves
    std::vector<BoxedPrimitive> arriving; ///< in leaves, perhaps after leaving others
    std::vector<std::uint32_t> staying;   ///< ids that change in their leaves
    Outside outside;                      ///< all shapes that will be out of the tree
};

/// The shapes outside of the tree.
Outside outside_of(const SceneView& view, float* memory);

/// Sorts shapes along a curve, so that those that go to the same nodes follow each other.
void sort_along_curve(std::vector<BoxedPrimitive>& shapes);

/// Calls visit(id) for each id, and before that fetch_far(id) and then fetch_near(id), so that
/// memory arrives in time.
template <class FetchFar, class FetchNear, class Visit>
void for_each_ahead(const std::vector<std::uint32_t>& ids, FetchFar fetch_far, FetchNear fetch_near,
                    Visit visit) {
    constexpr std::size_t far = 16, near = 8;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (far < ids.size() - i)
            fetch_far(ids[i + far]);
        if (near < ids.size() - i)
            fetch_near(ids[i + near]);
        visit(ids[i]);
    }
}

} // namespace lanecast::host
