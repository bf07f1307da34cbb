#include "build/embree_build.hpp"

/// Replaces embree_build.cpp in a build without Embree: an opponent that is never called.
namespace lanecast::bench {

struct EmbreeBuild::Scenes {};
EmbreeBuild::EmbreeBuild(const World&, unsigned) {}
EmbreeBuild::~EmbreeBuild() = default;
void EmbreeBuild::build(Quality) {}
void EmbreeBuild::refit(std::span<const Vec3>) {}
std::size_t EmbreeBuild::memory_bytes() const { return 0; }

} // namespace lanecast::bench
