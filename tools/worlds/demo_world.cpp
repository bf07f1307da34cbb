#include "tools/worlds/demo_world.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tools/console/vector_math.hpp"

namespace lanecast::tools {
namespace {

constexpr float half_width = 80.0f; ///< half the side of the ground, in metres
constexpr float lowest = 8.0f;      ///< bottom of the block of ground
constexpr std::size_t per_shape = 4000;

/// SplitMix64. One number in an expression, because compilers evaluate operands in any order.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    float between(float lo, float hi) {
        return lo + (hi - lo) * (static_cast<float>(next() >> 40) * 0x1p-24f);
    }
    Vec3 in_box(const Vec3& lo, const Vec3& hi) {
        const float x = between(lo.x, hi.x);
        const float y = between(lo.y, hi.y);
        return {x, y, between(lo.z, hi.z)};
    }
    /// A vector in any direction, of length 0.1 to 1.
    Vec3 in_ball() {
        for (;;) {
            const Vec3 v = in_box({-1, -1, -1}, {1, 1, 1});
            const float squared = dot(v, v);
            if (squared > 0.01f && squared < 1.0f)
                return v;
        }
    }
    Quaternion rotation() {
        for (;;) {
            const Vec3 v = in_box({-1, -1, -1}, {1, 1, 1});
            const float w = between(-1, 1);
            const float squared = dot(v, v) + w * w;
            if (squared > 0.01f && squared < 1.0f) {
                const float scale = 1.0f / std::sqrt(squared);
                return {v.x * scale, v.y * scale, v.z * scale, w * scale};
            }
        }
    }

private:
    std::uint64_t state_;
};

/// Smooth noise over a grid of unit cells, 0 to 1.
float noise(float x, float z, std::uint64_t seed) {
    const float cell_x = std::floor(x);
    const float cell_z = std::floor(z);
    const auto corner = [&](float dx, float dz) {
        const auto i = static_cast<std::uint64_t>(static_cast<std::int64_t>(cell_x + dx));
        const auto k = static_cast<std::uint64_t>(static_cast<std::int64_t>(cell_z + dz));
        return Random(seed ^ (i * 0x8DA6B343u) ^ (k * 0xD8163841u) << 20).between(0, 1);
    };
    const auto smooth = [](float t) { return t * t * (3.0f - 2.0f * t); };
    const float u = smooth(x - cell_x);
    const float v = smooth(z - cell_z);
    const float near = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * u;
    const float far = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * u;
    return near + (far - near) * v;
}

float height(float x, float z) {
    float sum = 0.0f;
    float amplitude = 26.0f;
    float frequency = 1.0f / 64.0f;
    for (std::uint64_t octave = 0; octave < 6; ++octave) {
        sum += amplitude * noise(x * frequency, z * frequency, octave);
        amplitude *= 0.42f;
        frequency *= 2.1f;
    }
    return sum;
}

Vec3 on_ground(float x, float z) { return {x, height(x, z), z}; }

/// A point on the ground in one of the patches that belong to `seed`.
Vec3 in_patch(Random& random, std::uint64_t seed) {
    constexpr float edge = half_width - 3.0f;
    for (;;) {
        const float x = random.between(-edge, edge);
        const float z = random.between(-edge, edge);
        const float density = 4.0f * noise(x / 28.0f, z / 28.0f, seed) - 2.0f;
        if (random.between(0, 1) < density)
            return on_ground(x, z);
    }
}

Mesh ground() {
    constexpr std::uint32_t cells = 256;
    constexpr std::uint32_t points = cells + 1;
    constexpr float step = 2.0f * half_width / static_cast<float>(cells);
    Mesh mesh;
    for (std::uint32_t k = 0; k < points; ++k) {
        for (std::uint32_t i = 0; i < points; ++i) {
            const Vec3 place = on_ground(static_cast<float>(i) * step - half_width,
                                         static_cast<float>(k) * step - half_width);
            const bool edge = i == 0 || k == 0 || i == cells || k == cells;
            mesh.vertices.push_back(edge ? Vec3{place.x, lowest, place.z} : place);
        }
    }
    for (std::uint32_t k = 0; k < cells; ++k) {
        for (std::uint32_t i = 0; i < cells; ++i) {
            const std::uint32_t at = k * points + i;
            mesh.triangles.push_back({at, at + points, at + points + 1});
            mesh.triangles.push_back({at, at + points + 1, at + 1});
        }
    }
    return mesh;
}

/// Balls like trees in woods.
void add_spheres(World& world) {
    Random random(1);
    std::vector<Vec3> center;
    std::vector<float> radius;
    for (std::size_t i = 0; i < per_shape; ++i) {
        radius.push_back(random.between(0.3f, 1.1f));
        center.push_back(in_patch(random, 101) + Vec3{0, 0.7f * radius.back(), 0});
        world.include(center.back(), radius.back());
    }
    world.scene.add(Spheres{.center = center, .radius = radius});
}

/// Blocks like houses in towns.
void add_aabbs(World& world) {
    Random random(2);
    std::vector<Vec3> lo;
    std::vector<Vec3> hi;
    for (std::size_t i = 0; i < per_shape; ++i) {
        const Vec3 foot = in_patch(random, 202);
        const Vec3 half = random.in_box({0.25f, 0.4f, 0.25f}, {0.7f, 2.2f, 0.7f});
        lo.push_back(foot - Vec3{half.x, 1.0f, half.z});
        hi.push_back(foot + half);
        world.include(lo.back());
        world.include(hi.back());
    }
    world.scene.add(Aabbs{.lo = lo, .hi = hi});
}

/// Rocks, lying as they fell.
void add_boxes(World& world) {
    Random random(3);
    std::vector<Vec3> center;
    std::vector<Vec3> half_extents;
    std::vector<Quaternion> rotation;
    for (std::size_t i = 0; i < per_shape; ++i) {
        center.push_back(in_patch(random, 303));
        half_extents.push_back(random.in_box({0.2f, 0.2f, 0.2f}, {1.0f, 0.6f, 0.8f}));
        rotation.push_back(random.rotation());
        world.include(center.back(), length(half_extents.back()));
    }
    world.scene.add(Boxes{.center = center, .half_extents = half_extents, .rotation = rotation});
}

/// Flakes in the air, in swarms.
void add_triangles(World& world) {
    Random random(4);
    std::vector<Vec3> v0;
    std::vector<Vec3> v1;
    std::vector<Vec3> v2;
    for (std::size_t i = 0; i < per_shape; ++i) {
        const float altitude = random.between(4, 14);
        const Vec3 place = in_patch(random, 404) + Vec3{0, altitude, 0};
        v0.push_back(place + random.in_ball() * 0.6f);
        v1.push_back(place + random.in_ball() * 0.6f);
        v2.push_back(place + random.in_ball() * 0.6f);
        world.include(place, 0.6f);
    }
    world.scene.add(Triangles{.v0 = v0, .v1 = v1, .v2 = v2});
}

/// A shoal in the air.
void add_capsules(World& world) {
    Random random(6);
    std::vector<Vec3> a;
    std::vector<Vec3> b;
    std::vector<float> radius;
    for (std::size_t i = 0; i < per_shape; ++i) {
        const float altitude = random.between(5, 11);
        const Vec3 place = in_patch(random, 505) + Vec3{0, altitude, 0};
        const Vec3 half = (random.in_ball() * 0.3f + Vec3{0.6f, 0, 0.4f}) * 0.7f;
        a.push_back(place - half);
        b.push_back(place + half);
        radius.push_back(random.between(0.12f, 0.3f));
        world.include(place, length(half) + radius.back());
    }
    world.scene.add(Capsules{.a = a, .b = b, .radius = radius});
}

/// Columns of ruins, some of them leaning.
void add_cylinders(World& world) {
    Random random(7);
    std::vector<Vec3> a;
    std::vector<Vec3> b;
    std::vector<float> radius;
    for (std::size_t i = 0; i < per_shape; ++i) {
        const Vec3 foot = in_patch(random, 606);
        const Vec3 lean = random.in_ball() * 0.4f;
        const Vec3 rise = Vec3{0, random.between(0.8f, 3.0f), 0} + lean;
        a.push_back(foot - rise * 0.3f);
        b.push_back(foot + rise);
        radius.push_back(random.between(0.2f, 0.5f));
        world.include(a.back(), radius.back());
        world.include(b.back(), radius.back());
    }
    world.scene.add(Cylinders{.a = a, .b = b, .radius = radius});
}

/// Firs.
void add_cones(World& world) {
    Random random(8);
    std::vector<Vec3> base;
    std::vector<Vec3> apex;
    std::vector<float> radius;
    for (std::size_t i = 0; i < per_shape; ++i) {
        radius.push_back(random.between(0.4f, 0.9f));
        base.push_back(in_patch(random, 707) - Vec3{0, 0.3f, 0});
        const Vec3 lean = random.in_ball() * 0.15f;
        const float rise = random.between(3.0f, 4.5f) * radius.back();
        apex.push_back(base.back() + Vec3{0, rise, 0} + lean);
        world.include(base.back(), radius.back());
        world.include(apex.back());
    }
    world.scene.add(Cones{.base = base, .apex = apex, .radius = radius});
}

/// The sea, in which the block of ground stands.
void add_plane(World& world) {
    world.scene.add(Planes{.normal = Vec3{0, 1, 0}, .offset = lowest + 1.0f});
}

/// Two ropes over the hills, crossing each other.
void add_lines(World& world) {
    const std::vector<Vec3> direction = {{1.0f, 0.05f, 0.4f}, {-0.3f, 0.02f, 1.0f}};
    world.scene.add(Lines{.point = Vec3{0, 45, 0}, .direction = direction});
}

/// Start of a query: over the ground, as high as the shapes reach.
Vec3 over_ground(Random& random) {
    return random.in_box({-half_width, 10.0f, -half_width}, {half_width, 60.0f, half_width});
}

/// A million queries, each made by `make(random)`.
template <class Query, class Make>
std::vector<Query> million(std::uint64_t seed, Make&& make) {
    Random random(seed);
    std::vector<Query> queries(1'000'000);
    for (Query& query : queries)
        query = make(random);
    return queries;
}

} // namespace

void add_demo(World& world) {
    add_mesh(world, ground(), world.name, "");
    add_spheres(world);
    add_aabbs(world);
    add_boxes(world);
    add_triangles(world);
    add_capsules(world);
    add_cylinders(world);
    add_cones(world);
    add_plane(world);
    add_lines(world);
}

std::vector<Ray> demo_rays() {
    return million<Ray>(5, [](Random& random) {
        const Vec3 origin = over_ground(random);
        return Ray{.origin = origin, .direction = random.in_ball()};
    });
}

std::vector<MovingSphere> demo_moving_spheres() {
    return million<MovingSphere>(9, [](Random& random) {
        const Vec3 center = over_ground(random);
        const Vec3 displacement = random.in_ball() * 20.0f;
        return MovingSphere{
            .center = center, .displacement = displacement, .radius = random.between(0.0f, 1.0f)};
    });
}

std::vector<Sphere> demo_spheres() {
    return million<Sphere>(10, [](Random& random) {
        const Vec3 center = over_ground(random);
        return Sphere{.center = center, .radius = random.between(0.0f, 2.0f)};
    });
}

std::vector<Point> demo_points() {
    return million<Point>(11,
                          [](Random& random) { return Point{.position = over_ground(random)}; });
}

} // namespace lanecast::tools
