#include "caller.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

// Compiled twice, once with -Ofast. LANECAST_CALLER is the namespace. All numbers come from
// integers, so that both copies compute the same inputs.

namespace {

/// Pseudo-random multiples of 2^-16 in [-16, 16).
class Numbers {
public:
    float next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        const auto bits = static_cast<std::int32_t>(state_ >> 43); // 21 bits
        return static_cast<float>(bits - (1 << 20)) * 0x1p-16f;
    }
    lanecast::Vec3 vector() {
        const float x = next(), y = next(), z = next();
        return {x, y, z};
    }

private:
    std::uint64_t state_ = 1;
};

} // namespace

Seen LANECAST_CALLER::answers() {
    constexpr std::size_t count = 2000;
    Numbers numbers;
    std::vector<lanecast::Vec3> a(count), b(count), c(count);
    for (std::size_t i = 0; i < count; ++i) {
        a[i] = numbers.vector();
        b[i] = {a[i].x + 1.0f, a[i].y, a[i].z + 0.5f};
        c[i] = numbers.vector();
    }
    lanecast::Scene scene;
    scene.add(lanecast::Spheres{.center = a, .radius = 0.25f});
    scene.add(lanecast::Capsules{.a = a, .b = b, .radius = 0.125f});
    scene.add(lanecast::Triangles{.v0 = a, .v1 = b, .v2 = c});
    scene.commit();
    // One origin with a NaN, and one direction of the smallest floats.
    a[0].x = std::numeric_limits<float>::quiet_NaN();
    b[1] = {0x1p-126f, 0x1p-149f, 0.0f};
    Seen seen;
    seen.hits.resize(count);
    seen.impacts.resize(count);
    seen.nearest.resize(count);
    seen.summary = closest_hit(
        scene, {.origin = a, .direction = b, .t_max = std::numeric_limits<float>::infinity()},
        into(seen.hits));
    sweep(scene, {.center = c, .displacement = a, .radius = 0.5f}, into(seen.impacts));
    closest_point(scene, {.position = b}, into(seen.nearest));
    return seen;
}
