#pragma once

#include <utility>

#include "kernels/hostile/odd.hpp"
#include "kernels/hostile/pairs.hpp"

/// Hostile rays by themselves, for tests that ask nothing else.
namespace hostile {

/// Rays and shapes by column: ray i goes with shape i.
template <class Shape>
struct Cases {
    std::array<std::vector<float>, Ray::components> rays;
    std::array<std::vector<float>, Shape::components> shapes;

    [[nodiscard]] std::size_t size() const { return rays[0].size(); }
    [[nodiscard]] Shape shape(std::size_t i) const {
        Shape one{};
        for (std::size_t k = 0; k < Shape::components; ++k)
            one.c[k] = shapes[k][i];
        return one;
    }
};

template <class Shape>
Cases<Shape> make_cases(Kind kind, std::size_t count, std::uint64_t seed) {
    auto pairs = make_pairs<Ray, Shape>(kind, count, seed);
    return {std::move(pairs.queries), std::move(pairs.shapes)};
}

template <class Shape>
Cases<Shape> make_cases_beyond_all_promises(std::size_t count, std::uint64_t seed) {
    auto pairs = make_pairs_beyond_all_promises<Ray, Shape>(count, seed);
    return {std::move(pairs.queries), std::move(pairs.shapes)};
}

/// `count` shapes from `first` on.
template <class Shape>
lanecast::Shapes shapes_of(const Cases<Shape>& cases, std::size_t first, std::size_t count) {
    return Shape::columns(Arrays(cases.shapes, first, count));
}

struct OddRay {
    Ray ray;
    bool invalid;
};

inline std::vector<OddRay> odd_rays() {
    std::vector<OddRay> rays_only;
    for (const Odd<Ray>& odd : odd_queries<Ray>())
        rays_only.push_back({odd.query, odd.fault.has_value()});
    return rays_only;
}

} // namespace hostile
