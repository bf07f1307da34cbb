#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <embree3/rtcore.h>

#include "support/world.hpp"

namespace lanecast::bench {

struct EmbreeRelease {
    void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
    void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
    void operator()(RTCGeometry geometry) const { rtcReleaseGeometry(geometry); }
};
/// @tparam Handle  RTCDevice, RTCScene or RTCGeometry
template <class Handle>
using EmbreeOwned = std::unique_ptr<std::remove_pointer_t<Handle>, EmbreeRelease>;

/// @param isa  as EmbreeForm::isa
/// @throws std::runtime_error if Embree does not support the CPU
[[nodiscard]] EmbreeOwned<RTCDevice> make_embree_device(unsigned threads, const std::string& isa);

/// How Embree represents a world.
struct EmbreeForm {
    /// Low quality builds a BVH by Morton codes, high quality one with spatial splits. User
    /// geometries ignore it.
    RTCBuildQuality quality = RTC_BUILD_QUALITY_MEDIUM;
    bool robust = false;      ///< RTC_SCENE_FLAG_ROBUST
    bool user = false;        ///< user geometries with the textbook test, for all shapes
    bool refit = false;       ///< RTC_BUILD_QUALITY_REFIT, for one mesh
    float swept = -1;         ///< >= 0: for moving spheres of this radius; rays are their paths
    bool first_found = false; ///< of nearly equal t keep the first, not the smallest id
    unsigned threads = 1;     ///< for building
    std::string isa = {};     ///< lanecast's name of the widest ISA that Embree may use
};

/// Embree's counterpart of `how`.
[[nodiscard]] RTCBuildQuality quality_for(Build how);

/// A world in Embree. Worlds of only spheres or one mesh use Embree's own geometries. All other
/// worlds use user geometries, one per kind of shape, in one BVH. The primID of a hit is lanecast's
/// id.
class EmbreeScene {
public:
    /// Creates the device and the geometries, which refer to copies of the shapes.
    EmbreeScene(const World& world, const EmbreeForm& form);

    /// Builds the BVH. Call it once before queries, and after set_vertices().
    void commit();

    /// Replaces the vertices of the mesh.
    void set_vertices(const std::vector<Vec3>& vertices);

    [[nodiscard]] RTCScene handle() const { return scene_.get(); }

private:
    void add_native(const World& world, const EmbreeForm& form);
    void add_user(const World& world, const EmbreeForm& form);

    EmbreeOwned<RTCDevice> device_;
    std::vector<std::shared_ptr<void>> user_shapes_;
    std::vector<EmbreeOwned<RTCGeometry>> geometries_;
    EmbreeOwned<RTCScene> scene_;
};

/// Name and version, such as "Embree 3.13.5".
[[nodiscard]] std::string embree_name();

} // namespace lanecast::bench
