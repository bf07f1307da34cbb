#pragma once

#include <cstddef>
#include <cstdint>

#include "core/stream_steps.hpp"
#include "lanecast/isa.hpp"

/// All thresholds of batch policy. Each says its unit, what was measured and where; unless it says
/// otherwise on one thread of an AMD EPYC (Zen 5) with AVX-512. "a against b 1.2" means that a was
/// 1.2 times as fast as b. More: docs/experiments.md.
namespace lanecast::host::tuning {

// --- Parts of a batch, in queries

/// So many that handing a part to a thread costs nothing, so few that threads share them evenly. A
/// multiple of the kernels' block, so that only the last part has an incomplete one.
inline constexpr std::size_t small_part = 2048;

/// The most of a stream. The larger a part the more queries meet at its leaves; what bounds it is
/// memory. A million rays, parts of 2^20 against 2^18: 100,000 spheres 1.16, a million 1.2, mixed
/// shapes 1.28, a mesh of 70,000 triangles 1.17, of 1.6 million 1.43. Record 0016.
inline constexpr std::size_t most_in_stream = 1048576;

/// How full the lists of a part are, at most: octants are not equally full, and one that was just
/// too long for a list would become two.
inline constexpr double full_lists = 15.0 / 16.0;

/// Parts of rays in packets for each thread, because threads are not equally fast.
inline constexpr std::size_t packet_parts_per_thread = 4;

/// The fewest of a part of Engine::rows or Engine::nearest that is shared out.
inline constexpr std::size_t least_list_part = 4096;

// --- Steps of particles

/// Particles that go through a step together: their sweeps are one batch, and the larger that is
/// the more of them meet. 45 or 57 numbers for each, 240 MB at most. A million particles, tiles of
/// 2^20 against 2^18 and 2^16, on an EPYC of the Zen 4 family: mixed shapes 1.20 and 1.55, 70,000
/// triangles 1.06 and 1.36, 2 million 1.12 and 1.08.
inline constexpr std::size_t particles_in_tile = 1048576;

/// Particles of a tile that one task answers.
inline constexpr std::size_t particles_in_part = 4096;

// --- Which engine: by queries

/// With fewer queries interleaving them costs more than it gains. Against one by one: 4 queries
/// 0.75 to 1.04, 8: 0.9 to 1.3, 16: 0.95 to 1.7, 256: 1.2 to 1.9; the most in large scenes.
/// Record 0012.
inline constexpr std::size_t least_interleaved = 16;

/// With fewer queries a stream is not worth its steps.
inline constexpr std::size_t least_in_stream = 128, least_coherent_in_stream = 1024;

/// With fewer points per primitive they are too far from each other to share their way down the
/// tree. Engine::nearest against interleaved: half as many points as primitives 0.86, as many 0.93
/// to 1.4, twice as many 1.2 to 1.6. Record 0020.
inline constexpr std::size_t points_per_primitive = 2;

// --- Which engine: in units of blocks^(2/3), as meet_often() has it

/// From where on queries meet in the tree so often that a stream is faster than interleaving them.
/// Rays: spheres 10,000 to a million 13 to 16, a mesh of 70,000 triangles 12, of 1.6 million 10,
/// boxes 23, mixed shapes 17. Moving spheres: the mesh 1 to 3, mixed shapes less than 1 for short
/// paths and 13 for long ones. Record 0029.
inline constexpr double stream_share = 14.0;

/// The same of coherent rays, of which fewer meet as often. A stream against interleaved: 4000 rays
/// of a mesh of 70,000 triangles 1.6, 8000 1.8; of 100,000 spheres 1.6 and 1.9; 16,000 of 1.6
/// million triangles, which are 3 units, 0.8, 64,000 1.3. Record 0029.
inline constexpr double coherent_stream_share = 5.0;

/// From where on the rays of a packet stay together down to the leaves. Packets against a stream:
/// 70,000 triangles 46 units 0.98, 93 units 1.2; 1.6 million 25 units 1.0, 48 units 1.3; 100,000
/// spheres 37 units 0.93, 74 units 1.1; a million 64 units 1.0, 244 units 1.2; 100,000 mixed shapes
/// 49 units 0.97, 98 units 1.1. Record 0030.
inline constexpr double packets_share = 44.0;

// --- Which engine: by the ISA

/// Whether lists of queries go down the tree faster than single ones. Not in `plain`, whose lanes
/// are loops. Speed there of lists against interleaved queries, 10,000 to a million spheres,
/// triangles and capsules: rays 0.48 to 0.82, sweeps 0.63 to 0.93, overlaps 0.58 to 0.75, closest
/// points 0.53 to 1.09, all hits (against single) 0.65 to 1.15. Packets stay: 1.2 to 2.3, of
/// capsules 0.85. Record 0037.
constexpr bool lists_pay(Isa isa) { return isa != Isa::plain; }

// --- Which engine: by rays

/// By how much the directions of neighbours may differ, with the largest component 1.
inline constexpr float coherent_in_streams = 1.0f / 2, coherent_in_packets = 1.0f / 20;

/// Options::coherence multiplies or divides that by so much. Taken at its word it would cost up to
/// 29 times the time where it is wrong (random rays in packets among 100,000 spheres). Record 0037.
inline constexpr float hint_of_coherence = 3.0f;

// --- Which engine: by the scene

/// A query tests so many blocks of spheres, or one block of any other kind, as fast as it goes down
/// a tree. Exhaustive against the tree: 16 spheres 1.6, 32 1.4, 64 1.0; 8 mixed shapes 0.5.
inline constexpr std::uint32_t tiny_blocks_of_spheres = 8;

// --- Lists of a stream

/// The longest list: its records stay in the second-level cache (of 2 MB), if it is still so long
/// that leaves fill their lanes. A million rays, lists of 32,768 against whole octants of 131,072:
/// 1000 spheres 1.05 to 1.2, 10,000 1.02 to 1.04; a mesh of 70,000 triangles 0.77. Record 0016.
inline constexpr std::size_t records_in_cache = 2097152 / stream_record_bytes;
inline constexpr std::size_t queries_per_block = 20;

/// Lists for each thread, unless they became shorter than the least. Record 0021.
inline constexpr std::size_t lists_per_worker = 4, least_list = 1024;

/// Pieces that threads pack and write: so many for each, of so many queries at least; with fewer a
/// task costs more than it brings. Record 0021.
inline constexpr std::size_t pieces_per_worker = 4, least_piece = 2048;

} // namespace lanecast::host::tuning
