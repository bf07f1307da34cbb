#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include <embree3/rtcore.h>

#include "support/worlds.hpp"

namespace lanecast::bench {

/// A world in Embree, asked one ray at a time. Reads and writes the arrays that lanecast reads and
/// writes.
class EmbreeScene {
public:
    /// @param robust  RTC_SCENE_FLAG_ROBUST
    /// @param max_isa as Embree's devices call it, e.g. "avx2"; empty: what the CPU has
    EmbreeScene(const World& world, bool robust, const std::string& max_isa);

    void closest_hit(const RayBatch& rays, float* t, std::uint32_t* id) const; ///< rtcIntersect1
    void occluded(const RayBatch& rays, std::uint8_t* hit) const;              ///< rtcOccluded1

private:
    struct Release {
        void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
        void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
    };
    template <class Handle>
    using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

    Owned<RTCDevice> device_;
    Owned<RTCScene> scene_;
};

} // namespace lanecast::bench
