#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kernels/hostile/random.hpp"

/// Worlds, edits and queries made from bytes, and checks of the answers.
///
/// A case is one of three kinds: shapes and queries in pairs, a scene, or ellipses in the plane.
/// Numbers have exponents from -149 to 127, and some are nudged, repeated or set to 0. Answers must
/// have the same bits for every ISA, traversal and number of threads, in a scene and pairwise.
/// Pairs within the range of docs/semantics.md must keep its promises, which are checked in double.
namespace fuzz {

/// Checks the case that these bytes encode. Returns the first fault with the case, or "".
std::string finding(std::span<const std::uint8_t> bytes);

/// The checks of the three kinds of cases.
std::string finding_in_pairs(hostile::Random& random);
std::string finding_in_scene(hostile::Random& random);
std::string finding_in_plane(hostile::Random& random);

} // namespace fuzz
