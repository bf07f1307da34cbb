#pragma once

#include "isa/kernels/descent.hpp"
#include "isa/kernels/packets.hpp"

/// Lists of packets on their way through the tree.
namespace lanecast::LANECAST_ISA {

/// See Descent; the numbers are words of PacketLanes.
struct PacketLists {
    static constexpr int W = native_width;
    static constexpr int at_once = 1;

    const Packets& packets;
    OctantPlanes planes;

    explicit PacketLists(const Packets& all) : packets(all), planes(all.way.octant()) {}

    static const Node& facing(const Node& node) { return node; }

    void prefetch(QueryList, std::uint32_t, std::uint32_t) const {}

    /// The rays of a packet: which children any of them may meet; and before leaves, or where rays
    /// are not alike, which rays do.
    class Group {
    public:
        Group(const PacketLists& lists, const Node& node, QueryList list, std::uint32_t i)
            : lists_(lists), now_{list.first[i]},
              children_(lists.packets.bounds[now_.packet()].meet(node, lists.planes)),
              alike_(lists.packets.bounds[now_.packet()].are_alike()) {}

        template <class Visit>
        void may_meet(Visit visit) const {
            for (unsigned left = children_; left != 0; left &= left - 1)
                visit(__builtin_ctz(left));
        }

        std::uint32_t* put(const Node& node, int c, std::uint32_t* to) const {
            if (((children_ >> c) & 1u) == 0)
                return to;
            const bool ask = !alike_ || node.children[c].is_leaf();
            const unsigned lanes = ask ? meet(node, c) : now_.lanes();
            *to = now_.but_only(lanes);
            return to + (lanes != 0);
        }

    private:
        [[nodiscard]] unsigned meet(const Node& node, int c) const {
            const RayPacket<W>& packet = lists_.packets.first[now_.packet()];
            const auto slopes =
                slopes_of(load_rows(packet.origin), load_rows(packet.inverse), Float<W>(0.0f),
                          lists_.packets.way.octant(), Float<W>::load(packet.first),
                          Float<W>::load(packet.limit));
            const float* box = node.bounds[0] + c;
            const auto crossing = slopes.cross(
                lists_.planes, [&](std::ptrdiff_t plane) { return Float<W>(box[plane]); });
            return (crossing.in <= crossing.out).bits() & now_.lanes();
        }

        const PacketLists& lists_;
        PacketLanes now_;
        unsigned children_;
        bool alike_;
    };
};

} // namespace lanecast::LANECAST_ISA
