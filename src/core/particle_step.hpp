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

/// Step as kernels need it.
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
};

/// Which particles of a batch are begun with: sensors are swept once, for all that they touch.
enum class ParticleSet : std::uint32_t { solid, sensors };

/// The purpose of a particle's sweep.
enum class SweepTask : std::uint32_t {
    fly,
    push, ///< out of an overlap
    look, ///< for another overlap at the start; the particle does not move
};

/// Arrays of a tile, one element for each particle that is still under way: 32 bits each, one array
/// after the other. In the order of these numbers:
struct tile_array {
    enum : int {
        // The sweep, as contact_column numbers it.
        center,
        displacement = 3,
        reach = 6,
        slack,
        mask,
        ignore,
        // Its answer, as impact_column numbers it.
        impact,
        // The particle.
        particle = impact + impact_column::count, ///< its index
        velocity,                                 ///< at the center, when `seconds` are left
        seconds = velocity + 3,
        push_left, ///< distance that it may still be pushed
        flags,     ///< so far
        impacts,   ///< instants at which it touched something
        tries,     ///< sweeps since the last of them
        pushes,    ///< sweeps out of overlaps
        task,      ///< SweepTask
        carrier,   ///< velocity of the shape touched last
        plane_count = carrier + 3,
        planes, ///< normals of what it touches: three vectors
        count = planes + 9
    };
};
/// Contacts of a round, packed part by part.
struct contact_array {
    enum : int { particle, time, id, part, point, normal = 7, normal_speed = 10, count };
};
static_assert(int{tile_array::reach} == contact_column::reach &&
              int{tile_array::ignore} == contact_column::ignore);

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

/// Contacts of sensors: rows of a batch of impacts, one row for each sensor.
struct SensorRows {
    const std::uint32_t* found;  ///< how many there were
    std::size_t capacity;        ///< of a row; 0 if nobody wants contacts
    const std::uint32_t* arrays; ///< as impact_column numbers them
    std::size_t room;            ///< elements of each array

    [[nodiscard]] const std::uint32_t* array(int number) const {
        return arrays + static_cast<std::size_t>(number) * room;
    }
};

/// What a part of a round came to.
struct ParticleCounts {
    std::size_t under_way; ///< packed to the front of the part
    std::size_t contacts;  ///< likewise, but for those of sensors of which too many were found
    std::size_t logged;    ///< of those of sensors, packed to the front
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
