#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bvh_layout.hpp"
#include "isa/simd/lanes.hpp"

/// All thresholds of the kernels that change the speed and nothing else. Each says its unit, what
/// was measured and where; unless it says otherwise on one thread of an AMD EPYC (Zen 5) with
/// AVX-512. "a against b 1.2" means that a was 1.2 times as fast as b.
namespace lanecast::LANECAST_ISA::tuning {

// --- Staging

/// Floats that a column is fetched ahead of where it is read.
inline constexpr std::size_t column_floats_ahead = 256;

// --- Pairs

/// Kinds of shapes, one bit each.
template <class... K>
constexpr unsigned kinds(K... of) {
    return ((1u << static_cast<unsigned>(of)) | ...);
}

/// Pairs are answered in two registers of lanes at a time, operation by operation: while one waits
/// the other has something to do. These short tests are answered in one. By `limits_report` on an
/// EPYC of the Zen 4 family two against one are 0.84 to 0.99 there on AVX2, 0.82 to 1.10 on AVX-512
/// (overlaps above 1). Of the others, rays aside, 0.99 (planes) to 1.43 (cones) on AVX2, 0.94 (the
/// nearest point of a box) to 1.27 on AVX-512. Record 0039. Sweeps against triangles have too many
/// numbers for two: 0.89 to 0.93 on AVX2, 0.96 to 0.99 on AVX-512, an EPYC of the Zen 5 family.
inline constexpr unsigned short_ray_tests = kinds(Kind::sphere, Kind::aabb, Kind::box, Kind::plane);
inline constexpr unsigned short_sweep_tests = kinds(Kind::plane, Kind::triangle);
inline constexpr unsigned short_overlap_tests = kinds(Kind::sphere, Kind::aabb, Kind::plane);
inline constexpr unsigned short_closest_tests = kinds(Kind::aabb, Kind::plane);

/// Kinds of which one shape against many queries is prepared once, not for each vector of them; and
/// those against many of which one ray is. Each costs a form of the kernel. By pairs on AVX2 on the
/// same EPYC: one shape 1.18 to 2.0 for rays, overlaps and nearest points, 1.05 to 1.2 for sweeps;
/// one ray 1.07 to 1.65, but 0.92 against boxes, each of which turns it. Record 0040.
inline constexpr unsigned one_shape =
    kinds(Kind::box, Kind::capsule, Kind::cylinder, Kind::cone, Kind::triangle, Kind::plane);
inline constexpr unsigned one_ray = kinds(Kind::sphere, Kind::aabb, Kind::capsule, Kind::cylinder,
                                          Kind::cone, Kind::triangle, Kind::plane);

// --- The way down the tree

/// Cache lines of a child that are fetched. For one query those of a node, or of a block of boxes,
/// whose ids lie in the fifth: against four, interleaved among boxes 1.05 and 1.08. For a list,
/// which stays longer, also what lies behind: against five, streams 1.00 to 1.03, interleaved 0.97.
/// Record 0031.
inline constexpr int child_lines_for_one = 5, child_lines_for_list = 9;

/// Queries of a long list that are fetched ahead.
inline constexpr std::uint32_t list_ahead = 8 * native_width;

/// Lists of at most so many queries go on in the fallback. Lists of one, two, three and four
/// against none: 1.6 million triangles 1.0, 1.08, 1.10 and 1.10 for rays, 1.2, 1.3, 1.3 and 1.2 for
/// short sweeps; others alike. Record 0030.
inline constexpr std::uint32_t most_in_fallback = 2;

/// Queries of the fallback that take a step together, so that memory comes meanwhile; and from how
/// many that wait on they go one by one, which adds fewer.
inline constexpr std::uint32_t fallback_at_once = 16, many_in_fallback = 256;

/// Interleaved queries under way. With 16, vectors that are sorted together have gaps. On an Intel
/// Xeon 24, 32 and 48 are alike; against 24 on the EPYC 1.6 million triangles take 32 1.08 and 48
/// 1.12 times as fast, a million spheres 1.06 and 1.11, 10,000 1.00 and 0.99, calls of 256 queries
/// 1.02 and 0.97. Record 0023.
inline constexpr std::uint32_t interleaved_slots = 32;

/// Stacks of interleaved queries stand side by side; so many numbers apart, they do not all begin
/// in the same sets of a cache.
inline constexpr int stack_spread = 21;

/// Points of a list at most. Against interleaved: lists of 64, 256 and 1024 among 10,000 spheres
/// 1.40, 1.51 and 1.46, among 100,000 1.15, 1.16 and 0.91, 70,000 triangles 1.66, 1.65 and 1.42.
/// Record 0020.
inline constexpr std::size_t most_neighbours = 128;

// --- Lists at leaves, by their length

/// Eight of sixteen lanes take two thirds of the time. Against sixteen for all but the shortest
/// lists, on an EPYC of the Zen 4 family: a million spheres 1.04, others alike.
inline constexpr int narrow_width = native_width < 8 ? native_width : 8;

/// Longer lists have one query in each lane; shorter ones one in each quad of lanes. For 16 lanes,
/// with 8 of them for the queries that are left to them, against 16 for 6 and more: a million
/// spheres 1.05, 70,000 triangles 1.02; with 8 for the last few of longer lists, too, 0.97 to 1.01.
inline constexpr std::uint32_t short_list =
    narrow_width < native_width ? 3 : static_cast<std::uint32_t>(native_width) / 3;

/// Longer lists collect pairs with a query in each lane. Against quads, for 16 lanes: long sweeps
/// among boxes 1.18, short ones 1.11, among 70,000 triangles 1.10 and 1.05; from a third on 0.99 to
/// 1.02 times that. Record 0017.
inline constexpr std::uint32_t short_list_of_pairs = static_cast<std::uint32_t>(native_width) / 2;

/// From so many quads of lanes on short lists are collected over leaves until the quads are full.
/// For four quads: 1.6 million triangles, where most lists are short, 1.04 to 1.06, a million
/// spheres 1.01 to 1.04, others alike; for the two of AVX2 0.94. Record 0027.
inline constexpr int least_collected_quads = 3;

// --- Packets

/// Side of the squares of pixels that go down together, in rays: of 64 to 256 the fastest.
/// Record 0030.
inline constexpr std::uint32_t picture_square = 128;

/// Packets of a part that are looked at to tell whether rays are coherent, and how far apart the
/// origins of one may be, in sizes of the tree. Record 0029.
inline constexpr std::size_t coherence_samples = 16;
inline constexpr float most_apart = 1.0f / 24;

/// Limits of a packet's rays that differ by no more are alike: it is not asked which rays meet a
/// box. Record 0030.
inline constexpr float alike_limits = 1.25f;

} // namespace lanecast::LANECAST_ISA::tuning
