#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/shapes.hpp"
#include "scene/worlds/worlds.hpp"

/// Worlds of instances. Their `parts` are empty: results without a BVH come from one instance after
/// another (instance_answers_test.cpp).
namespace worlds {

/// A scene to place, and points on its shapes.
struct Prototype {
    lanecast::Scene scene;
    std::vector<Vector> places;
};

/// The transform of an instance.
struct Placing {
    lanecast::Vec3 position;
    lanecast::Quaternion rotation;
    float scale;
    std::uint32_t mask = lanecast::all_layers;

    [[nodiscard]] Vector out(Vector point) const;         ///< from the prototype to the world
    [[nodiscard]] Vector into(Vector point) const;        ///< the inverse of out()
    [[nodiscard]] Vector turned_back(Vector point) const; ///< inverse rotation only
};

/// A uniformly random rotation.
lanecast::Quaternion random_rotation(Random& random);

/// A few shapes of all kinds, with or without planes, lines and a mesh; with masks.
enum class Kinds { bounded, all };
Prototype make_prototype(std::uint64_t seed, std::size_t count_of_each, Vector centre, double half,
                         Kinds kinds);

/// Adds instances to the scene of a world, and points on them to the world's places.
lanecast::IdRange place(World& world, const Prototype& prototype,
                        const std::vector<Placing>& placings, std::size_t places_of_each = 4);

const std::vector<Named>& of_instances();

} // namespace worlds
