#pragma once

#include "isa/kernels/packets/packets.hpp"
#include "isa/kernels/tree/list_descent.hpp"

/// Lists of packets during the descent.
namespace lanecast::LANECAST_ISA {

/// The QueryLists of Descent for packets. The numbers are words of PacketLanes.
struct PacketLists {
    static constexpr int at_once = W;
    static constexpr std::uint32_t fallback_size = 0;

    const Packets& packets;
    OctantPlanes planes;

    explicit PacketLists(const Packets& all) : packets(all), planes(all.packet_class.octant()) {}

    [[nodiscard]] bool ends_with_any() const { return packets.any; }

    static const Node& facing(const Node& node) { return node; }

    void prefetch(QueryList, std::uint32_t, std::uint32_t) const {}

    /// First, whole packets are tested: which children may any of their rays hit? Then, child by
    /// child, single rays are tested, but only before leaves and in packets whose rays are not
    /// alike. There is no branch on what a single packet hits, because it would be unpredictable.
    class Group {
    public:
        Group(const PacketLists& lists, const Node& node, QueryList list, std::uint32_t first)
            : lists_(lists), words_(list.first + first) {
            const std::uint32_t size = list.size - first < at_once ? list.size - first : at_once;
            Int<N> met[node_width / N];
            for (Int<N>& some : met)
                some = Int<N>(0);
            for (std::uint32_t i = 0; i < size; ++i) {
                const PacketBounds& bounds = lists.packets.bounds[PacketLanes{words_[i]}.packet()];
                const Int<N> packet(1u << i);
                for (int c = 0; c < node_width; c += N)
                    met[c / N] = met[c / N] |
                                 select(bounds.meet<N>(node, c, lists.planes), packet, Int<N>(0));
                alike_ |= unsigned{bounds.are_alike()} << i;
            }
            for (int c = 0; c < node_width; c += N)
                met[c / N].store(met_ + c);
        }

        template <class Visit>
        void for_each_slot(Visit visit) const {
            for (int c = 0; c < node_width; ++c)
                if (met_[c] != 0)
                    visit(c);
        }

        std::uint32_t* put(const Node& node, int c, std::uint32_t* to) const {
            const unsigned whole = node.children[c].is_leaf() ? 0 : met_[c] & alike_;
            compress(Int<W>::load(words_), whole).store(to);
            to += __builtin_popcount(whole);
            for (unsigned left = met_[c] & ~whole; left != 0; left &= left - 1) {
                const PacketLanes now = {words_[__builtin_ctz(left)]};
                const unsigned lanes = meet(node, c, now);
                *to = now.but_only(lanes);
                to += lanes != 0;
            }
            return to;
        }

    private:
        static constexpr int N = W < node_width ? W : node_width;

        /// Bit mask of the rays of the packet that hit the box in slot c.
        [[nodiscard]] unsigned meet(const Node& node, int c, PacketLanes now) const {
            const float* box = node.bounds[0] + c;
            const auto crossing = lists_.packets.first[now.packet()].slopes().cross(
                lists_.planes, [&](std::ptrdiff_t plane) { return Float<W>(box[plane]); });
            return (crossing.in <= crossing.out).bits() & now.lanes();
        }

        const PacketLists& lists_;
        const std::uint32_t* words_;
        unsigned alike_ = 0;                        ///< bit mask of packets
        alignas(64) std::uint32_t met_[node_width]; ///< bit mask of packets for each child
    };
};

} // namespace lanecast::LANECAST_ISA
