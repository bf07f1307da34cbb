#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "support/world.hpp"

namespace lanecast::bench {

/// A world in Embree for building and refitting. Spheres and meshes are Embree's own geometries; a
/// mixed world is a user geometry of boxes. If the build has no Embree, `exists` is false.
class EmbreeBuild {
public:
    static constexpr bool exists = LANECAST_BENCH_EMBREE;

    EmbreeBuild(const World& world, unsigned threads);
    ~EmbreeBuild();

    /// RTC_BUILD_QUALITY_LOW or MEDIUM. build() frees the previous scene first.
    enum class Quality { low, medium };
    void build(Quality quality);
    /// Copies the vertices of the mesh and refits the BVH.
    void refit(std::span<const Vec3> vertices);
    /// Bytes that Embree reports as allocated.
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    struct Scenes;
    std::unique_ptr<Scenes> scenes_;
};

} // namespace lanecast::bench
