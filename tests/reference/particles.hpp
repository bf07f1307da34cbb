#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "reference/box.hpp"
#include "reference/capsule.hpp"
#include "reference/cone.hpp"
#include "reference/cylinder.hpp"
#include "reference/line.hpp"
#include "reference/plane.hpp"
#include "reference/sphere.hpp"
#include "reference/triangle.hpp"

/// One step of one particle in double, written from the section "Particles" of docs/semantics.md
/// alone, which the comments call the law. Shapes stand still, and instances are left out.
///
/// Newton's method on the distance finds times of impact, because the distance is convex along a
/// straight path (particle_touch.hpp). Velocities at several planes are found by trying all sets of
/// active planes (particle_planes.hpp).
///
/// An implementation in float may differ for two reasons. Rounding errors change all numbers
/// slightly. They can also flip a decision, such as which of two shapes is touched first; then the
/// particle takes another course. The outcome reports how close each kind of decision was
/// (Margins). A seed other than 0 adds random rounding errors of the size that the law permits.
/// Many seeds therefore show the outcomes that an implementation may have, and same_course()
/// distinguishes the two reasons.
namespace reference {

/// Any shape. Its id is its index in the world. An axis-parallel box is a Box.
using WorldShape = std::variant<Sphere, Box, Capsule, Cylinder, Cone, Triangle, Plane, Line>;
using World = std::vector<WorldShape>;

enum class Response { bounce, slide, stick, kill, sensor };

struct Particle {
    Vector position = {};
    Vector velocity = {};
    double radius = 0.0;
    double restitution = 0.5;
    double friction = 0.0;
    Response response = Response::bounce;
};

/// Step of time, with the fields of lanecast::Step.
struct ParticleStep {
    double seconds = 1.0 / 60.0;
    Vector gravity = {};
    double drag = 0.0;
    int max_impacts = 4;
    double skin = 0.0;
    double max_push_out_speed = 10.0;
    double rest_speed = 0.0;
};

/// Kinds of decisions that rounding errors can flip.
enum class Decision : std::size_t {
    miss,       ///< whether a shape is touched before the path ends, or at all
    order,      ///< which of several shapes is touched first
    leads_into, ///< the sign of n.m at a touch
    face,       ///< whether the centre is at least R - g0 / 2 above a face
    side,       ///< whether the centre is within g0 / 8 of a triangle
    overlap,    ///< whether the particle is pushed out, and of which shape
    instant,    ///< whether the particle has moved by g / 4 since the instant began
    bounce,     ///< whether the impact is fast enough to bounce
    same_plane, ///< whether two normals differ by less than 2^-22
    falls_back, ///< whether gravity leads the particle back to a plane that it leads off
    slide,      ///< whether a sixteenth of a push is left after a surface has stopped it
    limit,      ///< whether the impacts of the step are used up
    count
};

/// Least distance of each kind of decision from the point where it would flip, in multiples of the
/// rounding error that the law permits there. Rounding errors can flip a decision with a margin
/// below 1. Errors that earlier touches in the step cause are not included.
struct Margins {
    std::array<double, static_cast<std::size_t>(Decision::count)> least = {};
    Margins() { least.fill(infinity); }
    [[nodiscard]] double of(Decision kind) const { return least[static_cast<std::size_t>(kind)]; }
    /// Kind of the closest decision.
    [[nodiscard]] Decision closest() const;
};

struct ParticleContact {
    double time = 0.0; ///< seconds since the step began
    std::uint32_t id = 0;
    Vector normal;
    bool bounced = false; ///< the normal part of the velocity was reversed
};

struct ParticleOutcome {
    Vector position;
    Vector velocity;
    bool hit = false;
    bool inside = false;
    bool blocked = false;
    bool resting = false;
    bool stopped = false; ///< by Response::stick or Response::kill
    bool out_of_impacts = false;
    std::vector<ParticleContact> contacts;
    std::vector<std::uint32_t> pushed; ///< ids of the shapes that pushed the particle out, in order
    Margins margins;
};

/// Returns whether two outcomes come from the same decisions: the same contacts in the same order,
/// with the same normals up to rounding errors.
bool same_course(const ParticleOutcome& a, const ParticleOutcome& b);

/// Moves the particle by one step.
///
/// @param seed  0: exact arithmetic. Otherwise random rounding errors.
ParticleOutcome advance(const World& world, const Particle& particle, const ParticleStep& step,
                        std::uint64_t seed = 0);

} // namespace reference
