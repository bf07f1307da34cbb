#include "opponents/embree/embree_rays.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <span>

#include "opponents/embree/embree_records.hpp"
#include "opponents/ray_order.hpp"

namespace lanecast::bench {
namespace {

using Context = RTCIntersectContext;
using Trace = void (*)(RTCScene, Context&, const RaySlice&);

constexpr std::size_t stream_length = RayColumns::capacity;

void intersect_1(RTCScene scene, Context& context, const RaySlice& slice) {
    for (std::size_t k = 0; k < slice.count; ++k) {
        RTCRayHit query;
        query.ray = ray_of(slice, k);
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        query.hit.primID = no_id;
        rtcIntersect1(scene, &context, &query);
        write_hit(slice, k, query.ray.tfar, query.hit.primID);
    }
}

void occluded_1(RTCScene scene, Context& context, const RaySlice& slice) {
    for (std::size_t k = 0; k < slice.count; ++k) {
        RTCRay ray = ray_of(slice, k);
        rtcOccluded1(scene, &context, &ray);
        write_occluded(slice, k, ray.tfar);
    }
}

/// Mask of the active lanes of a packet.
template <std::size_t width>
struct Valid {
    explicit Valid(std::size_t count) {
        for (std::size_t k = 0; k < width; ++k)
            lanes[k] = k < count ? -1 : 0;
    }
    alignas(64) int lanes[width];
};

template <class Packet, std::size_t width, auto intersect>
void intersect_packets(RTCScene scene, Context& context, const RaySlice& slice) {
    for (std::size_t first = 0; first < slice.count; first += width) {
        const std::size_t count = slice.count_from(first, width);
        const Valid<width> valid(count);
        Packet packet;
        fill(packet.ray, slice, first, count);
        clear(packet.hit, count);
        intersect(valid.lanes, scene, &context, &packet);
        for (std::size_t k = 0; k < count; ++k)
            write_hit(slice, first + k, packet.ray.tfar[k], packet.hit.primID[k]);
    }
}

template <class Packet, std::size_t width, auto occluded>
void occluded_packets(RTCScene scene, Context& context, const RaySlice& slice) {
    for (std::size_t first = 0; first < slice.count; first += width) {
        const std::size_t count = slice.count_from(first, width);
        const Valid<width> valid(count);
        Packet packet;
        fill(packet, slice, first, count);
        occluded(valid.lanes, scene, &context, &packet);
        for (std::size_t k = 0; k < count; ++k)
            write_occluded(slice, first + k, packet.tfar[k]);
    }
}

void intersect_np(RTCScene scene, Context& context, const RaySlice& slice) {
    RayColumns rays;
    HitColumns hits;
    const RTCRayHitNp pointers = {rays.pointers, hits.pointers};
    for (std::size_t first = 0; first < slice.count; first += stream_length) {
        const std::size_t count = slice.count_from(first, stream_length);
        fill(rays, slice, first, count);
        clear(hits, count);
        rtcIntersectNp(scene, &context, &pointers, static_cast<unsigned>(count));
        for (std::size_t k = 0; k < count; ++k)
            write_hit(slice, first + k, rays.tfar[k], hits.primID[k]);
    }
}

void occluded_np(RTCScene scene, Context& context, const RaySlice& slice) {
    RayColumns rays;
    for (std::size_t first = 0; first < slice.count; first += stream_length) {
        const std::size_t count = slice.count_from(first, stream_length);
        fill(rays, slice, first, count);
        rtcOccludedNp(scene, &context, &rays.pointers, static_cast<unsigned>(count));
        for (std::size_t k = 0; k < count; ++k)
            write_occluded(slice, first + k, rays.tfar[k]);
    }
}

void intersect_1m(RTCScene scene, Context& context, const RaySlice& slice) {
    std::array<RTCRayHit, stream_length> queries;
    for (std::size_t first = 0; first < slice.count; first += stream_length) {
        const std::size_t count = slice.count_from(first, stream_length);
        for (std::size_t k = 0; k < count; ++k) {
            queries[k].ray = ray_of(slice, first + k);
            queries[k].hit.geomID = RTC_INVALID_GEOMETRY_ID;
            queries[k].hit.primID = no_id;
        }
        rtcIntersect1M(scene, &context, queries.data(), static_cast<unsigned>(count),
                       sizeof(RTCRayHit));
        for (std::size_t k = 0; k < count; ++k)
            write_hit(slice, first + k, queries[k].ray.tfar, queries[k].hit.primID);
    }
}

void occluded_1m(RTCScene scene, Context& context, const RaySlice& slice) {
    std::array<RTCRay, stream_length> rays;
    for (std::size_t first = 0; first < slice.count; first += stream_length) {
        const std::size_t count = slice.count_from(first, stream_length);
        for (std::size_t k = 0; k < count; ++k)
            rays[k] = ray_of(slice, first + k);
        rtcOccluded1M(scene, &context, rays.data(), static_cast<unsigned>(count), sizeof(RTCRay));
        for (std::size_t k = 0; k < count; ++k)
            write_occluded(slice, first + k, rays[k].tfar);
    }
}

struct Function {
    const char* name;
    Trace trace;
};
constexpr std::array intersect_functions = {
    Function{"rtcIntersect1", intersect_1},
    Function{"rtcIntersect8", intersect_packets<RTCRayHit8, 8, rtcIntersect8>},
    Function{"rtcIntersect16", intersect_packets<RTCRayHit16, 16, rtcIntersect16>},
    Function{"rtcIntersectNp", intersect_np}, Function{"rtcIntersect1M", intersect_1m}};
constexpr std::array occluded_functions = {
    Function{"rtcOccluded1", occluded_1},
    Function{"rtcOccluded8", occluded_packets<RTCRay8, 8, rtcOccluded8>},
    Function{"rtcOccluded16", occluded_packets<RTCRay16, 16, rtcOccluded16>},
    Function{"rtcOccludedNp", occluded_np}, Function{"rtcOccluded1M", occluded_1m}};

struct Sorting {
    const char* name;
    SortKey key;
};
constexpr std::array sortings = {Sorting{"", SortKey::none},
                                 Sorting{", sorted by origin", SortKey::origin},
                                 Sorting{", sorted by direction", SortKey::direction}};

Context make_context(Coherence coherence) {
    Context context;
    rtcInitIntersectContext(&context);
    context.flags = coherence == Coherence::coherent ? RTC_INTERSECT_CONTEXT_FLAG_COHERENT
                                                     : RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
    return context;
}

/// Rays, or the paths of moving spheres.
struct Paths {
    std::span<const Vec3> origins, directions;
    float t_max;
    std::size_t batch;
};

RaySlice slice_of(const Paths& paths, std::size_t first, std::size_t count, Answers& answers) {
    return {.origins = paths.origins.data() + first,
            .directions = paths.directions.data() + first,
            .t_max = paths.t_max,
            .order = nullptr,
            .count = count,
            .t = answers.t.data() + first,
            .id = answers.id.data() + first,
            .hit = answers.hit.data() + first};
}

Mode make_mode(std::string name, RTCScene scene, const Paths& paths, Trace trace, SortKey key,
               Coherence coherence, Answers& answers) {
    const auto order = std::make_shared<RayOrder>();
    return {embree_name(), std::move(name), [=, &answers](std::size_t begin, std::size_t count) {
                Context context = make_context(coherence);
                const std::size_t end = begin + count;
                for (std::size_t first = begin; first < end; first += paths.batch) {
                    RaySlice slice =
                        slice_of(paths, first, std::min(paths.batch, end - first), answers);
                    slice.order = order->sort({slice.origins, slice.count},
                                              {slice.directions, slice.count}, key);
                    trace(scene, context, slice);
                }
            }};
}

std::vector<Mode> make_modes(std::span<const Function> functions, const EmbreeScene& scene,
                             const Paths& paths, Coherence coherence, Answers& answers) {
    std::vector<Mode> modes;
    for (const auto& [name, trace] : functions) {
        for (const auto& [suffix, key] : sortings) {
            const std::string full = std::string(name) + suffix;
            modes.push_back(
                make_mode(full, scene.handle(), paths, trace, key, Coherence::incoherent, answers));
            if (coherence == Coherence::coherent) {
                modes.push_back(make_mode(full + ", coherent", scene.handle(), paths, trace, key,
                                          coherence, answers));
            }
        }
    }
    return modes;
}

Paths ways_of(const BatchedRays& rays) {
    return {rays.rays.origins, rays.rays.directions, std::numeric_limits<float>::infinity(),
            rays.batch};
}

} // namespace

std::vector<Mode> closest_hit_modes(const EmbreeScene& scene, BatchedRays rays, Coherence coherence,
                                    Answers& answers) {
    return make_modes(intersect_functions, scene, ways_of(rays), coherence, answers);
}

std::vector<Mode> occluded_modes(const EmbreeScene& scene, BatchedRays rays, Coherence coherence,
                                 Answers& answers) {
    return make_modes(occluded_functions, scene, ways_of(rays), coherence, answers);
}

std::vector<Mode> sweep_modes(const EmbreeScene& scene, const SweepBatch& sweeps,
                              Answers& answers) {
    const Paths paths = {sweeps.centers, sweeps.displacements, 1, sweeps.size()};
    return make_modes(intersect_functions, scene, paths, Coherence::incoherent, answers);
}

void closest_hit_one_by_one(const EmbreeScene& scene, const RayBatch& rays, std::size_t first,
                            std::size_t count, Answers& answers) {
    Context context = make_context(Coherence::incoherent);
    intersect_1(scene.handle(), context,
                slice_of(ways_of({rays, rays.size()}), first, count, answers));
}

void occluded_one_by_one(const EmbreeScene& scene, const RayBatch& rays, std::size_t first,
                         std::size_t count, Answers& answers) {
    Context context = make_context(Coherence::incoherent);
    occluded_1(scene.handle(), context,
               slice_of(ways_of({rays, rays.size()}), first, count, answers));
}

} // namespace lanecast::bench
