#include "scene/worlds/instance_worlds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/hostile/places.hpp"

namespace worlds {

using hostile::Form;
using lanecast::Quaternion;
using lanecast::Vec3;

namespace {

Vec3 to_vec3(Vector v) { return {to_float(v.x), to_float(v.y), to_float(v.z)}; }

/// Rotates v by q / |q|, or by its conjugate if `side` is -1.
Vector turned(Quaternion rotation, Vector v, double side) {
    const Vector axis = side * Vector{rotation.x, rotation.y, rotation.z};
    const double w = rotation.w;
    const double square = dot(axis, axis) + w * w;
    const Vector twice = (2.0 / square) * cross(axis, v);
    return v + w * twice + cross(axis, twice);
}

std::uint32_t random_mask(Random& random) {
    if (!random.one_in(4))
        return lanecast::all_layers;
    return random.one_in(8) ? 0 : std::uint32_t{1} << random.below(4);
}

template <class Shape>
void add_shapes(Prototype& prototype, Random& random, std::size_t count, Vector centre,
                double half) {
    std::vector<Shape> shapes;
    std::vector<std::uint32_t> masks;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = random.between(0.1, 0.6);
        shapes.push_back(Shape::make(random, centre + random.in_cube(half), share * share * half,
                                     random.one_in(4) ? Form::in_axis_plane : Form::regular));
        masks.push_back(random_mask(random));
        prototype.places.push_back(any_target(random, shapes.back().exact(), {centre, half}));
    }
    prototype.scene.add(part_of(std::move(shapes), std::move(masks)).columns);
}

/// A square mesh whose triangles share vertices.
void add_mesh(Prototype& prototype, Random& random, Vector centre, double half) {
    constexpr std::uint32_t cells = 3;
    std::vector<Vec3> vertices;
    for (std::uint32_t i = 0; i <= cells; ++i)
        for (std::uint32_t k = 0; k <= cells; ++k)
            vertices.push_back(to_vec3(
                centre + half * Vector{i * 0.5 - 0.75, k * 0.5 - 0.75, random.between(-0.2, 0.2)}));
    const std::vector<lanecast::Index3> indices = triangles_of_grid(cells);
    prototype.scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
    for (const Vec3& v : vertices)
        prototype.places.push_back({v.x, v.y, v.z});
}

/// Adds a plane with nearly all shapes on its free side, and lines.
void add_endless(Prototype& prototype, Random& random, Vector centre, double half) {
    hostile::Plane plane = hostile::Plane::make(random, centre, 1.0, Form::regular);
    const Vector n = hostile::vector_of(plane.c.data());
    plane.c[3] = to_float(dot(n, centre) - 1.5 * half * length(n));
    std::vector<hostile::Plane> planes = {plane};
    prototype.scene.add(part_of(std::move(planes), {lanecast::all_layers}).columns);
    add_shapes<hostile::Line>(prototype, random, 2, centre, half);
}

/// Commits the scene, and sets the centre and size of the world from its places.
World finished(World&& world) {
    world.scene.commit();
    Vector lo = world.places[0], hi = lo;
    for (const Vector& p : world.places) {
        lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
        hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
    }
    const Vector half = 0.5 * (hi - lo);
    world.centre = 0.5 * (lo + hi);
    world.size = std::max({half.x, half.y, half.z});
    return std::move(world);
}

std::vector<Placing> random_placings(Random& random, std::size_t count, double half,
                                     double least_scale, double largest_scale) {
    std::vector<Placing> placings;
    for (std::size_t i = 0; i < count; ++i)
        placings.push_back({to_vec3(random.in_cube(half)), random_rotation(random),
                            to_float(random.between(least_scale, largest_scale)),
                            random_mask(random)});
    return placings;
}

/// Instances of three prototypes among other shapes.
World among_shapes() {
    Random random(50);
    World world = {};
    const Prototype crowd = make_prototype(51, 3, {}, 4.0, Kinds::bounded);
    const Prototype few = make_prototype(52, 1, {1.0, 2.0, -1.0}, 2.0, Kinds::bounded);
    Prototype mesh;
    add_mesh(mesh, random, {}, 3.0);
    mesh.scene.commit();
    place(world, few, random_placings(random, 40, 50.0, 0.2, 3.0));
    std::vector<hostile::Sphere> spheres;
    for (int i = 0; i < 60; ++i)
        spheres.push_back(hostile::Sphere::make(random, random.in_cube(50.0), 3.0, {}));
    const std::vector<std::uint32_t> masks(spheres.size(), lanecast::all_layers);
    world.scene.add(part_of(std::move(spheres), masks).columns);
    place(world, crowd, random_placings(random, 30, 50.0, 0.2, 3.0));
    place(world, mesh, random_placings(random, 40, 50.0, 0.5, 4.0));
    return finished(std::move(world));
}

World of_scales_of_every_size() {
    Random random(53);
    World world;
    const Prototype some = make_prototype(54, 1, {0.5, -0.5, 0.0}, 1.0, Kinds::bounded);
    std::vector<Placing> placings;
    for (int i = 0; i < 100; ++i) {
        const double scale = random.magnitude(-3, 3);
        placings.push_back({to_vec3(random.in_cube(4.0 * scale)), random_rotation(random),
                            to_float(scale), random_mask(random)});
    }
    place(world, some, placings);
    world = finished(std::move(world));
    world.size = 10.0;
    return world;
}

World far_off(Vector centre) {
    Random random(55);
    World world;
    const Prototype some = make_prototype(56, 2, {}, 4.0, Kinds::bounded);
    std::vector<Placing> placings = random_placings(random, 60, 50.0, 0.2, 3.0);
    for (Placing& placing : placings)
        placing.position =
            to_vec3(centre + Vector{placing.position.x, placing.position.y, placing.position.z});
    place(world, some, placings);
    return finished(std::move(world));
}
World a_thousand_sizes_off() { return far_off({5e4, -3e4, 4e4}); }
World a_million_sizes_off() { return far_off({5e7, 4e7, -6e7}); }

/// The shapes lie around the world's origin, and the origins of their prototypes far from it. So
/// errors come from the transformations into the prototype and back.
World with_distant_origins() {
    Random random(57);
    World world;
    const Vector centre = {3e4, -4e4, 1e4};
    const Prototype some = make_prototype(58, 2, centre, 4.0, Kinds::bounded);
    std::vector<Placing> placings = random_placings(random, 60, 30.0, 0.2, 3.0);
    for (Placing& placing : placings) {
        const Vector wanted = {placing.position.x, placing.position.y, placing.position.z};
        placing.position = {};
        placing.position = to_vec3(wanted - placing.out(centre));
    }
    place(world, some, placings);
    return finished(std::move(world));
}

/// As with_distant_origins(), with boxes that fill the bounds of their prototypes. If they are
/// rotated, then by right angles, so they also fill their boxes in the tree, and every rounding
/// error leads out of these.
World snug_with_distant_origins() {
    Random random(71);
    World world;
    constexpr float half_root = 0.70710678f;
    constexpr Quaternion right_angles[] = {
        {}, {half_root, 0, 0, half_root}, {0, half_root, 0, half_root}, {0, 0, 1, 0}};
    for (int i = 0; i < 40; ++i) {
        const Vector centre = random.in_cube(3e4);
        Prototype one;
        const std::vector<hostile::Aabb> box = {
            hostile::Aabb::make(random, centre, 2.0, Form::regular)};
        one.scene.add(columns_of(box));
        one.scene.commit();
        for (int k = 0; k < 4; ++k)
            one.places.push_back(on_boundary(random, box[0].exact(), {centre, 2.0}).point);
        std::vector<Placing> placings;
        for (const Quaternion& rotation : right_angles) {
            Placing placing = {{}, rotation, 1.0f};
            placing.position = to_vec3(random.in_cube(30.0) - placing.out(centre));
            placings.push_back(placing);
        }
        place(world, one, placings);
    }
    return finished(std::move(world));
}

/// Planes and lines have no bounds, so instances that hold them lie outside the tree.
World with_planes_and_lines() {
    Random random(59);
    World world;
    const Prototype unbounded = make_prototype(60, 1, {}, 40.0, Kinds::all);
    place(world, unbounded, random_placings(random, 5, 5.0, 0.8, 1.2));
    place(world, make_prototype(61, 2, {}, 4.0, Kinds::bounded),
          random_placings(random, 30, 50.0, 0.2, 3.0));
    return finished(std::move(world));
}

/// Fifteen equal instances in each of two places, with copies inside, so all results are ties.
World in_one_place() {
    Random random(62);
    World world;
    Prototype twice = make_prototype(63, 1, {}, 4.0, Kinds::bounded);
    std::vector<hostile::Sphere> spheres(10,
                                         hostile::Sphere::make(random, {1.0, 1.0, 1.0}, 1.0, {}));
    std::vector<hostile::Sphere> same(5, spheres[0]);
    const std::vector<std::uint32_t> masks(10, lanecast::all_layers), five(5, masks[0]);
    twice.scene.add(part_of(std::move(spheres), masks).columns);
    twice.scene.commit();
    const Placing still = {{0, 0, 0}, {}, 1.0f};
    const Placing moved = {{3, -2, 1}, random_rotation(random), 1.5f};
    place(world, twice, std::vector<Placing>(10, moved));
    world.scene.add(part_of(std::move(same), five).columns); // the same sphere as in the instances
    place(world, twice, std::vector<Placing>(15, still));
    place(world, twice, std::vector<Placing>(5, moved));
    return finished(std::move(world));
}

World one_instance() {
    Random random(64);
    World world;
    place(world, make_prototype(65, 1, {}, 4.0, Kinds::bounded),
          random_placings(random, 1, 5.0, 0.5, 2.0), 40);
    return finished(std::move(world));
}

/// Instances beyond 2^60, some of which reach back, instances of prototypes beyond 2^60, and
/// regular ones.
World beyond_the_tree() {
    Random random(66);
    World world;
    const Prototype usual = make_prototype(67, 1, {}, 4.0, Kinds::bounded);
    const Prototype huge = make_prototype(68, 1, {}, 0x1p61, Kinds::bounded);
    place(world, usual, random_placings(random, 20, 1e18, 1e15, 1e17));
    place(world, usual, random_placings(random, 10, 0x1p62, 0x1p50, 0x1p62));
    place(world, huge, random_placings(random, 10, 1e17, 0x1p-6, 0x1p-2));
    place(world, usual, random_placings(random, 5, 1e37, 1e36, 1e37));
    world = finished(std::move(world));
    world.centre = {};
    world.size = 1e18;
    return world;
}

/// Scales so large and so small that transformed queries leave the range of floats.
World of_extreme_scales() {
    Random random(69);
    World world;
    const Prototype some = make_prototype(70, 1, {}, 1.0, Kinds::bounded);
    std::vector<Placing> placings;
    for (int i = 0; i < 60; ++i) {
        const double scale = random.power_of_two(-125, 120);
        placings.push_back({to_vec3(random.in_cube(std::min(scale, 1.0))), random_rotation(random),
                            to_float(scale)});
    }
    place(world, some, placings);
    const Prototype nothing;
    place(world, nothing, random_placings(random, 3, 1.0, 1.0, 2.0));
    world = finished(std::move(world));
    world.centre = {};
    world.size = 1.0;
    return world;
}

} // namespace

Vector Placing::out(Vector point) const {
    return Vector{position.x, position.y, position.z} +
           turned(rotation, static_cast<double>(scale) * point, 1.0);
}
Vector Placing::turned_back(Vector point) const { return turned(rotation, point, -1.0); }
Vector Placing::into(Vector point) const {
    return (1.0 / scale) * turned_back(point - Vector{position.x, position.y, position.z});
}

Quaternion random_rotation(Random& random) {
    const Vector axis = random.direction();
    const double w = random.between(-1.0, 1.0), v = std::sqrt(1.0 - w * w);
    return {to_float(v * axis.x), to_float(v * axis.y), to_float(v * axis.z), to_float(w)};
}

Prototype make_prototype(std::uint64_t seed, std::size_t count_of_each, Vector centre, double half,
                         Kinds kinds) {
    Random random(seed);
    Prototype prototype;
    hostile::for_all_shapes([&]<class Shape>(const Shape*) {
        if constexpr (!hostile::is_unbounded<typename Shape::Reference>)
            add_shapes<Shape>(prototype, random, count_of_each, centre, half);
    });
    add_mesh(prototype, random, centre, half);
    if (kinds == Kinds::all)
        add_endless(prototype, random, centre, half);
    prototype.scene.commit();
    return prototype;
}

lanecast::IdRange place(World& world, const Prototype& prototype,
                        const std::vector<Placing>& placings, std::size_t places_of_each) {
    const std::size_t places = prototype.places.size();
    for (std::size_t i = 0; i < placings.size() && places != 0; ++i)
        for (std::size_t k = 0; k < std::min(places, places_of_each); ++k) {
            const Vector at = placings[i].out(prototype.places[(7 * i + k) % places]);
            world.places.push_back({to_float(at.x), to_float(at.y), to_float(at.z)});
        }
    return world.scene.add(prototype.scene,
                           {.position = lanecast::field(placings, &Placing::position),
                            .rotation = lanecast::field(placings, &Placing::rotation),
                            .scale = lanecast::field(placings, &Placing::scale),
                            .mask = lanecast::field(placings, &Placing::mask)});
}

const std::vector<Named>& of_instances() {
    static const std::vector<Named> worlds = {
        {"among_shapes", among_shapes},
        {"of_scales_of_every_size", of_scales_of_every_size},
        {"a_thousand_sizes_off", a_thousand_sizes_off},
        {"a_million_sizes_off", a_million_sizes_off},
        {"with_distant_origins", with_distant_origins},
        {"snug_with_distant_origins", snug_with_distant_origins, 400},
        {"with_planes_and_lines", with_planes_and_lines},
        {"in_one_place", in_one_place},
        {"one_instance", one_instance},
        {"beyond_the_tree", beyond_the_tree},
        {"of_extreme_scales", of_extreme_scales},
    };
    return worlds;
}

} // namespace worlds
