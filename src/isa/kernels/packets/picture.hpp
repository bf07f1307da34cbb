#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/queries/rays.hpp"

/// Batches of rays are often pictures: rows of neighbours, one row after the other. Nobody says how
/// long a row is, but it shows: after a row rays are back near the first one.
namespace lanecast::LANECAST_ISA {

/// The longest edge of the box that holds the tree.
inline float size_of_tree(const SceneView& scene) {
    const Node& root = scene.node(0);
    float size = 0.0f;
    for (int a = 0; a < 3; ++a) {
        float lo = largest_float, hi = -largest_float;
        for (int c = 0; c < node_width; ++c) {
            lo = root.bounds[2 * a][c] < lo ? root.bounds[2 * a][c] : lo;
            hi = root.bounds[2 * a + 1][c] > hi ? root.bounds[2 * a + 1][c] : hi;
        }
        size = hi - lo > size ? hi - lo : size;
    }
    return size;
}

/// How many rays a row has, and how many rows by how many rays of each are best taken together.
/// Whatever is said here, answers are the same.
struct Picture {
    std::uint32_t row = 0;
    int rows = 1;
};

/// Where a ray begins and where it goes, so that a distance can be told between two.
class RayPlace {
public:
    /// @param unit  as far apart as directions at right angles are origins at that distance
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

/// How long the rows of a part are; 0 if there seem to be none.
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

/// @tparam W  rays taken together
template <int W>
Picture picture_of(const SceneView& scene, const RayColumns& columns, BatchPart part) {
    constexpr std::size_t least = 128;
    if (W < 8 || part.last - part.first < least || !scene.has_tree)
        return {};
    const float unit = size_of_tree(scene);
    const std::uint32_t row = row_length(columns, part, unit);
    if (row == 0)
        return {};
    // How far apart rows are, in units of the distance of neighbours in them, all over the part.
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
