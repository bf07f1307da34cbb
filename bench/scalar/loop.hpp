#pragma once

#include "scalar/scalar.hpp"

namespace lanecast::bench::scalar {

/// Calls test(ray, shape, t) for each pair: true, and t set, for a hit.
template <class Shape, class Test>
void for_each_pair(const Ray* rays, const Shape* shapes, Hit* hits, std::size_t count, Test test) {
    for (std::size_t i = 0; i < count; ++i) {
        Hit hit;
        float t;
        if (test(rays[i], shapes[i], t)) {
            hit = {t, static_cast<std::uint32_t>(i)};
        }
        hits[i] = hit;
    }
}

} // namespace lanecast::bench::scalar
