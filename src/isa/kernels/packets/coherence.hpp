#pragma once

#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/packets/packet_bounds.hpp"
#include "isa/kernels/packets/picture.hpp"
#include "isa/kernels/queries/rays.hpp"

/// Whether neighbouring rays of a batch go the same way.
namespace lanecast::LANECAST_ISA {
namespace {

/// Number of neighbouring rays that are compared. Not the width of a packet: rays of 16 neighbours
/// differ more than those of 8, but stay in packets as profitably.
constexpr int compared_rays = native_width < 8 ? native_width : 8;

/// Largest difference between the elements of each of three vectors.
struct Spread {
    float of[3];

    explicit Spread(Vec<compared_rays> a) {
        float least[4], most[4];
        const Float<compared_rays> zero(0.0f);
        least_of_each(a.x, a.y, a.z, zero).store(least);
        (-least_of_each(-a.x, -a.y, -a.z, zero)).store(most);
        for (int i = 0; i < 3; ++i)
            of[i] = most[i] - least[i];
    }
    /// False also if an element is not finite.
    [[nodiscard]] bool is_within(float limit) const {
        return of[0] <= limit && of[1] <= limit && of[2] <= limit;
    }
};

/// Whether rays are coherent: their origins are close, their directions have the same octant and
/// differ little.
/// @param apart  largest difference of origins on each axis
/// @param most   largest difference of directions on each axis, with the largest component scaled
///               to 1
inline bool go_together(const Ray<compared_rays>& rays, float apart, float most) {
    const auto agree = [](Mask<compared_rays> a) { return !a.any() || a.all(); };
    const Vec<compared_rays> d = rays.direction;
    return agree(sign_bit(d.x)) && agree(sign_bit(d.y)) && agree(sign_bit(d.z)) &&
           Spread(d * (Float<compared_rays>(1.0f) / largest_component(d))).is_within(most) &&
           Spread(rays.origin).is_within(apart);
}

/// Samples a few groups of neighbours across the part, each with the next two, because one of three
/// may contain the end of a picture's row and another a change of octant. No choice of steps avoids
/// this: the multiples of the golden section fall on the ends of rows if a row has a Fibonacci
/// number of pixels, such as 233.
inline bool is_coherent(const SceneView& scene, const RayColumns& columns, BatchPart part,
                        float most) {
    constexpr std::size_t samples = tuning::coherence_samples;
    const std::size_t size = part.last - part.first;
    if (!scene.has_tree || size < samples * W)
        return false;
    const float apart = tuning::most_apart * size_of_tree(scene);
    StagedInputs<ray_column::count, compared_rays> staged(columns.at, compared_rays);
    const auto is_coherent_at = [&](std::size_t first) {
        staged.stage(Block{part.first + first, compared_rays});
        return go_together(RawRays<compared_rays>(staged, 0).prepared(), apart, most);
    };
    std::size_t coherent = 0;
    for (std::size_t sample = 0; sample < samples; ++sample) {
        // Steps of 2^16 times the golden section.
        const std::size_t at = (size - 3 * compared_rays) * (sample * 40503 % 65536) / 65536;
        coherent += is_coherent_at(at) || is_coherent_at(at + compared_rays) ||
                    is_coherent_at(at + 2 * compared_rays);
    }
    return coherent >= samples * 3 / 4;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
