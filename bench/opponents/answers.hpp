#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/answers.hpp"

namespace lanecast::bench {

/// What one of the contestants writes.
struct Answers {
    explicit Answers(std::size_t count) : t(count), id(count), hit(count) {}

    std::vector<float> t; ///< or the distance
    std::vector<std::uint32_t> id;
    std::vector<std::uint8_t> hit; ///< whether anything is hit, where only that is asked
};

/// What must be the same for two answers to agree.
enum class Same {
    id_and_t,
    /// For Bullet, whose rays come to a halt within 0.01 of a surface.
    id,
    /// For spheres that touch meshes: they often meet an edge or a vertex, where several triangles
    /// are equally near up to rounding.
    t,
    hit,
};

/// The share of queries, or of the first `count` of them, about which both say the same. t is the
/// same up to 1e-4 of it or of one length of the direction.
[[nodiscard]] double agreement(const Answers& ours, const Answers& theirs, Same same,
                               std::size_t count);
[[nodiscard]] inline double agreement(const Answers& ours, const Answers& theirs, Same same) {
    return agreement(ours, theirs, same, ours.id.size());
}

} // namespace lanecast::bench
