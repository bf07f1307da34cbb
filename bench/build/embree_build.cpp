#include "build/embree_build.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <embree3/rtcore.h>

#include "support/pairs/shape_bounds.hpp"

namespace lanecast::bench {
namespace {

void boxes_of_shapes(const RTCBoundsFunctionArguments* arguments) {
    const Bounds& b = static_cast<const Bounds*>(arguments->geometryUserPtr)[arguments->primID];
    *arguments->bounds_o = {b.lo.x, b.lo.y, b.lo.z, 0, b.hi.x, b.hi.y, b.hi.z, 0};
}

bool count_memory(void* total, ssize_t bytes, bool) {
    static_cast<std::atomic<ssize_t>*>(total)->fetch_add(bytes, std::memory_order_relaxed);
    return true;
}

} // namespace

struct EmbreeBuild::Scenes {
    std::atomic<ssize_t> bytes = 0;
    RTCDevice device = nullptr;
    RTCGeometry geometry = nullptr;
    RTCScene scene = nullptr;
    RTCScene refitted = nullptr; ///< made by the first refit
    Vec3* vertices = nullptr;
    std::vector<Bounds> bounds;

    RTCGeometry spheres(const World& world) {
        RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
        auto* to = static_cast<scalar::Sphere*>(
            rtcSetNewGeometryBuffer(made, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4,
                                    sizeof(scalar::Sphere), world.spheres.size()));
        std::copy(world.spheres.begin(), world.spheres.end(), to);
        return made;
    }
    RTCGeometry mesh(const World& world) {
        RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
        vertices = static_cast<Vec3*>(rtcSetNewGeometryBuffer(made, RTC_BUFFER_TYPE_VERTEX, 0,
                                                              RTC_FORMAT_FLOAT3, sizeof(Vec3),
                                                              world.vertices.size()));
        std::copy(world.vertices.begin(), world.vertices.end(), vertices);
        auto* triangles = static_cast<Index3*>(
            rtcSetNewGeometryBuffer(made, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                    sizeof(Index3), world.indices.size()));
        std::copy(world.indices.begin(), world.indices.end(), triangles);
        return made;
    }
    RTCGeometry boxes(const World& world) {
        for_each_kind(world, [&](const auto& shapes, std::uint32_t) {
            for (const auto& shape : shapes)
                bounds.push_back(bounds_of(shape));
        });
        RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(made, static_cast<unsigned>(bounds.size()));
        rtcSetGeometryUserData(made, bounds.data());
        rtcSetGeometryBoundsFunction(made, boxes_of_shapes, nullptr);
        return made;
    }
};

EmbreeBuild::EmbreeBuild(const World& world, unsigned threads)
    : scenes_(std::make_unique<Scenes>()) {
    Scenes& s = *scenes_;
    s.device = rtcNewDevice(("threads=" + std::to_string(threads)).c_str());
    if (!s.device)
        throw std::runtime_error("Embree has no device for this CPU");
    rtcSetDeviceMemoryMonitorFunction(s.device, count_memory, &s.bytes);
    s.geometry = !world.indices.empty()                 ? s.mesh(world)
                 : world.spheres.size() == world.size() ? s.spheres(world)
                                                        : s.boxes(world);
    rtcCommitGeometry(s.geometry);
}

EmbreeBuild::~EmbreeBuild() {
    for (RTCScene scene : {scenes_->scene, scenes_->refitted})
        if (scene)
            rtcReleaseScene(scene);
    rtcReleaseGeometry(scenes_->geometry);
    rtcReleaseDevice(scenes_->device);
}

void EmbreeBuild::build(Quality quality) {
    Scenes& s = *scenes_;
    if (s.scene)
        rtcReleaseScene(s.scene);
    s.scene = rtcNewScene(s.device);
    const RTCBuildQuality wanted =
        quality == Quality::low ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM;
    // Embree builds a BVH by Morton codes from geometries of low quality in scenes of low quality.
    rtcSetSceneBuildQuality(s.scene, wanted);
    rtcSetGeometryBuildQuality(s.geometry, wanted);
    rtcCommitGeometry(s.geometry);
    rtcAttachGeometry(s.scene, s.geometry);
    rtcCommitScene(s.scene);
}

void EmbreeBuild::refit(std::span<const Vec3> vertices) {
    Scenes& s = *scenes_;
    if (!s.refitted) {
        rtcSetGeometryBuildQuality(s.geometry, RTC_BUILD_QUALITY_REFIT);
        rtcCommitGeometry(s.geometry);
        s.refitted = rtcNewScene(s.device);
        rtcSetSceneFlags(s.refitted, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(s.refitted, RTC_BUILD_QUALITY_LOW);
        rtcAttachGeometry(s.refitted, s.geometry);
        rtcCommitScene(s.refitted);
    }
    std::copy(vertices.begin(), vertices.end(), s.vertices);
    rtcUpdateGeometryBuffer(s.geometry, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(s.geometry);
    rtcCommitScene(s.refitted);
}

std::size_t EmbreeBuild::memory_bytes() const {
    return static_cast<std::size_t>(scenes_->bytes.load());
}

} // namespace lanecast::bench
