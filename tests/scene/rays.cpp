#include "scene/rays.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace worlds {

using lanecast::Vec3;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Vec3 to_vec3(Vector v) { return {to_float(v.x), to_float(v.y), to_float(v.z)}; }

std::array<double, 3> components(Vector v) { return {v.x, v.y, v.z}; }
Vector vector(const std::array<double, 3>& c) { return {c[0], c[1], c[2]}; }

Vector random_target(const World& world, Random& random) {
    if (world.places.empty() || random.one_in(4))
        return world.centre + random.in_cube(1.2 * world.size);
    return world.places[random.below(world.places.size())];
}

/// In sizes of the world.
double random_distance(Random& random) {
    constexpr std::array far_away = {1e2, 1e4, 1e6};
    if (random.one_in(3))
        return far_away[random.below(3)] * random.between(0.5, 2.0);
    return random.one_in(2) ? random.between(0.0, 0.5) : random.between(1.0, 5.0);
}

/// Not of unit length, and sometimes far from it.
Vector with_random_length(Vector direction, Random& random) {
    const double scale = random.one_in(8) ? random.magnitude(-12, 12) : random.between(0.1, 10.0);
    return scale * direction;
}

/// A direction of which one or two components are +0 or -0.
Vector axis_direction(Random& random) {
    std::array<double, 3> d = {random.sign() * 0.0, random.sign() * 0.0, random.sign() * 0.0};
    const std::size_t axis = random.below(3);
    d[axis] = random.sign();
    if (random.one_in(3))
        d[(axis + 1) % 3] = random.between(-1.0, 1.0);
    return vector(d);
}

/// Around the world, at one of its places, or where coordinates are 0: there a ray's own numbers
/// say nothing of how coarse the world's are.
Vector random_origin(const World& world, double distance, Random& random) {
    if (random.one_in(8))
        return random_target(world, random);
    if (random.one_in(8))
        return random.one_in(2) ? Vector{} : random.in_cube(1e-6 * world.size);
    return world.centre + distance * random.direction();
}

/// A ray through a target, of unbounded length.
void add_through(RayBatch& batch, const World& world, Random& random) {
    const Vector target = random_target(world, random);
    const double distance = random_distance(random) * world.size;
    if (random.one_in(4)) { // through the target's very coordinates
        const Vector d = axis_direction(random);
        batch.add(target - distance * d, with_random_length(d, random), 0.0f, infinity);
        return;
    }
    // Through the float that the origin is rounded to.
    const Vec3 rounded = to_vec3(random_origin(world, distance, random));
    const Vector origin = {rounded.x, rounded.y, rounded.z};
    Vector way = target - origin;
    const double length = std::sqrt(dot(way, way));
    way = length > 0.0 ? (1.0 / length) * way : random.direction();
    if (random.one_in(8)) { // in a coordinate plane
        std::array<double, 3> c = components(way);
        c[random.below(3)] = random.sign() * 0.0;
        if (dot(vector(c), vector(c)) > 0.01)
            way = vector(c);
    }
    batch.add(origin, with_random_length(way, random), 0.0f, infinity);
}

/// An interval that begins or ends near where the ray passes the world.
void limit(RayBatch& batch, std::size_t i, const World& world, Random& random) {
    const Vec3 o = batch.origin[i];
    const Vec3 d = batch.direction[i];
    const Vector direction = {d.x, d.y, d.z};
    const Vector way = random_target(world, random) - Vector{o.x, o.y, o.z};
    const double passes = dot(way, direction) / dot(direction, direction);
    const float near = to_float(passes * random.between(0.9, 1.1));
    const float far = to_float(passes * random.between(0.9, 1.1));
    switch (random.below(5)) {
    case 0:
        batch.t_max[i] = std::max(near, 0.0f);
        break;
    case 1:
        batch.t_min[i] = near;
        break;
    case 2:
        batch.t_min[i] = std::min(near, far);
        batch.t_max[i] = std::max(near, far);
        break;
    case 3:
        batch.t_min[i] = -infinity;
        break;
    default:
        batch.t_min[i] = -infinity;
        batch.t_max[i] = near;
        break;
    }
}

void spoil(RayBatch& batch, std::size_t i, Random& random) {
    static const std::vector<hostile::OddRay> odd = hostile::odd_rays();
    const auto& c = odd[random.below(odd.size())].ray.c;
    batch.origin[i] = {c[0], c[1], c[2]};
    batch.direction[i] = {c[3], c[4], c[5]};
    batch.t_min[i] = c[6];
    batch.t_max[i] = c[7];
}

} // namespace

void RayBatch::add(Vector o, Vector d, float from, float to) {
    origin.push_back(to_vec3(o));
    direction.push_back(to_vec3(d));
    t_min.push_back(from);
    t_max.push_back(to);
    mask.push_back(lanecast::all_layers);
    ignore.push_back(lanecast::no_id);
}

void RayBatch::add(const RayBatch& other, std::size_t i) {
    origin.push_back(other.origin[i]);
    direction.push_back(other.direction[i]);
    t_min.push_back(other.t_min[i]);
    t_max.push_back(other.t_max[i]);
    mask.push_back(other.mask[i]);
    ignore.push_back(other.ignore[i]);
}

lanecast::Rays RayBatch::columns(std::size_t first, std::size_t count) const {
    const auto part = [&](const auto& column) { return std::span(column).subspan(first, count); };
    return {.origin = part(origin),
            .direction = part(direction),
            .t_min = part(t_min),
            .t_max = part(t_max),
            .mask = part(mask),
            .ignore = part(ignore)};
}

RayBatch plain_rays_at(const World& world, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    RayBatch batch;
    for (std::size_t i = 0; i < count; ++i)
        add_through(batch, world, random);
    return batch;
}

RayBatch rays_at(const World& world, std::size_t count, std::uint64_t seed) {
    Random random(seed + 1);
    RayBatch batch = plain_rays_at(world, count, seed);
    for (std::size_t i = 0; i < count; ++i) {
        if (random.one_in(3))
            limit(batch, i, world, random);
        if (random.one_in(6))
            batch.mask[i] = std::uint32_t{1} << random.below(4);
        if (random.one_in(40))
            batch.mask[i] = 0;
        if (random.one_in(20))
            spoil(batch, i, random);
    }
    return batch;
}

} // namespace worlds
