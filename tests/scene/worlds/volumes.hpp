#pragma once

#include <cmath>
#include <cstring>

#include "scene/worlds/questions.hpp"

/// Questions about capsules and boxes. Their batches are those of moving spheres, which have all
/// kinds of starts, paths and faults; each sphere becomes a volume about as large. The volume
/// follows from the bits of the sphere alone, so that batches can be split.
namespace worlds {

/// Elements of a column.
template <class T>
class ElementsOf {
public:
    explicit ElementsOf(const lanecast::Component& component) : of_(component) {}
    [[nodiscard]] T operator[](std::size_t i) const {
        T value;
        const void* address = of_.kind == lanecast::Component::Kind::array
                                  ? static_cast<const char*>(of_.address) +
                                        static_cast<std::ptrdiff_t>(i) * of_.stride
                                  : static_cast<const void*>(&of_.value);
        std::memcpy(&value, address, sizeof value);
        return value;
    }

private:
    lanecast::Component of_;
};

/// Numbers from 0 to 1 that follow from bits.
class Hash {
public:
    void add(float x) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &x, sizeof bits);
        state_ = (state_ ^ bits) * 0x9E3779B97F4A7C15u;
        state_ ^= state_ >> 29;
    }
    float next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<float>(state_ >> 40) * 0x1p-24f;
    }

private:
    std::uint64_t state_ = 1;
};

/// The spheres of a batch, one by one.
struct SphereReader {
    explicit SphereReader(const lanecast::Sweeps& sweeps)
        : x(sweeps.center.components()[0]), y(sweeps.center.components()[1]),
          z(sweeps.center.components()[2]), radius(sweeps.radius.components()[0]) {}

    ElementsOf<float> x, y, z, radius;

    [[nodiscard]] lanecast::Vec3 center(std::size_t i) const { return {x[i], y[i], z[i]}; }
    [[nodiscard]] Hash hash(std::size_t i) const {
        Hash hash;
        for (const float number : {x[i], y[i], z[i], radius[i]})
            hash.add(number);
        return hash;
    }
};

/// Copies what spheres and volumes have in common.
template <class Volumes>
void set_filters(Volumes& volumes, const lanecast::Sweeps& sweeps) {
    volumes.mask = sweeps.mask;
    volumes.ignore = sweeps.ignore;
    volumes.ignore_count = sweeps.ignore_count;
}
template <class Volumes>
void set_path(Volumes& volumes, const lanecast::Sweeps& sweeps) {
    volumes.displacement = sweeps.displacement;
    volumes.shape_displacement = sweeps.shape_displacement;
    volumes.t_max = sweeps.t_max;
    set_filters(volumes, sweeps);
}

/// One capsule in eight is a sphere, some have no radius.
struct Capsules {
    std::vector<lanecast::Vec3> a, b;
    std::vector<float> radius;

    Capsules(const lanecast::Sweeps& sweeps, std::size_t count) {
        const SphereReader spheres(sweeps);
        for (std::size_t i = 0; i < count; ++i) {
            Hash hash = spheres.hash(i);
            const lanecast::Vec3 center = spheres.center(i);
            const float kind = hash.next(), r = spheres.radius[i];
            const float size = kind < 0.125f ? 0.0f : 3.0f * hash.next() * r;
            a.push_back(center);
            b.push_back({center.x + size * (hash.next() - 0.5f),
                         center.y + (kind > 0.75f ? 0.0f : size * (hash.next() - 0.5f)),
                         center.z + (kind > 0.75f ? 0.0f : size * (hash.next() - 0.5f))});
            radius.push_back(kind > 0.9f ? 0.0f : r);
        }
    }
};
/// Half of the boxes are turned; some are flat.
struct Boxes {
    std::vector<lanecast::Vec3> position, half_extents;
    std::vector<lanecast::Quaternion> rotation;

    Boxes(const lanecast::Sweeps& sweeps, std::size_t count) {
        const SphereReader spheres(sweeps);
        for (std::size_t i = 0; i < count; ++i) {
            Hash hash = spheres.hash(i);
            const float kind = hash.next(), r = spheres.radius[i];
            position.push_back(spheres.center(i));
            half_extents.push_back(
                {r * hash.next(), r * hash.next(), kind > 0.9f ? 0.0f : 2.0f * r * hash.next()});
            const float x = hash.next() - 0.5f, y = hash.next() - 0.5f, z = hash.next() - 0.5f,
                        length = std::sqrt(x * x + y * y + z * z + 0.25f);
            rotation.push_back(kind < 0.5f ? lanecast::Quaternion{}
                                           : lanecast::Quaternion{x / length, y / length,
                                                                  z / length, 0.5f / length});
        }
    }
};

inline lanecast::CapsuleSweeps capsule_sweeps(const Capsules& capsules,
                                              const lanecast::Sweeps& sweeps) {
    lanecast::CapsuleSweeps moving = {.a = capsules.a, .b = capsules.b, .radius = capsules.radius};
    set_path(moving, sweeps);
    return moving;
}
inline lanecast::BoxSweeps box_sweeps(const Boxes& boxes, const lanecast::Sweeps& sweeps) {
    lanecast::BoxSweeps moving = {
        .position = boxes.position, .half_extents = boxes.half_extents, .rotation = boxes.rotation};
    set_path(moving, sweeps);
    return moving;
}

struct CapsuleSweep : Sweep {
    static constexpr const char* name = "capsule sweep";
    static constexpr std::array<Options, 3> meanings = {
        {{.start_overlap = lanecast::StartOverlap::report},
         {.start_overlap = lanecast::StartOverlap::ignore},
         {.start_overlap = lanecast::StartOverlap::leaving}}};
    static Summary ask(const Scene& scene, const Columns& sweeps, Answers<Record>& answers,
                       const Options& options) {
        const Capsules capsules(sweeps, answers.records.size());
        return sweep(scene, capsule_sweeps(capsules, sweeps), into(answers.records), options);
    }
};
struct BoxSweep : CapsuleSweep {
    static constexpr const char* name = "box sweep";
    static Summary ask(const Scene& scene, const Columns& sweeps, Answers<Record>& answers,
                       const Options& options) {
        const Boxes boxes(sweeps, answers.records.size());
        return sweep(scene, box_sweeps(boxes, sweeps), into(answers.records), options);
    }
};

struct CapsuleOverlaps : OneAnswer {
    using Query = hostile::Sweep;
    using Columns = lanecast::Sweeps;
    using Record = std::uint8_t;
    static constexpr const char* name = "capsule overlaps";
    static constexpr std::array<Options, 1> meanings = {};
    static Summary ask(const Scene& scene, const Columns& sweeps, Answers<Record>& answers,
                       const Options& options) {
        const Capsules capsules(sweeps, answers.records.size());
        lanecast::CapsuleOverlaps still = {
            .a = capsules.a, .b = capsules.b, .radius = capsules.radius};
        set_filters(still, sweeps);
        return overlaps(scene, still, answers.records, options);
    }
};
struct BoxOverlaps : CapsuleOverlaps {
    static constexpr const char* name = "box overlaps";
    static Summary ask(const Scene& scene, const Columns& sweeps, Answers<Record>& answers,
                       const Options& options) {
        const Boxes boxes(sweeps, answers.records.size());
        lanecast::BoxOverlaps still = {.position = boxes.position,
                                       .half_extents = boxes.half_extents,
                                       .rotation = boxes.rotation};
        set_filters(still, sweeps);
        return overlaps(scene, still, answers.records, options);
    }
};

struct AllCapsuleOverlaps : AllAnswers {
    using Query = hostile::Sweep;
    using Columns = lanecast::Sweeps;
    using Record = Overlapping;
    static constexpr const char* name = "all capsule overlaps";
    static constexpr std::array<Options, 1> meanings = {};
    [[nodiscard]] lanecast::AllOverlaps rows(Answers<Record>& answers) const {
        return {.id = lanecast::field(answers.records, &Overlapping::id),
                .part = lanecast::field(answers.records, &Overlapping::part),
                .found = answers.found,
                .capacity = row};
    }
    Summary ask(const Scene& scene, const Columns& sweeps, Answers<Record>& answers,
                const Options& options) const {
        const Capsules capsules(sweeps, answers.found.size());
        lanecast::CapsuleOverlaps still = {
            .a = capsules.a, .b = capsules.b, .radius = capsules.radius};
        set_filters(still, sweeps);
        return all_overlaps(scene, still, rows(answers), options);
    }
};
struct AllBoxOverlaps : AllCapsuleOverlaps {
    static constexpr const char* name = "all box overlaps";
    Summary ask(const Scene& scene, const Columns& sweeps, Answers<Record>& answers,
                const Options& options) const {
        const Boxes boxes(sweeps, answers.found.size());
        lanecast::BoxOverlaps still = {.position = boxes.position,
                                       .half_extents = boxes.half_extents,
                                       .rotation = boxes.rotation};
        set_filters(still, sweeps);
        return all_overlaps(scene, still, rows(answers), options);
    }
};

} // namespace worlds
