#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/answers.hpp"
#include "lanecast/column.hpp"
#include "lanecast/options.hpp"
#include "lanecast/scene.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Particles against a world: one call moves spheres through a step of time, finds what they touch
/// on the way, and bounces or slides them for the rest of the step. docs/semantics.md, "Particles",
/// has the rules.
///
///     const StepSummary step = advance(level,
///                                      {.position = field(sparks, &Spark::place),
///                                       .velocity = field(sparks, &Spark::velocity),
///                                       .radius = 0.02f,
///                                       .restitution = 0.5f},
///                                      {.seconds = 1.0f / 60, .gravity = {0, 0, -9.81f}});
namespace lanecast {

/// What a particle does about what it touches.
enum class Response : std::uint32_t {
    /// Reverses the normal part of its velocity, times `restitution`, and loses of the tangential
    /// part what Coulomb's friction takes: `friction` times the change of the normal part.
    bounce,
    /// Keeps the tangential part: slides along one surface, along the crease of two, and stops in a
    /// corner of three. Never backwards.
    slide,
    stick, ///< stops and stays there: flag::stuck
    kill,  ///< stops and is not moved any more: flag::killed
    /// Passes through everything. Its contacts are the shapes, or parts of instances, that it
    /// begins to touch on its path, each once in a step, in the order of touching. Shapes that it
    /// touches at the start of the step are not reported.
    sensor,
};

namespace flag {
inline constexpr std::uint32_t resting = 32;        ///< touches something and stands still there
inline constexpr std::uint32_t out_of_impacts = 64; ///< the rest of its time was given up
inline constexpr std::uint32_t stuck = 128;         ///< Response::stick has stopped it
inline constexpr std::uint32_t killed = 256;        ///< Response::kill has stopped it
inline constexpr std::uint32_t blocked = 512;       ///< a push out of an overlap was stopped
} // namespace flag

/// Spheres that move. Each field is one value for all particles or an array with one element per
/// particle; position and velocity are read and written in place. The number of particles is the
/// common length of the arrays, or `count` where given.
///
/// A particle is invalid if its position or velocity is not finite, if its radius, restitution or
/// friction is negative or not finite, or if its response is none. It is left as it is and gets
/// flag::invalid.
struct Particles {
    InOut<Vec3> position = {};  ///< of the centre, in the world's units
    InOut<Vec3> velocity = {};  ///< units per second
    Input<float> radius = 0.0f; ///< 0: a moving point
    /// 0 to 1: the share of the normal speed that a bounce keeps; more counts as 1.
    Input<float> restitution = 0.5f;
    Input<float> friction = 0.0f; ///< Coulomb's coefficient, for Response::bounce
    Input<std::uint32_t> response = Response::bounce; ///< of type Response, one or one for each
    Input<std::uint32_t> mask = all_layers; ///< shapes that share a bit are met; 0: none is
    Input<std::uint32_t> ignore = no_id;    ///< one id that this particle ignores
    /// The outcome: flag::hit if it touched anything, flag::inside if it began in overlap, and the
    /// flags above. Also read: a particle that says stuck or killed is left as it is. So
    /// write 0 before the first step, and to set it free.
    InOut<std::uint32_t> flags = {};
    std::size_t count = count_from_columns;
};

/// A step of time, the same for all particles.
struct Step {
    float seconds = 1.0f / 60; ///< >= 0
    Vec3 gravity = {};         ///< acceleration, units per second^2
    float drag = 0.0f;         ///< >= 0, per second: the speed falls by drag times itself
    /// Maximum number of contact instants per step; the remaining time is dropped after the last
    /// one. At least 1; more than 65535 count as that. Surfaces that are touched at one instant
    /// count once. Of sensors: the maximum number of contacts.
    std::uint32_t max_impacts = 4;
    /// The gap that particles keep to all surfaces, in the world's units. Less than a thousandth of
    /// the radius, or than rounding needs, is raised to that: see StepSummary::skin_raised.
    float skin = 0.0f;
    /// A particle that begins in overlap is pushed out no faster than this, in units per second. It
    /// does not keep that speed.
    float max_push_out_speed = 10.0f;
    /// Impacts no faster than this do not bounce, nor do those that are no faster than twice what
    /// gravity adds in a step.
    float rest_speed = 0.0f;
    /// Velocity of each shape by id, or one for all, for belts and bats. It counts in the response
    /// only: within the step shapes stand where the scene has them, and a mesh that rises through
    /// particles may lose them. Must have an element for each id of the scene. A velocity that is
    /// not finite or has a component beyond 2^60 counts as 0.
    Input<Vec3> shape_velocity = {};
};

/// Where advance() writes what was touched, one row for each contact, in the order of (particle,
/// time). All but `found` have room for `capacity` rows; those behind the last contact are not
/// written. A column left out is not computed.
struct Contacts {
    Output<std::uint32_t> particle = {}; ///< its index in the batch
    Output<float> time = {};             ///< seconds since the begin of the step
    Output<std::uint32_t> id = {};
    Output<std::uint32_t> part = {}; ///< id within an instance's prototype; no_id elsewhere
    Output<Vec3> point = {};         ///< of the shape's boundary
    Output<Vec3> normal = {};        ///< unit length, from the shape to the particle
    Output<float> normal_speed = {}; ///< how fast it approached; 0 of what it rests on
    /// How many contacts each particle has, whatever the capacity: one element per particle.
    Output<std::uint32_t> found = {};
    std::size_t capacity = 0;
};

/// What a step did.
struct StepSummary {
    std::size_t particles = 0;
    std::size_t moved = 0; ///< are not where they were
    /// All there were, whatever the capacity; counted whether or not they are wanted.
    std::size_t contacts = 0;
    std::size_t pushed_out = 0;     ///< began in overlap and were pushed
    std::size_t out_of_impacts = 0; ///< gave up some of their time
    std::size_t resting = 0;
    std::size_t invalid = 0;
    std::size_t truncated = 0;   ///< contacts for which there was no room
    std::size_t skin_raised = 0; ///< particles for which Step::skin was > 0 and too small
};

/// Moves all particles by step.seconds.
///
/// No particle passes through a surface that stands still, however fast the particle and however
/// thin the surface: a particle that begins outside of closed shapes and meshes ends outside of
/// them. It stops at the distance radius + skin from a surface and never comes nearer than radius +
/// skin / 4. The skin is Step::skin, but at least
///
///     max(radius / 1000, 8 e (|position|_1 + |displacement|_1 + radius)),   e = 2^-23,
///
/// and up to 32 e times the size of the touched shape at spheres, capsules, cylinders, cones and
/// lines, and in instances. docs/semantics.md has the details.
///
/// The answer is the same, bit for bit, on every ISA, with any number of threads, for particles in
/// any order and with Traversal::exhaustive. Of `options`, traversal and threads count.
///
/// @throws Error missing_column, wrong_length, wrong_stride, not_committed; bad_value if a number
///         of `step` is not finite, negative, or (max_impacts) 0. std::bad_alloc if there is
///         no memory for a few particles at a time. Nothing is written then. Nothing throws once
///         the first particle has moved; if memory runs out later contacts may be left out, and
///         are counted as truncated.
StepSummary advance(const Scene& scene, const Particles& particles, const Step& step,
                    const Contacts& contacts = {}, const Options& options = {});

} // namespace lanecast
