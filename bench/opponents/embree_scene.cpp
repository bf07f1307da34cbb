#include "opponents/embree_scene.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

namespace lanecast::bench {
namespace {

RTCGeometry make_spheres(RTCDevice device, const World& world) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    auto* numbers = static_cast<float*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4,
                                4 * sizeof(float), world.centers.size()));
    for (std::size_t i = 0; i < world.centers.size(); ++i) {
        const Vec3& c = world.centers[i];
        for (const float number : {c.x, c.y, c.z, world.radii[i]}) {
            *numbers++ = number;
        }
    }
    return geometry;
}

RTCGeometry make_mesh(RTCDevice device, const World& world) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<Vec3*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                                RTC_FORMAT_FLOAT3, sizeof(Vec3),
                                                                world.vertices.size()));
    std::copy(world.vertices.begin(), world.vertices.end(), vertices);
    auto* triangles = static_cast<Index3*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                sizeof(Index3), world.triangles.size()));
    std::copy(world.triangles.begin(), world.triangles.end(), triangles);
    return geometry;
}

RTCRay ray_of(const RayBatch& rays, std::size_t i) {
    const Vec3 &o = rays.origins[i], &d = rays.directions[i];
    RTCRay ray = {};
    ray.org_x = o.x;
    ray.org_y = o.y;
    ray.org_z = o.z;
    ray.dir_x = d.x;
    ray.dir_y = d.y;
    ray.dir_z = d.z;
    ray.tfar = std::numeric_limits<float>::infinity();
    ray.mask = all_layers;
    return ray;
}

} // namespace

EmbreeScene::EmbreeScene(const World& world, bool robust, const std::string& max_isa)
    : device_(rtcNewDevice(
          fmt::format("threads=1{}", max_isa.empty() ? "" : ",max_isa=" + max_isa).c_str())) {
    if (!device_) {
        throw std::runtime_error("Embree has no device for this CPU");
    }
    scene_.reset(rtcNewScene(device_.get()));
    if (robust) {
        rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_ROBUST);
    }
    RTCGeometry geometry =
        world.is_mesh() ? make_mesh(device_.get(), world) : make_spheres(device_.get(), world);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_.get(), geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_.get());
}

void EmbreeScene::closest_hit(const RayBatch& rays, float* t, std::uint32_t* id) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        RTCRayHit query;
        query.ray = ray_of(rays, i);
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        query.hit.primID = no_id; // stays on a miss
        rtcIntersect1(scene_.get(), &context, &query);
        t[i] = query.ray.tfar;
        id[i] = query.hit.primID;
    }
}

void EmbreeScene::occluded(const RayBatch& rays, std::uint8_t* hit) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        RTCRay ray = ray_of(rays, i);
        rtcOccluded1(scene_.get(), &context, &ray);
        hit[i] = ray.tfar < 0 ? 1 : 0; // -infinity if something is hit
    }
}

} // namespace lanecast::bench
