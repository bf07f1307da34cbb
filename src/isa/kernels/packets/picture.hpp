#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/boxes/box_ray.hpp"
#include "isa/kernels/queries/rays.hpp"

/// Detection of pictures. Batches of rays are often pictures: one row of neighbouring rays after
/// the other. The caller does not pass the length of a row, but it can be detected, because the
/// first ray of a row is close to the first ray of the previous one.
namespace lanecast::LANECAST_ISA {

/// Longest edge of the box that holds the BVH.
inline float size_of_tree(const SceneView& scene) {
    const RootBox box(scene);
    float size = 0.0f;
    for (int a = 0; a < 3; ++a)
        size = box.hi[a] - box.lo[a] > size ? box.hi[a] - box.lo[a] : size;
    return size;
}

/// Length of a row in rays, and number of rows whose rays should be combined in a packet. Affects
/// speed only, never answers.
struct Picture {
    std::uint32_t row = 0;
    int rows = 1;
};

/// Origin and direction of a ray, for computing a distance between rays.
class RayPlace {
public:
    /// @param unit  distance of two origins that counts as much as a right angle between directions
    RayPlace(const RayColumns& columns, std::size_t i, float unit) {
        for (int a = 0; a < 3; ++a) {
            origin_[a] = value(columns.at[ray_column::origin + a], i) / unit;
            direction_[a] = value(columns.at[ray_column::direction + a], i);
        }
        float length = 0.0f;
        for (const float d : direction_)
            length = magnitude(d) > length ? magnitude(d) : length;
        for (float& d : direction_)
            d /= length;
    }

    [[nodiscard]] float distance(const RayPlace& other) const {
        float most = 0.0f;
        for (int a = 0; a < 3; ++a) {
            const float o = magnitude(origin_[a] - other.origin_[a]);
            const float d = magnitude(direction_[a] - other.direction_[a]);
            most = o > most ? o : most;
            most = d > most ? d : most;
        }
        return most;
    }

private:
    static float value(const ReadableColumn& column, std::size_t i) {
        return __builtin_bit_cast(float, *element(column, i));
    }
    static float magnitude(float a) { return a < 0.0f ? -a : a; }

    float origin_[3], direction_[3];
};

/// Length of the rows of a part; 0 if there seem to be none.
inline std::uint32_t row_length(const RayColumns& columns, BatchPart part, float unit) {
    constexpr std::size_t least = 16, most = 8192;
    constexpr float back = 1.0f / 8, away = 4.0f;
    const std::size_t size = part.last - part.first;
    const std::size_t end = size / 2 < most ? size / 2 : most;
    const RayPlace start(columns, part.first, unit);
    float farthest = 0.0f, nearest = 0.0f;
    std::uint32_t row = 0;
    for (std::size_t i = 1; i < end; ++i) {
        const float distance = start.distance(RayPlace(columns, part.first + i, unit));
        farthest = distance > farthest ? distance : farthest;
        if (i >= least && distance < back * farthest && (row == 0 || distance < nearest)) {
            nearest = distance;
            row = static_cast<std::uint32_t>(i);
        }
        if (row != 0 && distance > away * nearest)
            break;
    }
    return row;
}

/// @tparam W  rays of a packet
template <int W>
Picture picture_of(const SceneView& scene, const RayColumns& columns, BatchPart part) {
    constexpr std::size_t least = 128;
    if (W < 8 || part.last - part.first < least || !scene.has_tree)
        return {};
    const float unit = size_of_tree(scene);
    const std::uint32_t row = row_length(columns, part, unit);
    if (row == 0)
        return {};
    // Distance of rows in units of the distance between neighbours in a row, sampled across the
    // part.
    constexpr std::size_t samples = 8, near = 8;
    const std::size_t step = (part.last - part.first - row - near) / samples;
    int alike = 0, close = 0;
    for (std::size_t sample = 0; sample < samples; ++sample) {
        const std::size_t i = part.first + sample * step;
        const RayPlace place(columns, i, unit);
        const float beside = place.distance(RayPlace(columns, i + near, unit)) / near;
        const float below = place.distance(RayPlace(columns, i + row, unit));
        alike += below <= 2.0f * beside;
        close += below <= 8.0f * beside;
    }
    constexpr int enough = samples * 3 / 4;
    if (W == 16 && alike >= enough)
        return {row, 4};
    if (close >= enough)
        return {row, 2};
    return {};
}

} // namespace lanecast::LANECAST_ISA
