#include "opponents/embree/embree_scene.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "opponents/embree/embree_user_shapes.hpp"

namespace lanecast::bench {
namespace {

RTCGeometry make_spheres(RTCDevice device, const World& world) {
    static_assert(sizeof(scalar::Sphere) == 4 * sizeof(float));
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    void* const numbers =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4,
                                sizeof(scalar::Sphere), world.spheres.size());
    std::copy(world.spheres.begin(), world.spheres.end(), static_cast<scalar::Sphere*>(numbers));
    return geometry;
}

RTCGeometry make_mesh(RTCDevice device, const World& world) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void* const vertices =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                sizeof(Vec3), world.vertices.size());
    std::copy(world.vertices.begin(), world.vertices.end(), static_cast<Vec3*>(vertices));
    void* const indices = rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, sizeof(Index3), world.indices.size());
    std::copy(world.indices.begin(), world.indices.end(), static_cast<Index3*>(indices));
    return geometry;
}

} // namespace

EmbreeOwned<RTCDevice> make_embree_device(unsigned threads, const std::string& isa) {
    std::string config = fmt::format("threads={}", threads);
    if (!isa.empty()) {
        const bool sse = isa == "sse4_2" || isa == "plain";
        config += ",max_isa=" + (sse ? "sse4.2" : isa);
    }
    EmbreeOwned<RTCDevice> device(rtcNewDevice(config.c_str()));
    if (!device)
        throw std::runtime_error("Embree has no device for this CPU");
    return device;
}

RTCBuildQuality quality_for(Build how) {
    return how == Build::fast       ? RTC_BUILD_QUALITY_LOW
           : how == Build::thorough ? RTC_BUILD_QUALITY_HIGH
                                    : RTC_BUILD_QUALITY_MEDIUM;
}

EmbreeScene::EmbreeScene(const World& world, const EmbreeForm& form)
    : device_(make_embree_device(form.threads, form.isa)) {
    scene_.reset(rtcNewScene(device_.get()));
    if (form.robust)
        rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_ROBUST);
    const bool is_native =
        world.spheres.size() == world.size() || world.indices.size() == world.size();
    if (is_native && !form.user && form.swept < 0)
        add_native(world, form);
    else
        add_user(world, form);
    for (const auto& geometry : geometries_)
        rtcAttachGeometry(scene_.get(), geometry.get());
}

void EmbreeScene::add_native(const World& world, const EmbreeForm& form) {
    geometries_.emplace_back(world.indices.empty() ? make_spheres(device_.get(), world)
                                                   : make_mesh(device_.get(), world));
    // Embree builds a BVH by Morton codes from geometries of low quality in scenes of low quality.
    rtcSetSceneBuildQuality(scene_.get(), form.quality);
    rtcSetGeometryBuildQuality(geometries_.back().get(), form.quality);
    if (form.refit) {
        // Only scenes of low quality keep one BVH per geometry, which can be refitted. That BVH
        // itself is built with care.
        rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(scene_.get(), RTC_BUILD_QUALITY_LOW);
        rtcSetGeometryBuildQuality(geometries_.back().get(), RTC_BUILD_QUALITY_REFIT);
    }
}

void EmbreeScene::add_user(const World& world, const EmbreeForm& form) {
    const auto add = [&](const auto& shapes, std::uint32_t first) {
        auto user_shapes = make_user_shapes(shapes, first, form.swept, form.first_found);
        geometries_.emplace_back(make_user_geometry(device_.get(), *user_shapes));
        user_shapes_.push_back(std::move(user_shapes));
    };
    const std::uint32_t first_of_mesh = for_each_kind(world, add);
    if (!world.indices.empty())
        add(triangles_of_mesh(world), first_of_mesh);
}

void EmbreeScene::commit() {
    for (const auto& geometry : geometries_)
        rtcCommitGeometry(geometry.get());
    rtcCommitScene(scene_.get());
}

void EmbreeScene::set_vertices(const std::vector<Vec3>& vertices) {
    RTCGeometry mesh = geometries_.front().get();
    std::copy(vertices.begin(), vertices.end(),
              static_cast<Vec3*>(rtcGetGeometryBufferData(mesh, RTC_BUFFER_TYPE_VERTEX, 0)));
    rtcUpdateGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0);
}

std::string embree_name() {
    return fmt::format("Embree {}.{}.{}", RTC_VERSION_MAJOR, RTC_VERSION_MINOR, RTC_VERSION_PATCH);
}

} // namespace lanecast::bench
