#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/shapes.hpp"
#include "scene/worlds.hpp"

/// Worlds of instances. Their `parts` are empty: what they answer without a tree is asked of
/// instance after instance (instance_answers_test.cpp).
namespace worlds {

/// A scene that is to be placed, and places of its shapes.
struct Prototype {
    lanecast::Scene scene;
    std::vector<Vector> places;
};

/// Where it is placed.
struct Placing {
    lanecast::Vec3 position;
    lanecast::Quaternion rotation;
    float scale;
    std::uint32_t mask = lanecast::all_layers;

    [[nodiscard]] Vector out(Vector point) const;         ///< of the prototype, in the world
    [[nodiscard]] Vector into(Vector point) const;        ///< the other way
    [[nodiscard]] Vector turned_back(Vector point) const; ///< by the rotation alone
};

/// Of any direction.
lanecast::Quaternion random_rotation(Random& random);

/// A few of all kinds, with planes and lines and a mesh or without; masks included.
enum class Kinds { bounded, all };
Prototype make_prototype(std::uint64_t seed, std::size_t count_of_each, Vector centre, double half,
                         Kinds kinds);

/// Adds instances to the scene of a world, and their places to the world's.
lanecast::IdRange place(World& world, const Prototype& prototype,
                        const std::vector<Placing>& placings, std::size_t places_of_each = 4);

const std::vector<Named>& of_instances();

} // namespace worlds
