#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "support/world.hpp"

namespace lanecast::bench {

/// A world in Embree, to be built and refitted; spheres and meshes as Embree has them, a mixed
/// world as boxes of the user's. Without Embree there is none.
class EmbreeBuild {
public:
    static constexpr bool exists = LANECAST_BENCH_EMBREE;

    EmbreeBuild(const World& world, unsigned threads);
    ~EmbreeBuild();

    /// As good as `quality` says, of RTC_BUILD_QUALITY_LOW and MEDIUM; without the one before.
    enum class Quality { low, medium };
    void build(Quality quality);
    /// Copies vertices of the mesh and adapts the tree to them.
    void refit(std::span<const Vec3> vertices);
    /// What Embree says that it holds.
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    struct Scenes;
    std::unique_ptr<Scenes> scenes_;
};

} // namespace lanecast::bench
