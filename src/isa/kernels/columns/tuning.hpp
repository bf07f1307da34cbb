#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bvh_layout.hpp"
#include "isa/simd/lanes.hpp"

/// All thresholds of the kernels that affect speed only, never results. Each comment states the
/// unit and the measurement. Unless stated otherwise, measurements were made on one thread of an
/// AMD EPYC (Zen 5) with AVX-512. "a versus b: 1.2x" means that a is 1.2 times as fast as b.
namespace lanecast::LANECAST_ISA::tuning {

// --- Staging

/// Distance in floats at which a column is prefetched ahead of the reads.
inline constexpr std::size_t column_floats_ahead = 256;

// --- Pairs

/// Kinds of shapes, one bit each.
template <class... K>
constexpr unsigned kinds(K... of) {
    return ((1u << static_cast<unsigned>(of)) | ...);
}

/// Pairwise tests process two registers of lanes at a time, operation by operation, so that one
/// computes while the other waits for a result. The tests listed here use a single register. Two
/// registers versus one, by `limits_report` on an EPYC (Zen 4), since plain calls have a loop of
/// their own: for these tests 0.92x to 0.99x on AVX2, 0.81x to 0.99x on AVX-512, 0.94x to 1.00x on
/// SSE4.2; for other short ones 1.04x to 1.20x on AVX2, 0.96x (sweeps against planes) to 1.12x on
/// AVX-512, 0.97x (overlaps with aabbs) to 1.14x on SSE4.2. Sweeps against triangles would be 1.05x
/// to 1.12x, but take 64 KiB of stack. For the same reason, rays against triangles and sweeps
/// against boxes use one register on AVX-512, where two take 49 KiB. See record 0039.
inline constexpr unsigned short_ray_tests =
    kinds(Kind::aabb, Kind::box) | (native_width == 16 ? kinds(Kind::triangle) : 0);
inline constexpr unsigned short_sweep_tests =
    kinds(Kind::triangle) | (native_width == 16 ? kinds(Kind::box) : 0);
/// Volumes are tested in doubles, which fill the registers.
inline constexpr unsigned short_volume_tests = ~0u;
inline constexpr unsigned short_closest_tests = kinds(Kind::aabb);

/// `one_shape`: kinds for which one shape against many queries is prepared once instead of once per
/// vector of queries. `one_ray`: kinds for which one ray against many shapes is prepared once. Each
/// adds a specialisation of the kernel. Pairwise on AVX2 on the Zen 4 EPYC: 1.18x to 2.0x with one
/// shape for rays, overlaps and closest points, 1.05x to 1.2x for sweeps; 1.07x to 1.65x with one
/// ray, but 0.92x against boxes, because each box rotates the ray. See record 0039.
inline constexpr unsigned one_shape =
    kinds(Kind::box, Kind::capsule, Kind::cylinder, Kind::cone, Kind::triangle, Kind::plane);
inline constexpr unsigned one_ray = kinds(Kind::sphere, Kind::aabb, Kind::capsule, Kind::cylinder,
                                          Kind::cone, Kind::triangle, Kind::plane);

/// After a block of which more than one pair in `pairs_per_bad` is bad or unusual,
/// `pairs_after_many` skip the loop for plain calls. Its first block has `vectors_at_first`. Bad
/// pairs apart versus whole vectors again, on AVX2 on the EPYC (Zen 4), rays and spheres, distances
/// from planes: with one bad pair in 32 1.26x and 1.6x, in 8 0.9x and 1.2x.
inline constexpr std::size_t pairs_per_bad = 4, vectors_at_first = 16, pairs_after_many = 1920;

/// Least number of pairs of which the first are answered apart, so that vectors of the others are
/// aligned. Versus unaligned, 4096 rays and spheres on the EPYC (Zen 4): 1.4x if all columns begin
/// 16 bytes after a multiple of 16 KiB, as large std::vectors do, 1.0x to 1.1x if they are spread.
inline constexpr std::size_t least_aligned_pairs = 1024;

// --- Descent of the BVH

/// Cache lines of a child to prefetch. A single query prefetches a node, or a block of boxes up to
/// its ids, which lie in the fifth line. Five lines versus four: interleaved among boxes 1.05x and
/// 1.08x. A list takes longer at a child, so the lines behind are prefetched, too. Nine lines
/// versus five: streams 1.00x to 1.03x, interleaved 0.97x. See record 0017.
inline constexpr int child_lines_for_one = 5, child_lines_for_list = 9;

/// Distance in queries at which a long list is prefetched.
inline constexpr std::uint32_t list_ahead = 8 * native_width;

/// Longest list that continues in the fallback. Limits of one, two, three and four versus no
/// fallback: 1.0x, 1.08x, 1.10x and 1.10x for rays among 1.6 million triangles, 1.2x, 1.3x, 1.3x
/// and 1.2x for short sweeps; other scenes unchanged. See record 0016.
inline constexpr std::uint32_t most_in_fallback = 2;

/// Queries of the fallback that take a step together to hide memory latency. If `many_in_fallback`
/// or more wait, they step one at a time, because that adds fewer children.
inline constexpr std::uint32_t fallback_at_once = 16, many_in_fallback = 256;

/// Interleaved queries in flight. With 16, the vectors that are sorted together have unused lanes.
/// On an Intel Xeon, 24, 32 and 48 are equally fast. Versus 24, on the EPYC: 32 are 1.08x and 48
/// are 1.12x among 1.6 million triangles, 1.06x and 1.11x among a million spheres, 1.00x and 0.99x
/// among 10,000, 1.02x and 0.97x for calls of 256 queries. See record 0017.
inline constexpr std::uint32_t interleaved_slots = 32;

/// Extra entries per stack of interleaved queries. The stacks are adjacent in memory; the padding
/// keeps them from all starting in the same cache sets.
inline constexpr int stack_spread = 21;

/// Longest list of points. Lists of 64, 256 and 1024 versus interleaved: 1.40x, 1.51x and 1.46x
/// among 10,000 spheres, 1.15x, 1.16x and 0.91x among 100,000, 1.66x, 1.65x and 1.42x among 70,000
/// triangles. See record 0020.
inline constexpr std::size_t most_neighbours = 128;

// --- Lists at leaves, by their length

/// Lanes for lists of at most as many queries. A test with eight lanes takes two thirds of the time
/// of one with sixteen. Eight versus sixteen for all but the shortest lists, on an EPYC (Zen 4): a
/// million spheres 1.04x, other scenes unchanged.
inline constexpr int narrow_width = native_width < 8 ? native_width : 8;

/// Longer lists take one query per lane, shorter ones one query per quad of lanes. On 16 lanes,
/// this limit with 8 lanes for lists of 4 to 8, versus 16 lanes for lists of 6 and more: a million
/// spheres 1.05x, 70,000 triangles 1.02x. With 8 lanes for the last few queries of longer lists,
/// too: 0.97x to 1.01x.
inline constexpr std::uint32_t short_list =
    narrow_width < native_width ? 3 : static_cast<std::uint32_t>(native_width) / 3;

/// Longer lists collect pairs with one query per lane. Versus quads, with 16 lanes: long sweeps
/// among boxes 1.18x, short ones 1.11x; among 70,000 triangles 1.10x and 1.05x. With a limit of a
/// third of the lanes: 0.99x to 1.02x of that. See record 0032.
inline constexpr std::uint32_t short_list_of_pairs = static_cast<std::uint32_t>(native_width) / 2;

/// If a vector has at least this many quads of lanes, short lists are collected over several leaves
/// until the quads are full. With four quads: 1.04x to 1.06x among 1.6 million triangles, where
/// most lists are short, 1.01x to 1.04x among a million spheres, other scenes unchanged. With the
/// two quads of AVX2: 0.94x. See record 0016.
inline constexpr int least_collected_quads = 3;

// --- Packets

/// Side, in rays, of the squares of pixels that descend together: the fastest of 64 to 256. See
/// record 0018.
inline constexpr std::uint32_t picture_square = 128;

/// `coherence_samples`: packets of a part that are sampled to decide whether rays are coherent.
/// `most_apart`: largest distance between the origins of one packet, in sizes of the BVH. See
/// record 0003.
inline constexpr std::size_t coherence_samples = 16;
inline constexpr float most_apart = 1.0f / 24;

/// `convergence_samples`: rays of a part that are sampled to decide whether they lead to one point
/// light. `least_cosine_to_light`: of the angle between a ray and its way to the light.
inline constexpr std::size_t convergence_samples = 32;
inline constexpr double least_cosine_to_light = 0.9998;

/// Largest ratio of the limits of a packet's rays up to which they count as alike. The rays of such
/// a packet are not tested individually against a box. See record 0018.
inline constexpr float alike_limits = 1.25f;

} // namespace lanecast::LANECAST_ISA::tuning
