#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/answers.hpp"
#include "lanecast/column.hpp"
#include "lanecast/options.hpp"
#include "lanecast/particle_response.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Particles: one call moves spheres through a time step, finds their contacts with a scene, and
/// bounces or slides them for the rest of the step. docs/semantics.md, "Particles", defines the
/// rules.
///
///     const StepSummary step = advance(level,
///                                      {.position = field(sparks, &Spark::place),
///                                       .velocity = field(sparks, &Spark::velocity),
///                                       .radius = 0.02f,
///                                       .restitution = 0.5f},
///                                      {.seconds = 1.0f / 60, .gravity = {0, 0, -9.81f}});
namespace lanecast {

class Scene; // scene.hpp

/// Spheres that move.
///
/// Each field is one value for all particles or an array with one element per particle. Position
/// and velocity are read and written in place. The number of particles is the common length of the
/// arrays, or `count` if it is set.
///
/// A particle is invalid if its position, its velocity or its path in the step is not finite, if
/// its radius, restitution or friction is negative or not finite, or if its response is not a value
/// of Response. An invalid particle does not change, except that it gets flag::invalid.
struct Particles {
    InOut<Vec3> position = {};  ///< centres, in world units
    InOut<Vec3> velocity = {};  ///< in units per second
    Input<float> radius = 0.0f; ///< 0: a moving point
    /// Share of the normal speed that a bounce keeps, 0 to 1; larger values count as 1.
    Input<float> restitution = 0.5f;
    Input<float> friction = 0.0f; ///< Coulomb coefficient, >= 0, for Response::bounce
    Input<std::uint32_t> response = Response::bounce; ///< values of type Response
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: tests none
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this particle ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    /// Result: flag::hit if the particle touched anything, flag::inside if it started closer to a
    /// shape than radius + skin / 4, and the flags above. Also an input: a particle flagged stuck
    /// or killed does not move. So write 0 before the first step, and to release a particle.
    InOut<std::uint32_t> flags = {};
    std::size_t count = count_from_columns;
};

/// Settings of a time step, the same for all particles.
struct Step {
    float seconds = 1.0f / 60; ///< >= 0
    Vec3 gravity = {};         ///< acceleration in units per second^2
    float drag = 0.0f;         ///< >= 0, per second: slows down at the rate drag * velocity
    /// Maximum sum of the costs of contacts per step; the remaining time is dropped after the last
    /// one. An instant costs 1, or as little as 1/32 if the contact hardly turns the velocity, like
    /// those on the facets of a smooth mesh. Surfaces that are touched at the same instant count
    /// once. At least 1; values above 65535 count as 65535. For sensors: maximum number of
    /// contacts.
    std::uint32_t max_impacts = 4;
    /// Gap that particles keep to all surfaces, in world units, >= 0. A skin below a thousandth of
    /// the radius, or below what rounding errors require, is raised: see StepSummary::skin_raised.
    float skin = 0.0f;
    /// Maximum speed at which a particle that starts in an overlap is pushed out, in units per
    /// second, >= 0. The push does not change its velocity.
    float max_push_out_speed = 10.0f;
    /// Impacts with a normal speed up to this do not bounce, nor do those with a normal speed up to
    /// twice what gravity adds in a step. >= 0, in units per second.
    float rest_speed = 0.0f;
    /// Velocity of each shape, by id, or one velocity for all, for surfaces that stay where they
    /// are, such as conveyor belts. It only affects the response. Shapes that travel are instances
    /// with Scene::move, whose motion adds to this velocity. An array must have an element for each
    /// id of the scene. A velocity that is not finite or has a component beyond 2^60 counts as 0.
    Input<Vec3> shape_velocity = {};
};

/// Output columns of advance(): one row per contact, in the order of (particle, time).
///
/// All columns but `found` must have room for `capacity` rows. Rows behind the last contact are not
/// written. A column left out is not computed.
struct Contacts {
    Output<std::uint32_t> particle = {}; ///< index in the batch
    Output<float> time = {};             ///< seconds since the start of the step
    Output<std::uint32_t> id = {};
    Output<std::uint32_t> part = {};  ///< id in an instance's prototype; no_id elsewhere
    Output<std::uint32_t> batch = {}; ///< IdRange::batch of the add()
    Output<std::uint32_t> index = {}; ///< in that batch
    Output<std::uint32_t> user = {};  ///< the primitive's or instance's word: `user` of its batch
    Output<std::uint32_t> part_user = {}; ///< word of the shape in the prototype; 0 elsewhere
    Output<Vec3> point = {};              ///< on the shape's boundary
    Output<Vec3> normal = {};             ///< unit length, from the shape to the particle
    Output<float> normal_speed = {};      ///< approach speed; 0 for a surface that it rests on
    /// Number of contacts of each particle, whatever the capacity: one element per particle.
    Output<std::uint32_t> found = {};
    std::size_t capacity = 0;
};

/// Statistics of a step.
struct StepSummary {
    std::size_t particles = 0;
    std::size_t moved = 0; ///< particles whose position changed
    /// All contacts, whatever the capacity; counted even if no column of Contacts is passed.
    std::size_t contacts = 0;
    std::size_t pushed_out = 0;     ///< particles that started in an overlap and were pushed
    std::size_t out_of_impacts = 0; ///< particles that dropped some of their time
    std::size_t resting = 0;
    std::size_t invalid = 0;
    std::size_t truncated = 0;   ///< contacts for which there was no room
    std::size_t skin_raised = 0; ///< particles for which Step::skin was > 0 and too small
};

/// Moves all particles by step.seconds, and with them the instances that Scene::move has set in
/// motion. Shapes may change the response of the particles that touch them: see Surfaces.
///
/// No particle passes through a surface that stands still, however fast the particle and however
/// thin the surface: a particle that starts outside of closed shapes and meshes ends outside of
/// them. The same holds for an instance that only travels, as long as it leaves the particle room
/// and the particle does not run out of contacts. One that turns may lose a particle that another
/// shape stops meanwhile; docs/semantics.md, "Moving shapes", has the bound. Shapes that update()
/// displaces lose particles, boxes too: move() is the remedy. A particle stops at the distance
/// radius + skin from a surface and never comes closer than radius + skin / 4. The skin is
/// Step::skin, but at least
///
///     max(radius / 1000, 8 e (|position|_1 + |displacement|_1 + radius)),   e = 2^-23.
///
/// Spheres, capsules, cylinders, cones and lines raise it to at least 32 e s, where s is the scale
/// of the particle and the shape; instances raise it, too. docs/semantics.md has the details.
///
/// Results are the same, bit for bit, on every ISA, with any number of threads, for particles in
/// any order, and with Traversal::exhaustive. Only `traversal` and `threads` of `options` have an
/// effect.
///
/// @throws Error missing_column, wrong_length, wrong_stride or not_committed; bad_value if a
///         setting of `step` is not finite or is negative (gravity may be), or if max_impacts is 0.
///         std::bad_alloc if there is not even memory for a few particles at a time. Nothing is
///         written then. Nothing throws once the first particle has moved; if memory runs out
///         later, some contacts may be dropped, which count as truncated.
StepSummary advance(const Scene& scene, const Particles& particles, const Step& step,
                    const Contacts& contacts = {}, const Options& options = {});

} // namespace lanecast
