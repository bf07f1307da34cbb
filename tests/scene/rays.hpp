#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/queries.hpp"
#include "scene/worlds.hpp"

namespace worlds {

/// A batch with everything that a ray can have.
struct RayBatch {
    std::vector<lanecast::Vec3> origin, direction;
    std::vector<float> t_min, t_max;
    std::vector<std::uint32_t> mask, ignore;

    [[nodiscard]] std::size_t size() const { return origin.size(); }
    [[nodiscard]] lanecast::Rays columns() const { return columns(0, size()); }
    /// `count` rays from `first` on.
    [[nodiscard]] lanecast::Rays columns(std::size_t first, std::size_t count) const;
    void add(Vector o, Vector d, float from, float to);
    void add(const RayBatch& other, std::size_t i);
};

/// From inside, from around, from 100, 10,000 and 1,000,000 sizes away; at all kinds of places and
/// at nothing; in all directions, along axes and in coordinate planes; through all, limited and
/// unlimited intervals; with masks; some invalid and some inactive.
RayBatch rays_at(const World& world, std::size_t count, std::uint64_t seed);

/// Rays with everything set so that all of a world's shapes can be met: no masks, no bad ones.
RayBatch plain_rays_at(const World& world, std::size_t count, std::uint64_t seed);

} // namespace worlds
