#include "scene/worlds/batches.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels/hostile/odd.hpp"

namespace worlds {

using hostile::Point;
using hostile::QuerySphere;
using hostile::Ray;
using hostile::store;
using hostile::Sweep;
using hostile::vector_of;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Vector random_target(const World& world, Random& random) {
    if (world.places.empty() || random.one_in(4))
        return world.centre + random.in_cube(1.2 * world.size);
    return world.places[random.below(world.places.size())];
}

/// A random distance, in multiples of the world's size.
double random_distance(Random& random) {
    constexpr std::array far_away = {1e2, 1e4, 1e6};
    if (random.one_in(3))
        return far_away[random.below(3)] * random.between(0.5, 2.0);
    return random.one_in(2) ? random.between(0.0, 0.5) : random.between(1.0, 5.0);
}

/// Scales a direction to a random length, sometimes far from 1.
Vector with_random_length(Vector direction, Random& random) {
    const double scale = random.one_in(8) ? random.magnitude(-12, 12) : random.between(0.1, 10.0);
    return scale * direction;
}

/// A direction with one or two components of +0 or -0.
Vector axis_direction(Random& random) {
    std::array<double, 3> d = {random.sign() * 0.0, random.sign() * 0.0, random.sign() * 0.0};
    const std::size_t axis = random.below(3);
    d[axis] = random.sign();
    if (random.one_in(3))
        d[(axis + 1) % 3] = random.between(-1.0, 1.0);
    return {d[0], d[1], d[2]};
}

/// A point around the world, at one of its places, or near 0. Near 0, the query's own coordinates
/// give no hint of how coarse the floats of the world are.
Vector random_origin(const World& world, double distance, Random& random) {
    if (random.one_in(8))
        return random_target(world, random);
    if (random.one_in(8))
        return random.one_in(2) ? Vector{} : random.in_cube(1e-6 * world.size);
    return world.centre + distance * random.direction();
}

/// A ray through a target, without limits.
Ray way_through(const World& world, Random& random) {
    const Vector target = random_target(world, random);
    const double distance = random_distance(random) * world.size;
    if (random.one_in(4)) { // exactly through the target's coordinates
        const Vector d = axis_direction(random);
        return hostile::ray_of(target - distance * d, with_random_length(d, random));
    }
    // The direction starts at the origin as rounded to float.
    Ray ray = hostile::ray_of(random_origin(world, distance, random), {});
    Vector way = target - vector_of(ray.c.data());
    const double length = std::sqrt(dot(way, way));
    way = length > 0.0 ? (1.0 / length) * way : random.direction();
    store(ray.c.data() + 3, with_random_length(way, random));
    if (random.one_in(8)) // in a coordinate plane
        ray.c[3 + random.below(3)] = random.one_in(2) ? 0.0f : -0.0f;
    return ray;
}

/// Limits a ray's interval near the world.
void limit(Ray& ray, const World& world, Random& random) {
    const Vector direction = vector_of(ray.c.data() + 3);
    const Vector way = random_target(world, random) - vector_of(ray.c.data());
    const double passes = dot(way, direction) / dot(direction, direction);
    const float near = to_float(passes * random.between(0.9, 1.1));
    const float far = to_float(passes * random.between(0.9, 1.1));
    float& t_min = ray.c[6];
    float& t_max = ray.c[7];
    switch (random.below(5)) {
    case 0:
        t_max = std::max(near, 0.0f);
        break;
    case 1:
        t_min = near;
        break;
    case 2:
        t_min = std::min(near, far);
        t_max = std::max(near, far);
        break;
    case 3:
        t_min = -infinity;
        break;
    default:
        t_min = -infinity;
        t_max = near;
        break;
    }
}

/// A radius from 0 to thousands of times the world's size.
double random_radius(const World& world, Random& random) {
    switch (random.below(6)) {
    case 0:
        return 0.0;
    case 1:
        return world.size * random.between(0.1, 2.0);
    case 2:
        return world.size * random.magnitude(1, 4);
    default:
        return world.size * random.magnitude(-5, -1);
    }
}

void make(Ray& ray, const World& world, Random& random) {
    ray = way_through(world, random);
    if (random.one_in(3))
        limit(ray, world, random);
}

/// A sweep with a displacement of 0, with a subnormal one, with one that passes a target within t =
/// 1, or with the direction of a ray.
void make(Sweep& sweep, const World& world, Random& random) {
    Ray way = way_through(world, random);
    limit(way, world, random);
    const Vector centre = vector_of(way.c.data());
    Vector displacement = vector_of(way.c.data() + 3);
    float t_max = std::max(way.c[7], 0.0f);
    if (random.one_in(8)) {
        displacement =
            random.one_in(2) ? Vector{} : random.magnitude(-45, -38) * random.direction();
    } else if (random.one_in(2)) {
        displacement = random.between(0.0, 2.0) * (random_target(world, random) - centre);
        t_max = random.one_in(8) ? to_float(random.magnitude(-6, 30)) : 1.0f;
    }
    const Vector shape_displacement =
        random.one_in(4) ? random.in_cube(world.size) : random.sign() * Vector{};
    store(sweep.c.data(), centre);
    store(sweep.c.data() + 3, displacement + shape_displacement);
    store(sweep.c.data() + 6, shape_displacement);
    sweep.c[9] = to_float(random_radius(world, random));
    sweep.c[10] = t_max;
}

/// Roughly the distance to a random target.
double some_distance(Vector from, const World& world, Random& random) {
    return random.between(0.9, 1.1) * length(random_target(world, random) - from);
}

void make(QuerySphere& query, const World& world, Random& random) {
    const Vector centre = random_origin(world, random_distance(random) * world.size, random);
    store(query.c.data(), centre);
    query.c[3] = to_float(random.one_in(2) ? some_distance(centre, world, random)
                                           : random_radius(world, random));
}

void make(Point& point, const World& world, Random& random) {
    const Vector position = random_origin(world, random_distance(random) * world.size, random);
    store(point.c.data(), position);
    switch (random.below(6)) {
    case 0:
        point.c[3] = 0.0f;
        break;
    case 1:
        point.c[3] = to_float(-world.size * random.magnitude(-4, 0));
        break;
    case 2:
    case 3:
        point.c[3] = to_float(some_distance(position, world, random));
        break;
    default:
        point.c[3] = infinity;
        break;
    }
}

} // namespace

template <class Query>
Batch<Query> queries_at(const World& world, std::size_t count, std::uint64_t seed) {
    static const std::vector<hostile::Odd<Query>> odd = hostile::odd_queries<Query>();
    Random random(seed);
    Batch<Query> batch;
    for (std::size_t i = 0; i < count; ++i) {
        Query query{};
        make(query, world, random);
        if (random.one_in(20))
            query = odd[random.below(odd.size())].query;
        std::uint32_t mask = lanecast::all_layers;
        if (random.one_in(6))
            mask = random.one_in(6) ? 0 : std::uint32_t{1} << random.below(4);
        batch.add(query, mask);
    }
    return batch;
}

template Batch<Ray> queries_at(const World&, std::size_t, std::uint64_t);
template Batch<Sweep> queries_at(const World&, std::size_t, std::uint64_t);
template Batch<QuerySphere> queries_at(const World&, std::size_t, std::uint64_t);
template Batch<Point> queries_at(const World&, std::size_t, std::uint64_t);

} // namespace worlds
