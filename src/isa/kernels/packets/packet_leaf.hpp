#pragma once

#include "isa/kernels/leaves/lane_answers.hpp"
#include "isa/kernels/leaves/mixed_leaf.hpp"
#include "isa/kernels/packets/packets.hpp"
#include "isa/kernels/tree/list_descent.hpp"
#include "isa/shapes/shape_tables.hpp"

/// A list of packets at a leaf.
namespace lanecast::LANECAST_ISA {

using LeafPackets = void (*)(const Packets&, QueryList, LeafRun);
/// Tests a shape of a mixed block. @returns whether a ray has a better answer now
using RecordPacket = bool (*)(const Packets&, RayPacket<native_width>&, unsigned lanes,
                              const MixedBlock&, std::uint32_t unit, std::uint32_t shape);

namespace {

/// Packets of a list that are tested together against a block of shapes.
constexpr std::uint32_t packets_at_once = W;

/// A shape of a leaf block, and the rays of a packet that may hit it.
struct PacketPair {
    std::uint32_t in_list; ///< position of the packet in the list
    unsigned lanes;
    std::uint32_t shape; ///< lane in the block
};
/// One entry behind the last is overwritten.
using PacketPairs = PacketPair[packets_at_once * leaf_lanes + 1];

/// False only where no ray can hit, according to the shape's prefilter or its bounding sphere.
template <class Shape, class Axes>
Mask<W> prefilter(const Ray<W, Axes>& rays, const ShapeRows<W>& rows) {
    if constexpr (requires { Shape::prefilter(rays, rows); })
        return Shape::prefilter(rays, rows);
    else if constexpr (Shape::kind == Kind::aabb || IsUnbounded<Shape>)
        return all_lanes<W>(); // its test costs no more than that of a sphere
    else
        return prefilter_hit<Shape>(rays, rows);
}

/// Collects the pairs of a list and a block that pass prefilter(). There is no branch on what a
/// single packet hits, because it would be unpredictable.
/// @return the number of pairs
template <class Shape>
std::uint32_t collect(const Packets& packets, QueryList list, const float* block,
                      PacketPairs& pairs) {
    const std::uint32_t* ids = ids_of<Shape>(block);
    std::uint32_t shapes = 0, count = 0;
    while (shapes < leaf_lanes && ids[shapes] != no_id)
        ++shapes;
    for (std::uint32_t i = 0; i < list.size; ++i) {
        const PacketLanes now = {list.first[i]};
        const auto rays = rays_of(packets.first[now.packet()], packets.packet_class.axis());
        for (std::uint32_t shape = 0; shape < shapes; ++shape) {
            const ShapeRows<W> rows = {block + shape};
            const unsigned lanes = prefilter<Shape>(rays, rows).bits() & now.lanes();
            pairs[count] = {i, lanes, shape};
            count += lanes != 0;
        }
    }
    return count;
}

/// Tests a shape.
/// @param lanes  the rays that may hit it
/// @param shape  the answer for it, without t
/// @return whether a ray has a better answer now
template <class Question, class Shape, class Rows>
bool ask(const Packets& packets, RayPacket<W>& packet, unsigned lanes, const Rows& rows,
         std::uint32_t shape_mask, const Answer& shape) {
    if (shape_mask == 0)
        return false; // masked out for every query
    const Int<W> no_shapes(0);
    LaneAnswers<W> answers = {
        .t = Float<W>::load(packet.t),
        .id = Int<W>::load(packet.id),
        .block = Int<W>::load(packet.block),
        .kind_lane = Int<W>::load(packet.kind_lane),
        .has_filters = true,
        .mask = select(lanes_of<W>(lanes), Int<W>::load(packet.mask), no_shapes),
        .ignored = {Int<W>::load(packet.first_ignored), Int<W>::load(packet.ignored_count)}};
    answers.begin();
    const auto answer = Question::template ask<Shape>(rays_of(packet, packets.packet_class.axis()),
                                                      rows, packets.settings);
    answers.take(answer.hit, answer.t, shape_mask, shape);
    answers.end();
    answers.t.store(packet.t);
    answers.id.store(packet.id);
    answers.block.store(packet.block);
    answers.kind_lane.store(packet.kind_lane);
    return answers.changed.any();
}

/// Tests at most packets_at_once packets of a list.
template <class Question, class Shape>
void meet(const Packets& packets, QueryList list, LeafRun run) {
    const auto packet = [&](std::uint32_t i) -> RayPacket<W>& {
        return packets.first[PacketLanes{list.first[i]}.packet()];
    };
    unsigned changed = 0;
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
        PacketPairs pairs;
        const std::uint32_t count = collect<Shape>(packets, list, block, pairs);
        for (std::uint32_t p = 0; p < count; ++p) {
            const std::uint32_t i = pairs[p].in_list;
            const std::uint32_t shape = pairs[p].shape;
            const std::uint32_t* id = ids_of<Shape>(block) + shape;
            const unsigned better = ask<Question, Shape>(
                packets, packet(i), pairs[p].lanes, ShapeRows<W>{block + shape}, id[leaf_lanes],
                {0.0f, *id, static_cast<std::uint32_t>(Shape::kind), unit, shape});
            changed |= better << i;
        }
        return false;
    });
    for (; changed != 0; changed &= changed - 1)
        packets.lower_limits(packet(static_cast<std::uint32_t>(__builtin_ctz(changed))));
}

template <class Question, class Shape>
LANECAST_FLAT void leaf_packets(const Packets& packets, QueryList list, LeafRun run) {
    while (list.size > packets_at_once) {
        meet<Question, Shape>(packets, {list.first, packets_at_once}, run);
        list = {list.first + packets_at_once, list.size - packets_at_once};
    }
    meet<Question, Shape>(packets, list, run);
}

template <class Question, class Shape>
LANECAST_FLAT bool record_packet(const Packets& packets, RayPacket<W>& packet, unsigned lanes,
                                 const MixedBlock& block, std::uint32_t unit, std::uint32_t shape) {
    return ask<Question, Shape>(packets, packet, lanes, RecordRows<W>{block.record[shape].rows},
                                block.mask[shape],
                                {0.0f, block.id[shape], static_cast<std::uint32_t>(Shape::kind),
                                 record_unit(unit, shape), 0});
}
template <class Question>
constexpr auto record_packet_of = by_bounded_shape<RecordPacket>([]<class Shape>() {
    return &record_packet<Question, Shape>;
});

/// The rays of one packet after the other. Rays that come near a bounding sphere are tested against
/// its shape.
template <class Question>
void mixed_packets(const Packets& packets, QueryList list, LeafRun run) {
    for (std::uint32_t i = 0; i < list.size; ++i) {
        const PacketLanes now = {list.first[i]};
        RayPacket<W>& packet = packets.first[now.packet()];
        const auto rays = rays_of(packet, packets.packet_class.axis());
        bool changed = false;
        for_each_mixed(run, [&](const MixedBlock& block, std::uint32_t unit) {
            for (std::uint32_t shape = 0; shape < leaf_lanes && block.id[shape] != no_id; ++shape) {
                unsigned lanes = now.lanes();
                if (run.every == 0)
                    lanes &= prefilter(rays, bounding_sphere_of<W>(block, shape)).bits();
                if (lanes != 0)
                    changed |= record_packet_of<Question>.of[block.kind[shape]](
                        packets, packet, lanes, block, unit, shape);
            }
            return false;
        });
        if (changed)
            packets.lower_limits(packet);
    }
}

/// There is no kernel for instances, because packets are not used in scenes with instances.
template <class Question>
constexpr auto leaf_packets_of = by_kind<LeafPackets>(&mixed_packets<Question>, []<class Shape>() {
    return &leaf_packets<Question, Shape>;
});

} // namespace
} // namespace lanecast::LANECAST_ISA
