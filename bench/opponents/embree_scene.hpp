#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <embree3/rtcore.h>

#include "support/world.hpp"

namespace lanecast::bench {

/// How a world is put into Embree.
struct EmbreeForm {
    /// Of low quality is a tree by Morton codes, of high one with spatial splits; for one mesh.
    RTCBuildQuality quality = RTC_BUILD_QUALITY_MEDIUM;
    bool robust = false;      ///< RTC_SCENE_FLAG_ROBUST
    bool user = false;        ///< user geometries with exact callbacks, whatever the shapes
    bool refit = false;       ///< RTC_BUILD_QUALITY_REFIT, for one mesh
    float swept = -1;         ///< >= 0: for spheres of this radius that move; rays are their ways
    bool first_found = false; ///< of t that are all but equal, not the smallest id
    unsigned threads = 1;     ///< that build
    std::string isa = {};     ///< as lanecast calls it; Embree is to have no more
};

/// Embree's counterpart.
[[nodiscard]] RTCBuildQuality quality_for(Build how);

/// A world in Embree. Worlds of spheres only and meshes are Embree's own geometries; all others are
/// user geometries, one for each kind of shape, under one tree. primID of what is hit is
/// lanecast's id.
class EmbreeScene {
public:
    /// Makes device and geometries. What the geometries refer to are copies.
    EmbreeScene(const World& world, const EmbreeForm& form);

    /// Builds the tree. To be called once before queries, and after set_vertices().
    void commit();

    /// Of the mesh.
    void set_vertices(const std::vector<Vec3>& vertices);

    [[nodiscard]] RTCScene handle() const { return scene_.get(); }

private:
    void add_native(const World& world, const EmbreeForm& form);
    void add_user(const World& world, const EmbreeForm& form);

    struct Release {
        void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
        void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
        void operator()(RTCGeometry geometry) const { rtcReleaseGeometry(geometry); }
    };
    template <class Handle>
    using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

    Owned<RTCDevice> device_;
    std::vector<std::shared_ptr<void>> user_shapes_;
    std::vector<Owned<RTCGeometry>> geometries_;
    Owned<RTCScene> scene_;
};

/// "Embree 3.13.5"
[[nodiscard]] std::string embree_name();

} // namespace lanecast::bench
