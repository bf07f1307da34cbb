#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kernels/hostile/random.hpp"

/// Worlds, edits and queries made of bytes, and what is wrong with the answers to them.
///
/// A case is one of three: shapes and queries in pairs, a scene, ellipses in the plane. Numbers
/// have exponents from -149 to 127, and some are nudged, repeated or set to 0. Two things are asked
/// of the answers. They are the same bits by all ways: every ISA, traversal and number of threads,
/// in a scene and pairwise. And pairs within the range of docs/semantics.md keep its promises,
/// checked in double.
namespace fuzz {

/// What is wrong with the case that these bytes stand for, and the case; empty if nothing is.
std::string finding(std::span<const std::uint8_t> bytes);

/// The three of them.
std::string finding_in_pairs(hostile::Random& random);
std::string finding_in_scene(hostile::Random& random);
std::string finding_in_plane(hostile::Random& random);

} // namespace fuzz
