#include "tools/picture/overlay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "lanecast/scene_queries.hpp"

#include "tools/console/vector_math.hpp"

namespace lanecast::tools {
namespace {

constexpr Vec3 hit_colour = {1.0f, 0.25f, 0.02f};
constexpr Vec3 miss_colour = {0.25f, 0.35f, 0.55f};
constexpr Vec3 dot_colour = {1.0f, 0.02f, 0.02f};

/// Where a ray without hit leaves a sphere around the world; if it misses the sphere, a short way
/// from its start.
float end_of_miss(const Ray& ray, const Vec3& center, float radius) {
    const Vec3 from = ray.origin - center;
    const float square = dot(ray.direction, ray.direction);
    const float middle = -dot(from, ray.direction) / square;
    const float inside = middle * middle - (dot(from, from) - radius * radius) / square;
    const float leaves = inside >= 0.0f ? middle + std::sqrt(inside) : 0.0f;
    const float short_way = 0.5f * radius / std::sqrt(square);
    return std::min(ray.t_max, leaves > ray.t_min ? leaves : std::max(0.0f, ray.t_min) + short_way);
}

bool is_finite(const Vec3& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

} // namespace

float Overlay::width_at(const Vec3& place) const {
    return pixel_ * std::max(1e-6f, std::abs(camera_.depth(place)));
}

void Overlay::add_line(const Vec3& a, const Vec3& b, float pixels, const Vec3& colour) {
    const float radius = 0.5f * pixels * width_at(mix(a, b, 0.5f));
    if (!is_finite(a) || !is_finite(b) || !std::isfinite(radius))
        return; // beyond floats, so outside the picture
    scene_.add(Capsules{.a = a, .b = b, .radius = radius});
    colours_.push_back(colour);
}

void Overlay::add_dot(const Vec3& center, float pixels, const Vec3& colour) {
    const float radius = 0.5f * pixels * width_at(center);
    if (!is_finite(center) || !std::isfinite(radius))
        return;
    scene_.add(Spheres{.center = center, .radius = radius});
    colours_.push_back(colour);
}

std::size_t Overlay::add_rays(std::span<const Ray> rays, const World& world,
                              const Options& options) {
    std::vector<float> t(rays.size());
    std::vector<std::uint32_t> flags(rays.size());
    const Summary sum = closest_hit(world.scene, batch_of(rays), {.t = t, .flags = flags}, options);
    const Bounds box = world.has_bounds() ? world.bounds : Bounds{Vec3{-1, -1, -1}, Vec3{1, 1, 1}};
    const Vec3 center = mix(box.lo, box.hi, 0.5f);
    const float radius = 0.6f * length(box.hi - box.lo);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const Ray& ray = rays[i];
        if ((flags[i] & flag::invalid) != 0)
            continue;
        const bool hit = (flags[i] & flag::hit) != 0;
        const float begin = std::isfinite(ray.t_min) ? ray.t_min : 0.0f;
        const Vec3 a = ray.origin + ray.direction * begin;
        const Vec3 b = ray.origin + ray.direction * (hit ? t[i] : end_of_miss(ray, center, radius));
        add_line(a, b, 1.5f, hit ? hit_colour : miss_colour);
        if (hit)
            add_dot(b, 5.0f, dot_colour);
    }
    return sum.hits;
}

std::vector<Overlay::Letter> Overlay::add_axes(const Bounds& bounds) {
    const float far = round_length(0.35f * length(bounds.hi - bounds.lo));
    std::vector<Letter> letters;
    constexpr std::array<Vec3, 3> axes = {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    constexpr std::array<Vec3, 3> colours = {Vec3{0.9f, 0.03f, 0.03f}, Vec3{0.03f, 0.6f, 0.03f},
                                             Vec3{0.05f, 0.15f, 1.0f}};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const Vec3 tip = bounds.lo + axes[i] * far;
        const float head = 14.0f * width_at(tip);
        const Vec3 neck = tip - axes[i] * head;
        add_line(bounds.lo, neck, 3.0f, colours[i]);
        const bool has_head = is_finite(tip) && is_finite(neck) && length(tip - neck) > 0.0f;
        if (has_head) { // not where adjacent floats are farther apart than the head is long
            scene_.add(Cones{.base = neck, .apex = tip, .radius = 0.35f * head});
            colours_.push_back(colours[i]);
        }
        letters.push_back({tip + axes[i] * head, "xyz"[i]});
    }
    return letters;
}

float round_length(float length) {
    const float power = std::pow(10.0f, std::floor(std::log10(length)));
    return power * (length >= 5.0f * power ? 5.0f : length >= 2.0f * power ? 2.0f : 1.0f);
}

} // namespace lanecast::tools
