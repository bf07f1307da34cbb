#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/answers.hpp"

namespace lanecast::bench {

/// Output arrays of one contestant.
struct Answers {
    explicit Answers(std::size_t count) : t(count), id(count), hit(count) {}

    std::vector<float> t; ///< or the distance
    std::vector<std::uint32_t> id;
    std::vector<std::uint8_t> hit; ///< for occlusion queries: 1 if anything is hit
};

/// Fields that must be equal for two results to agree.
enum class Same {
    id_and_t,
    /// For Bullet, because its rays stop within 0.01 of a surface.
    id,
    /// For sweeps against meshes and closest points of meshes. The closest feature is often an edge
    /// or a vertex of several triangles, and rounding decides between them.
    t,
    hit,
};

/// Share of the queries, or of the first `count` queries, with equal results. Two t are equal
/// within 1e-4 of t or of one length of the direction.
[[nodiscard]] double agreement(const Answers& ours, const Answers& theirs, Same same,
                               std::size_t count);
[[nodiscard]] inline double agreement(const Answers& ours, const Answers& theirs, Same same) {
    return agreement(ours, theirs, same, ours.id.size());
}

} // namespace lanecast::bench
