#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "core/surface.hpp"
#include "lanecast/answers.hpp"
#include "lanecast/particle_response.hpp"

/// Data that host code and kernels exchange in a step of particles. A tile of the batch is
/// processed in rounds: begin, then sweep and respond until all particles of the tile have finished
/// their step.
namespace lanecast {

/// Columns of a batch of particles that are read.
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
        ignore_count,
        flags,
        count
    };
};
/// Columns of a batch of particles that are written.
struct particle_output {
    enum : int { position, velocity = 3, flags = 6, count };
};
struct ParticleColumns {
    Inputs<particle_column> in;
    Outputs<particle_output> out;
};

/// lanecast::Step in the form that kernels use.
struct StepSettings {
    float seconds;
    float gravity[3];
    float drag;
    std::uint32_t max_impacts;
    float skin;
    float push; ///< maximum distance that a particle is pushed out in this step
    float rest_speed;
    ReadableColumn shape_velocity[3]; ///< by id
    bool shapes_move; ///< whether shape_velocity is given; if not, it is 0 for all shapes
    SurfaceTable surfaces;
    MotionTable motions; ///< of the scene's instances; empty if the step takes no time
};

/// Subset of the particles that begin() loads into a tile. Sensors are separate, because a single
/// sweep finds everything that they touch.
enum class ParticleSet : std::uint32_t { solid, sensors };

/// Purpose of a particle's sweep.
enum class SweepTask : std::uint32_t {
    fly,
    push,  ///< moves the particle out of an overlap
    look,  ///< tests for another overlap at the start; the particle does not move
    carry, ///< the instance that it touched last takes it to the end of the step
};

/// Arrays of a tile, with one 32-bit element for each particle that has not finished its step, one
/// array after the other in the order of these numbers.
struct tile_array {
    enum : int {
        // The sweep, in the order of contact_column.
        center,
        displacement = 3,
        reach = 6,
        slack,
        mask,
        ignore,
        ignore_count,
        // The answer to the sweep, in the order of impact_column.
        impact,
        // The state of the particle.
        particle = impact + impact_column::count, ///< index in the batch
        velocity,                                 ///< at the center, with `seconds` left
        seconds = velocity + 3,
        push_left, ///< distance that the particle may still be pushed
        flags,     ///< of the result so far
        impacts,   ///< sum of the costs of instants with a contact
        tries,     ///< number of contacts at the last of these instants
        pushes,    ///< number of pushes out of overlaps, plus 16 per slide along a blocking surface
        task,      ///< SweepTask
        carrier,   ///< velocity of the shape that was touched last
        plane_count = carrier + 3,
        planes,              ///< normals of the surfaces that the particle touches: three vectors
        bounds = planes + 9, ///< normal parts of these surfaces' velocities: three numbers
        frictions = bounds + 3,      ///< of these surfaces, if shapes differ in it: three numbers
        still_count = frictions + 3, ///< arrays of a step in which no instance moves
        // The particle among instances that move.
        begin = still_count, ///< share of the step at which the sweep begins
        end,                 ///< and that at which it ends
        /// Indices of the motions of instances that it has touched, the last one first; with
        /// carries_it, the sweep ignores the instance.
        kept_motion,
        kept_place = kept_motion + 3,    ///< its places in their frames: three vectors
        plane_motion = kept_place + 9,   ///< motions of the surfaces
        plane_normal = plane_motion + 3, ///< their normals in the frames of these motions
        count = plane_normal + 9
    };
};
/// Added to tile_array::kept_motion of the instance that carries a particle to the end of the step.
inline constexpr std::uint32_t carries_it = 0x80000000;

/// Arrays of the contacts of a round, packed part by part.
struct contact_array {
    enum : int { particle, time, id, part, point, normal = 7, normal_speed = 10, count };
};
static_assert(int{tile_array::reach} == contact_column::reach &&
              int{tile_array::ignore_count} == contact_column::ignore_count);

struct ParticleTile {
    std::uint32_t* arrays;
    std::uint32_t* contacts; ///< nullptr if contacts are not requested
    std::size_t room;        ///< elements of each array; a multiple of 64

    [[nodiscard]] std::uint32_t* array(int number) const {
        return arrays + static_cast<std::size_t>(number) * room;
    }
    [[nodiscard]] std::uint32_t* contact_array(int number) const {
        return contacts + static_cast<std::size_t>(number) * room;
    }
};

/// Contacts of sensors, as rows of a batch of impacts: one row per sensor.
struct SensorRows {
    const std::uint32_t* found;  ///< true number of contacts of each sensor
    std::size_t capacity;        ///< of a row; 0 if contacts are not requested
    const std::uint32_t* arrays; ///< in the order of impact_column
    std::size_t room;            ///< elements of each array

    [[nodiscard]] const std::uint32_t* array(int number) const {
        return arrays + static_cast<std::size_t>(number) * room;
    }
};

/// Counts of a part of a round.
struct ParticleCounts {
    std::size_t under_way; ///< unfinished particles, packed to the front of the part
    std::size_t contacts;  ///< packed likewise, except for those of sensors: see `logged`
    std::size_t logged;    ///< contacts of sensors that had room in their rows, packed to the front
    std::size_t sensors, moved, pushed_out, out_of_impacts, resting, invalid, skin_raised;
};

/// Columns of responses without a scene: lanecast/responses.hpp.
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
