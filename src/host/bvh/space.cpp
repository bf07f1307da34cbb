#include "host/bvh/space.hpp"

#include <algorithm>
#include <cmath>

namespace lanecast::host {
namespace {

constexpr float u = 1.0f / 0x1p24f;
/// Padding for queries that hardly move along an axis.
constexpr float hardly_moving = u * u / 4.0f;
/// Error of a touch, relative to the triangle's size, if the sweep did not skip to the triangle
/// (geometry/sweep.hpp); and relative to the path if it did.
constexpr float near = 32.0f * u * 2.0f * 0x1p8f, skipped = u / 0x1p10f;
/// Error of a distance, relative to the triangle's size, if it was not computed as one from far
/// away (shapes/triangle_distances.hpp).
constexpr float near_points = 9.0f * u * 2.0f * 0x1p8f;

} // namespace

TreeSpace space_of(const FitResult& tree, bool only_triangles) {
    TreeSpace space = {};
    const BuildBox& bounds = tree.bounds;
    float half = 0.0f, far = 0.0f; // half the longest side; largest coordinate of the middle
    for (int a = 0; a < 3; ++a) {
        const float middle = 0.5f * bounds.lo[a] + 0.5f * bounds.hi(a);
        space.middle[a] = middle;
        half = std::max({half, bounds.hi(a) - middle, middle - bounds.lo[a]});
        far = std::max(far, std::fabs(middle));
    }
    space.step = u * far;
    // Boxes of triangles are exact; boxes of other shapes are rounded.
    const float padding = only_triangles ? 0.0f : box_padding * (far + half) + least_padding;
    for (int a = 0; a < 3; ++a) {
        space.lo[a] = bounds.lo[a] - padding;
        space.hi[a] = bounds.hi(a) + padding;
    }
    const float leaf = tree.largest_leaf, least = 2.0f * least_padding;
    space.rays = space.sweeps = {.by_axis = 0.0f,
                                 .by_largest = 72.0f * u,
                                 .by_radius = 1.0f + 72.0f * u,
                                 .always = 72.0f * u * half + 120.0f * u * leaf + least};
    const PointMargin point = {.share = 46.0f * u, .always = 210.0f * u * leaf + least};
    space.points[0] = space.points[1] = point;
    if (only_triangles) {
        space.rays = {.by_axis = 8.125f * u,
                      .by_largest = hardly_moving,
                      .by_radius = 0.0f,
                      .always = 9.0f * u * half + 24.0f * u * leaf + least};
        space.points[0] = {.share = 14.0f * u, .always = 64.0f * u * leaf + least};
        space.points[1] = {.share = u / 0x1p10f, .always = near_points * leaf + least};
        // With larger leaves, the terms in `leaf` would outweigh the gain.
        if (leaf <= 0.25f * half)
            space.sweeps = {.by_axis = 4.125f * u,
                            .by_largest = hardly_moving + skipped,
                            .by_radius = 1.0f + near,
                            .always = 9.0f * u * half + near * leaf + least};
    }
    // Shapes raise the reach of a particle by up to 32 e s, and in an instance by 16 e times the
    // distance to it. s is at most the distance to the tree's middle plus the tree's half diagonal,
    // two radii of a shape and the radius of the particle.
    space.contacts = space.sweeps;
    space.contacts.by_largest += 112.0f * u;
    space.contacts.by_radius += 64.0f * u;
    space.contacts.always += 112.0f * u * half + 128.0f * u * leaf;
    return space;
}

} // namespace lanecast::host
