#pragma once

#include <cstddef>
#include <cstdint>

#include "core/stream_steps.hpp"
#include "lanecast/isa.hpp"

/// All thresholds of batch policy. Each comment gives the unit and the measurement, taken on one
/// thread of an AMD EPYC (Zen 5) with AVX-512 unless stated otherwise. "a over b: 1.2x" means that
/// a ran 1.2x as fast as b. More: docs/decisions.
namespace lanecast::host::tuning {

// --- Rays from far away

/// Margin of a ray's box tests from which its batch is answered without the tree, as a share of the
/// longest side of the tree. At this margin the tree takes 0.7 to 1 times as long (EPYC, Zen 3,
/// AVX2; 45,000 spheres, aabbs, and triangles of a terrain).
inline constexpr float far_margin = 0.25f, far_margin_of_triangles = 0.8f;

/// Number of rays that are looked at.
inline constexpr std::size_t far_samples = 15;

// --- Parts of a batch, in queries

/// Size of a part. Large enough that handing it to a thread costs nothing, small enough that
/// threads share the parts evenly. A multiple of the kernels' block, so that only the last part has
/// an incomplete one.
inline constexpr std::size_t small_part = 2048;

/// Number of parts per thread of a batch that needs no scene. Beginning a part takes as long as
/// some hundred cheap pairs, so parts grow with the batch. A million rays and spheres on two
/// threads of an EPYC (Zen 4), over parts of 2048: 1.08x on AVX2, 1.16x on AVX-512; 4096 on one
/// thread in one part instead of two: 1.03x and 1.06x.
inline constexpr std::size_t batch_parts_per_thread = 8;

/// Maximum size of a part of a stream. In larger parts more queries reach the same leaf; memory
/// limits the size. A million rays, parts of 2^20 over 2^18: 100,000 spheres 1.16x, a million
/// spheres 1.2x, mixed shapes 1.28x, a mesh of 70,000 triangles 1.17x, of 1.6 million 1.43x. Record
/// 0016.
inline constexpr std::size_t most_in_stream = 1048576;

/// Maximum fill of the lists of a part. Octants are not equally full, and one that is slightly too
/// long for a list would be split in two.
inline constexpr double full_lists = 15.0 / 16.0;

/// Number of parts per thread for rays in packets. More than one, because threads are not equally
/// fast.
inline constexpr std::size_t packet_parts_per_thread = 4;

/// Size of a part of sorted rays: their memory is read at random, and in larger parts more of it is
/// outside of the caches. But if a part has few rays per leaf block, neighbours in the order are
/// far apart. Parts of 150,000 to 300,000 over a million: meshes of 2,300 to 10,000 triangles 1.1x
/// to 1.3x; a mesh of 70,000 triangles 0.98x with 300,000, 0.9x with 150,000. Record 0018.
inline constexpr std::size_t sorted_part = 196608, rays_per_block_in_sorted_part = 16;

/// Minimum size of a part of Engine::rows or Engine::nearest when threads share the batch.
inline constexpr std::size_t least_list_part = 4096;

// --- Steps of particles

/// Maximum number of particles that go through a step together. Their sweeps form one batch; in
/// larger batches more of them reach the same leaf. A particle takes 45 numbers, or 57 with
/// contacts: 240 MB at most. A million particles on an EPYC of the Zen 4 family, tiles of 2^20 over
/// 2^18 and over 2^16: mixed shapes 1.20x and 1.55x, 70,000 triangles 1.06x and 1.36x, 2 million
/// triangles 1.12x and 1.08x.
inline constexpr std::size_t particles_in_tile = 1048576;

/// Number of particles of a tile that one task processes.
inline constexpr std::size_t particles_in_part = 4096;

// --- Choice of the engine: number of queries

/// Minimum number of queries to interleave; with fewer, interleaving costs more than it gains. Over
/// single queries: 4 queries 0.75x to 1.04x, 8 queries 0.9x to 1.3x, 16 queries 0.95x to 1.7x, 256
/// queries 1.2x to 1.9x, the most in large scenes. Record 0017.
inline constexpr std::size_t least_interleaved = 16;

/// Minimum number of queries in a stream; with fewer, its steps are not worth their cost.
inline constexpr std::size_t least_in_stream = 128, least_coherent_in_stream = 1024;

/// Minimum number of points per leaf block for lists. With fewer, points are too far apart to share
/// their path down the tree; it pays earlier where a shape costs more. Engine::nearest over
/// interleaved on AVX2 on an EPYC of the Zen 4 family, at 1, 2 and 8 points per block: meshes of
/// 70,000 and 80,000 triangles 0.7x to 0.96x, 1.15x and 1.4x to 1.5x; 100,000 spheres 0.57x, 0.62x
/// and 0.97x. Record 0020.
inline constexpr std::size_t points_per_block = 8, points_per_block_of_triangles = 2;

/// Minimum number of rays per leaf block to sort rays that lead to one point light. Sorted packets
/// over a stream on AVX2 on an EPYC of the Zen 4 family, shuffled shadow rays: a mesh of 70,000
/// triangles 0.96x at 7 rays per block, 1.15x at 35; terrains 1.0x at 11 rays per block and 1.1x at
/// 400; meshes of 800 to 10,000 triangles 1.2x to 1.35x. On AVX-512 on a Xeon: a car 1.36x, a mesh
/// of 70,000 triangles 1.14x, a terrain of 5,000 triangles 0.86x. Records 0018 and 0057.
inline constexpr std::size_t sorted_rays_per_block = 20;

// --- Choice of the engine: number of queries in units of blocks^(2/3), see meet_often()

/// From this number on, so many queries reach the same nodes that a stream is faster than
/// interleaving. Rays on AVX2, on an EPYC of the Zen 4 family: a terrain of 5,000 triangles and
/// 10,000 spheres 10, a mesh of 70,000 triangles 9, 4,000 boxes 4, a room of 250,000 triangles 2.
/// Moving spheres: the mesh 1 to 3, mixed shapes less than 1 for short paths and 13 for long ones.
/// Record 0003.
inline constexpr double stream_share = 10.0;

/// The same for coherent rays, of which fewer are enough. A stream over interleaved: a mesh of
/// 70,000 triangles with 4000 rays 1.6x, with 8000 1.8x; 100,000 spheres 1.6x and 1.9x; 1.6 million
/// triangles with 16,000 rays (3 units) 0.8x, with 64,000 1.3x. Record 0003.
inline constexpr double coherent_stream_share = 5.0;

/// From this number on, the rays of a packet stay together down to the leaves. Packets over a
/// stream: 70,000 triangles 0.98x at 46 units, 1.2x at 93; 1.6 million triangles 1.0x at 25, 1.3x
/// at 48; 100,000 spheres 0.93x at 37, 1.1x at 74; a million spheres 1.0x at 64, 1.2x at 244;
/// 100,000 mixed shapes 0.97x at 49, 1.1x at 98. Record 0003.
inline constexpr double packets_share = 44.0;

// --- Choice of the engine: ISA

/// Whether lists of queries go down the tree faster than single queries. Not in `plain`, whose
/// lanes are loops. There, lists over interleaved queries with 10,000 to a million spheres,
/// triangles and capsules: rays 0.48x to 0.82x, sweeps 0.63x to 0.93x, overlaps 0.58x to 0.75x,
/// closest points 0.53x to 1.09x, all hits (over single) 0.65x to 1.15x. Packets stay faster: 1.2x
/// to 2.3x, capsules 0.85x. Record 0003.
constexpr bool lists_pay(Isa isa) { return isa != Isa::plain; }

// --- Choice of the engine: coherence of rays

/// Maximum difference between directions of neighbours, with the largest component scaled to 1.
inline constexpr float coherent_in_streams = 1.0f / 2, coherent_in_packets = 1.0f / 20;

/// Factor by which Options::coherence multiplies or divides these limits. If the hint decided
/// alone, a wrong hint could make a call 29x slower (random rays in packets among 100,000 spheres).
/// Record 0003.
inline constexpr float hint_of_coherence = 3.0f;

// --- Choice of the engine: scene

/// A query tests this many blocks of spheres, or one block of any other kind, as fast as it
/// traverses a tree. Exhaustive over the tree: 16 spheres 1.6x, 32 spheres 1.4x, 64 spheres 1.0x; 8
/// mixed shapes 0.5x.
inline constexpr std::uint32_t tiny_blocks_of_spheres = 8;

// --- Lists of a stream

/// Maximum size of a list. Its records should stay in the second-level cache (2 MB), but in large
/// scenes lists must be long enough to fill the lanes at leaves. A million rays, lists of 32,768
/// over whole octants of 131,072: 1000 spheres 1.05x to 1.2x, 10,000 spheres 1.02x to 1.04x; a mesh
/// of 70,000 triangles 0.77x. Record 0016.
inline constexpr std::size_t records_in_cache = 2097152 / stream_record_bytes;
inline constexpr std::size_t queries_per_block = 20;

/// Minimum size of a list. Otherwise there are as many as threads, or one for each octant: they are
/// random samples of the queries and take equally long. Two threads over one, 250,000 overlaps
/// among 100,000 spheres: 1.95x, with four lists per thread 1.5x. Record 0016.
inline constexpr std::size_t least_list = 1024;

/// Number of pieces per thread for packing and writing, and the minimum size of a piece; with
/// smaller ones a task costs more than it saves. Record 0016.
inline constexpr std::size_t pieces_per_worker = 4, least_piece = 2048;

} // namespace lanecast::host::tuning
