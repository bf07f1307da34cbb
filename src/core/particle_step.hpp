#pragma once

#include <cstddef>
#include <cstdint>

#include "core/columns.hpp"
#include "lanecast/particles.hpp"

/// What host code and kernels hand each other for a step of particles. A tile of the batch goes
/// through it in rounds: begin, then sweep and respond until no particle of the tile is under way.
namespace lanecast {

/// The columns of a batch of particles that are read.
struct particle_column {
    enum : int {
        position,
        velocity = 3,
        radius = 6,
        restitution,
        friction,
        response,
        mask,
        ignore,
        flags,
        count
    };
};
/// Those that are written.
struct particle_output {
    enum : int { position, velocity = 3, flags = 6, count };
};
struct ParticleColumns {
    Inputs<particle_column> in;
    Outputs<particle_output> out;
};

/// s of docs/semantics.md, of a shape that a particle of a radius at x may touch on its way, is at
/// most size + share_of_place |x|_1 + 3 (radius + way).
struct WorldScale {
    float size;
    float share_of_place; ///< 0 if all shapes have an end
    // For scenes that are placed in others, and for those that hold them.
    float reach;             ///< how far shapes reach from the origin
    float largest_instance;  ///< the largest scale
    float farthest_instance; ///< the largest |position|_1

    /// With the shapes of a prototype of its instances.
    void include(const WorldScale& prototype) {
        const float placed =
            2.0f * prototype.reach > prototype.size ? 2.0f * prototype.reach : prototype.size;
        const float all = largest_instance * placed + prototype.share_of_place * farthest_instance;
        size = all > size ? all : size;
        if (prototype.share_of_place > share_of_place)
            share_of_place = prototype.share_of_place;
    }
};

/// Step, and what a step needs to know of the world.
struct StepSettings {
    float seconds;
    float gravity[3];
    float drag;
    std::uint32_t max_impacts;
    float skin;
    float push; ///< the farthest that a particle is pushed out in this step
    float rest_speed;
    ReadableColumn shape_velocity[3]; ///< by id
    bool shapes_move;                 ///< shape_velocity is not 0 for all
    WorldScale world;

    /// Whether the sweeps of a round report what overlaps at the start, whichever way it goes.
    [[nodiscard]] bool reports_overlaps(std::uint32_t round) const {
        return round == 0 || (round == 1 && shapes_move);
    }
};

/// Which particles a round is about: sensors ask other sweeps than the rest.
enum class ParticleSet : std::uint32_t { solid, sensors };

/// Arrays of a tile, one element for each particle that is still under way: 32 bits each, one array
/// after the other. In the order of these numbers:
struct tile_array {
    enum : int {
        // What is swept.
        center,
        displacement = 3,
        reach = 6, ///< radius + skin
        mask,
        ignore,
        // What it meets, as impact_column numbers it.
        impact,
        // The particle.
        particle = impact + impact_column::count, ///< its index
        velocity,                                 ///< at the center, when `seconds` are left
        seconds = velocity + 3,
        flags,   ///< so far
        skin,    ///< the gap that it keeps
        impacts, ///< instants at which it touched something
        tries,   ///< sweeps since the last of them
        pushing, ///< 1 while it is pushed out of an overlap, else 0
        carrier, ///< velocity of the shape touched last
        plane_count = carrier + 3,
        planes, ///< normals of what it touches: three vectors
        count = planes + 9
    };
};
/// Contacts of a round, packed part by part.
struct contact_array {
    enum : int { particle, time, id, part, point, normal = 7, normal_speed = 10, count };
};

struct ParticleTile {
    std::uint32_t* arrays;
    std::uint32_t* contacts; ///< or null, if nobody wants them
    std::size_t room;        ///< elements of each array; a multiple of 64

    [[nodiscard]] std::uint32_t* array(int number) const {
        return arrays + static_cast<std::size_t>(number) * room;
    }
    [[nodiscard]] std::uint32_t* contact_array(int number) const {
        return contacts + static_cast<std::size_t>(number) * room;
    }
};

/// What a part of a round came to.
struct ParticleCounts {
    std::size_t under_way; ///< packed to the front of the part
    std::size_t contacts;  ///< likewise
    std::size_t sensors, moved, pushed_out, out_of_impacts, resting, invalid, skin_raised;
};

/// Columns of responses by themselves: lanecast/responses.hpp.
struct reflection_column {
    enum : int { velocity, normal = 3, restitution = 6, friction, count };
};
struct slide_column {
    enum : int { velocity, normal = 3, second = 6, third = 9, count = 12 };
};
struct push_column {
    enum : int { velocity, normal = 3, depth = 6, seconds, max_speed, count };
};
struct velocity_column {
    enum : int { velocity, count = 3 };
};
using VelocityColumns = Outputs<velocity_column>;

} // namespace lanecast
