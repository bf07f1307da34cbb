#pragma once

#include "isa/kernels/descent.hpp"
#include "isa/kernels/lane_answers.hpp"
#include "isa/kernels/packets.hpp"

/// What happens when a list of packets reaches a leaf.
namespace lanecast::LANECAST_ISA {

using LeafPackets = void (*)(const Packets&, QueryList, LeafRun);

namespace {

/// All rays of a packet, one shape after the other.
template <class Question, class Shape>
void meet_shapes(const Packets& packets, RayPacket<W>& packet, unsigned lanes, LeafRun run) {
    const Int<W> no_shapes(0); // for rays that do not come here
    LaneAnswers<W> answers = {.t = Float<W>::load(packet.t),
                              .id = Int<W>::load(packet.id),
                              .block = Int<W>::load(packet.block),
                              .kind_lane = Int<W>::load(packet.kind_lane),
                              .choosy = true,
                              .mask =
                                  select(lanes_of<W>(lanes), Int<W>::load(packet.mask), no_shapes),
                              .ignore = Int<W>::load(packet.ignore)};
    ask_shapes<Question, Shape, true>(rays_of(packet, AllLanes<W>{}, packets.way.axis()), run,
                                      packets.settings, answers);
    if (!answers.changed.any())
        return;
    answers.t.store(packet.t);
    answers.id.store(packet.id);
    answers.block.store(packet.block);
    answers.kind_lane.store(packet.kind_lane);
    packets.lower_limits(packet);
}

/// A quad of lanes for each ray, with a leaf block's shapes: where few rays are left.
template <class Question, class Shape>
void meet_blocks(const Packets& packets, RayPacket<W>& packet, unsigned lanes, LeafRun run) {
    bool changed = false;
    while (lanes != 0) {
        QuadLanes<W> quads;
        const unsigned filled = quads.take_from(lanes);
        ask_blocks<Question, Shape, W>(
            rays_of(packet, quads, packets.way.axis()), filled, run, packets.settings,
            [&](std::uint32_t quad, std::uint32_t mask, const Answer& answer) {
                changed |= packet.take(quads.lane[quad], mask, answer);
            });
    }
    if (changed)
        packets.lower_limits(packet);
}

template <class Question, class Shape>
[[gnu::flatten]] void leaf_packets(const Packets& packets, QueryList list, LeafRun run) {
    for (std::uint32_t i = 0; i < list.size; ++i) {
        const PacketLanes now = {list.first[i]};
        RayPacket<W>& packet = packets.first[now.packet()];
        if (__builtin_popcount(now.lanes()) > W / 4)
            meet_shapes<Question, Shape>(packets, packet, now.lanes(), run);
        else
            meet_blocks<Question, Shape>(packets, packet, now.lanes(), run);
    }
}

template <class Question>
constexpr auto leaf_packets_of = by_shape<LeafPackets>([]<class Shape>() {
    return &leaf_packets<Question, Shape>;
});

} // namespace
} // namespace lanecast::LANECAST_ISA
