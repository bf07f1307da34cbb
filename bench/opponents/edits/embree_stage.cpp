#include "opponents/edits/embree_stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lanecast/scene_queries.hpp"

#include "opponents/answers.hpp"
#include "opponents/embree/embree_records.hpp"

namespace lanecast::bench {
namespace {

constexpr std::size_t spheres_per_cell = 1000;

/// Embree leaves such spheres out.
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr scalar::Sphere no_sphere = {{nan, nan, nan}, nan};

} // namespace

EmbreeStage::EmbreeStage(const Bounds& bounds, std::size_t spheres, const std::string& isa)
    : bounds_(bounds),
      cells_per_axis_(
          std::max(1u, static_cast<std::uint32_t>(std::cbrt(
                           static_cast<double>(spheres) / static_cast<double>(spheres_per_cell))))),
      device_(make_embree_device(1, isa)), scene_(rtcNewScene(device_.get())) {
    rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_.get(), RTC_BUILD_QUALITY_LOW);
    cells_.resize(std::size_t{cells_per_axis_} * cells_per_axis_ * cells_per_axis_);
    for (Cell& cell : cells_) {
        cell.spheres = make_user_shapes(std::vector<scalar::Sphere>(), 0, -1, false);
        cell.geometry.reset(make_user_geometry(device_.get(), *cell.spheres));
        rtcSetGeometryBuildQuality(cell.geometry.get(), RTC_BUILD_QUALITY_LOW);
        grow(cell, spheres_per_cell);
        rtcAttachGeometry(scene_.get(), cell.geometry.get());
    }
}

void EmbreeStage::add(const std::vector<std::uint32_t>& slots,
                      const std::vector<scalar::Sphere>& spheres) {
    for (std::size_t i = 0; i < slots.size(); ++i)
        put(slots[i], spheres[i]);
}

void EmbreeStage::remove(const std::vector<std::uint32_t>& slots) {
    for (const std::uint32_t slot : slots)
        take_out(slot);
}

void EmbreeStage::move(const std::vector<std::uint32_t>& slots,
                       const std::vector<scalar::Sphere>& spheres) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
        take_out(slots[i]);
        put(slots[i], spheres[i]);
    }
}

void EmbreeStage::commit() {
    for (Cell& cell : cells_) {
        if (cell.is_changed) {
            rtcCommitGeometry(cell.geometry.get());
            cell.is_changed = false;
        }
    }
    rtcCommitScene(scene_.get());
}

double EmbreeStage::agreement(const Crowd& crowd) const {
    const std::vector<scalar::Sphere> spheres = crowd.spheres();
    Scene scene;
    scene.add(Spheres{.center = field(spheres, &scalar::Sphere::center),
                      .radius = field(spheres, &scalar::Sphere::radius)});
    scene.commit(Build::balanced, {.threads = 1});
    const RayBatch rays = incoherent_rays(bounds_, 20'000);
    Answers ours(rays.size()), theirs(rays.size());
    closest_hit(scene, rays.view(), {.t = ours.t, .id = ours.id}, {.threads = 1});
    const RaySlice slice = {.origins = rays.origins.data(),
                            .directions = rays.directions.data(),
                            .t_max = std::numeric_limits<float>::infinity(),
                            .order = nullptr,
                            .count = rays.size(),
                            .t = theirs.t.data(),
                            .id = theirs.id.data(),
                            .hit = nullptr};
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (ours.id[i] != no_id)
            ours.id[i] = crowd.slots()[ours.id[i]];
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit query = {.ray = ray_of(slice, i), .hit = {}};
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        query.hit.primID = no_id;
        rtcIntersect1(scene_.get(), &context, &query);
        const bool hits = query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
        write_hit(slice, i, query.ray.tfar,
                  hits ? cells_[query.hit.geomID].slots[query.hit.primID] : no_id);
    }
    return bench::agreement(ours, theirs, Same::id_and_t);
}

std::uint32_t EmbreeStage::cell_at(const Vec3& center) const {
    const auto along = [this](float x, float lo, float hi) {
        const auto cells = static_cast<float>(cells_per_axis_);
        return static_cast<std::uint32_t>(
            std::clamp(cells * (x - lo) / (hi - lo), 0.0f, cells - 0.5f));
    };
    const std::uint32_t x = along(center.x, bounds_.lo.x, bounds_.hi.x),
                        y = along(center.y, bounds_.lo.y, bounds_.hi.y),
                        z = along(center.z, bounds_.lo.z, bounds_.hi.z);
    return (z * cells_per_axis_ + y) * cells_per_axis_ + x;
}

void EmbreeStage::put(std::uint32_t slot, const scalar::Sphere& sphere) {
    const std::uint32_t number = cell_at(sphere.center);
    Cell& cell = cells_[number];
    if (cell.free.empty())
        grow(cell, 2 * cell.slots.size());
    const std::uint32_t index = cell.free.back();
    cell.free.pop_back();
    cell.slots[index] = slot;
    cell.spheres->shapes[index] = sphere;
    cell.is_changed = true;
    places_.resize(std::max<std::size_t>(places_.size(), slot + 1));
    places_[slot] = {number, index};
}

void EmbreeStage::take_out(std::uint32_t slot) {
    const auto [number, index] = places_[slot];
    Cell& cell = cells_[number];
    cell.spheres->shapes[index] = no_sphere;
    cell.free.push_back(index);
    cell.is_changed = true;
}

void EmbreeStage::grow(Cell& cell, std::size_t capacity) {
    for (std::size_t index = capacity; index > cell.slots.size(); --index)
        cell.free.push_back(static_cast<std::uint32_t>(index - 1));
    cell.slots.resize(capacity);
    cell.spheres->shapes.resize(capacity, no_sphere);
    rtcSetGeometryUserPrimitiveCount(cell.geometry.get(), static_cast<unsigned>(capacity));
    cell.is_changed = true;
}

} // namespace lanecast::bench
