#pragma once

#include <cstdint>

/// Responses of particles to contacts, and their flags after a step: see particles.hpp.
namespace lanecast {

/// How a particle responds to a contact.
enum class Response : std::uint32_t {
    /// Reverses the normal part of the velocity, times `restitution`. Coulomb friction reduces the
    /// tangential part by `friction` times the change of the normal part.
    bounce,
    /// Keeps the tangential part of the velocity: the particle slides along one surface or along
    /// the crease of two, and stops in a corner of three. It never slides backwards.
    slide,
    stick, ///< stops and stays there: flag::stuck
    kill,  ///< stops and is never moved again: flag::killed
    /// Passes through everything. Reports every shape, or part of an instance, that it begins to
    /// touch on its path, once per step, in the order of contact. Shapes that it touches at the
    /// start of the step are not reported.
    sensor,
    of_particle = 0xFFFFFFFF, ///< for Surfaces::response only: the particle's own response
};

namespace flag {
inline constexpr std::uint32_t resting = 32;        ///< touches a shape; has its velocity, or 0
inline constexpr std::uint32_t out_of_impacts = 64; ///< the rest of its time was dropped
inline constexpr std::uint32_t stuck = 128;         ///< Response::stick stopped it
inline constexpr std::uint32_t killed = 256;        ///< Response::kill stopped it
/// A surface blocked a push out of an overlap, or the pushes of the step did not suffice.
inline constexpr std::uint32_t blocked = 512;
} // namespace flag

} // namespace lanecast
