#include "tools/picture/shading.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tools/console/vector_math.hpp"

namespace lanecast::tools {
namespace {

constexpr Vec3 horizon = {0.66f, 0.80f, 0.95f};
constexpr Vec3 zenith = {0.10f, 0.28f, 0.66f};
constexpr Vec3 sunlight = {1.75f, 1.58f, 1.30f};
constexpr Vec3 skylight = {0.26f, 0.34f, 0.48f};
constexpr Vec3 groundlight = {0.14f, 0.12f, 0.09f};

constexpr Vec3 base_colour(ShapeKind kind) {
    switch (kind) {
    case ShapeKind::sphere:
        return {0.12f, 0.30f, 0.06f};
    case ShapeKind::aabb:
        return {0.58f, 0.22f, 0.11f};
    case ShapeKind::box:
        return {0.28f, 0.29f, 0.33f};
    case ShapeKind::capsule:
        return {0.36f, 0.12f, 0.40f};
    case ShapeKind::cylinder:
        return {0.62f, 0.60f, 0.54f};
    case ShapeKind::cone:
        return {0.03f, 0.19f, 0.14f};
    case ShapeKind::triangle:
        return {0.80f, 0.50f, 0.06f};
    case ShapeKind::plane:
        return {0.06f, 0.20f, 0.34f};
    case ShapeKind::line: // no ray hits one
        break;
    case ShapeKind::mesh:
        return {0.58f, 0.47f, 0.34f};
    case ShapeKind::instance:
        return {0.42f, 0.33f, 0.52f};
    }
    return {0.5f, 0.5f, 0.5f};
}

/// Mixes bits well enough for neighbouring numbers to look random.
constexpr std::uint32_t mixed(std::uint32_t bits) {
    bits = (bits ^ (bits >> 16)) * 0x7FEB352Du;
    bits = (bits ^ (bits >> 15)) * 0x846CA68Bu;
    return bits ^ (bits >> 16);
}

} // namespace

Lighting::Lighting(const Camera& camera, const Vec3& up)
    : sun_(normalized(camera.right * -0.55f + up * 0.85f + camera.forward * -0.45f)), up_(up),
      to_camera_(camera.forward * -1.0f) {}

Vec3 Lighting::sky(const Vec3& direction) const {
    const float rise = std::max(0.0f, dot(direction, up_) / length(direction));
    return mix(horizon, zenith, std::sqrt(rise));
}

Vec3 Lighting::surface(const Vec3& colour, const Vec3& normal, bool sunlit) const {
    Vec3 light = mix(groundlight, skylight, 0.5f + 0.5f * dot(normal, up_));
    // A weak light at the camera makes shapes distinguishable where the sun does not reach.
    light = light + Vec3{0.12f, 0.12f, 0.12f} * std::max(0.0f, dot(normal, to_camera_));
    if (sunlit)
        light = light + sunlight * std::max(0.0f, dot(normal, sun_));
    return colour * light;
}

Vec3 colour_of(const Location& location) {
    const Vec3 base = base_colour(location.kind);
    const bool mesh = location.kind == ShapeKind::mesh;
    if (mesh && location.range.first == 0)
        return base;
    const std::uint32_t bits = mixed(mesh ? location.range.first : location.range[location.index]);
    const auto part = [&](int shift) { return static_cast<float>(bits >> shift & 0xFF) / 255.0f; };
    const float brightness = 0.65f + 0.6f * part(0);
    return base *
           Vec3{brightness + 0.3f * part(8), brightness + 0.15f, brightness + 0.3f * part(16)};
}

Vec3 colour_of(const Material& material) {
    if (material.colour) {
        const Vec3& c = *material.colour; // nothing is quite black or white
        return {std::clamp(c.x, 0.02f, 0.9f), std::clamp(c.y, 0.02f, 0.9f),
                std::clamp(c.z, 0.02f, 0.9f)};
    }
    if (material.name.empty())
        return base_colour(ShapeKind::mesh);
    std::uint32_t bits = 2166136261u; // FNV-1a
    for (const char c : material.name)
        bits = (bits ^ static_cast<unsigned char>(c)) * 16777619u;
    bits = mixed(bits);
    const float hue = static_cast<float>(bits & 0xFFFF) * 0x1p-16f;
    const float brightness = 0.18f + 0.3f * static_cast<float>(bits >> 16) * 0x1p-16f;
    const auto wave = [&](float shift) {
        return brightness *
               (1.0f + 0.75f * std::cos(2.0f * std::numbers::pi_v<float> * (hue + shift)));
    };
    return {wave(0.0f), wave(1.0f / 3.0f), wave(2.0f / 3.0f)};
}

std::uint8_t to_srgb(float light, float dither) {
    const float shown = 1.0f - std::exp(-1.15f * std::max(light, 0.0f));
    const float curved =
        shown <= 0.0031308f ? 12.92f * shown : 1.055f * std::pow(shown, 1.0f / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(std::min(curved * 255.0f + dither, 255.0f));
}

float dither_at(std::size_t pixel) {
    return static_cast<float>(mixed(static_cast<std::uint32_t>(pixel)) >> 8) * 0x1p-24f;
}

} // namespace lanecast::tools
