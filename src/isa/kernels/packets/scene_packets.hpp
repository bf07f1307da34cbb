#pragma once

#include "isa/kernels/packets/packet_descent.hpp"
#include "isa/kernels/packets/packet_leaf.hpp"
#include "isa/kernels/packets/ray_order.hpp"
#include "isa/kernels/parts/ask.hpp"

/// The engine `packets`: rays against a scene without instances.
namespace lanecast::LANECAST_ISA {
namespace {

/// Some blocks of a batch as packets, few enough for the fast caches.
class PacketTile {
public:
    static constexpr int packets_per_block = block_size / W;
    static constexpr std::size_t rays = packet_tile;
    /// For one list of all packets and the lists of the descent.
    static constexpr std::size_t least_bytes =
        rays / W * (sizeof(RayPacket<W>) + sizeof(PacketBounds) + sizeof(std::uint32_t)) +
        Descent<PacketLists>::least_room * sizeof(std::uint32_t);

    explicit PacketTile(const Scratch& scratch)
        : packets_(static_cast<RayPacket<W>*>(scratch.memory)),
          bounds_(reinterpret_cast<PacketBounds*>(packets_ + rays / W)),
          lists_(reinterpret_cast<std::uint32_t*>(bounds_ + rays / W)),
          end_(static_cast<std::uint32_t*>(scratch.memory) +
               scratch.bytes / sizeof(std::uint32_t)) {}

    /// The packets of the block that starts `first` rays behind the tile's first ray.
    [[nodiscard]] RayPacket<W>* block(std::size_t first) const { return packets_ + first / W; }

    /// Collects the packets of a class and sets their bounds. Returns an empty list if there are
    /// none.
    [[nodiscard]] QueryList list_of(PacketClass packet_class, std::size_t size,
                                    const TreeSpace& space) const {
        const RayMargins<W> margins(space);
        std::uint32_t count = 0;
        for (std::uint32_t p = 0; p < (size + W - 1) / W; ++p) {
            const RayPacket<W>& packet = packets_[p];
            const Mask<W> lanes = Int<W>::load(packet.packet_class) == Int<W>(packet_class.number);
            const unsigned bits = lanes.bits();
            if (bits == 0)
                continue;
            lists_[count++] = PacketLanes{p << 16}.but_only(bits);
            bounds_[p].set(load_rows(packet.origin), load_rows(packet.inverse), margins,
                           Float<W>::load(packet.first), Float<W>::load(packet.limit),
                           packet_class.octant(), lanes);
        }
        return {lists_, count};
    }

    template <class Question>
    void ask(const SceneView& scene, std::size_t size, std::uint32_t classes, Settings settings,
             bool any) const {
        for (; classes != 0; classes &= classes - 1) {
            const PacketClass packet_class = {static_cast<std::uint32_t>(__builtin_ctz(classes))};
            const QueryList list = list_of(packet_class, size, scene.space);
            const Packets packets = {scene, packets_, bounds_, packet_class, settings, any};
            const auto leaf = [&](QueryList at_leaf, std::uint32_t kind, LeafRun run) {
                leaf_packets_of<Question>.of[kind](packets, at_leaf, run);
            };
            if (packet_class.is_out_of_tree() || scene.has_shapes_out_of_tree)
                visit_all(scene, !packet_class.is_out_of_tree(),
                          [&](std::uint32_t kind, LeafRun run) {
                              leaf(list, kind, run);
                              return false;
                          });
            if (!packet_class.is_out_of_tree() && scene.has_tree) {
                const PacketLists lists(packets);
                Descent(scene, lists, packet_class.octant(), end_)
                    .run(scene.root_for_first(), list, leaf);
            }
        }
    }

private:
    RayPacket<W>* packets_;
    PacketBounds* bounds_;
    std::uint32_t* lists_;
    std::uint32_t* end_;
};

/// The first hit of each ray, or any hit.
/// @param order  of the rays of the part
template <class Question, bool any, class Order>
QueryCounts ask_packets_in(Order order, const SceneView& scene,
                           const typename Question::Columns& columns,
                           const typename Question::AnswerColumns& answer_columns, BatchPart part,
                           Settings settings, const Scratch& scratch) {
    static_assert(PacketTile::rays % block_size == 0);
    static_assert(PacketTile::rays / W <= PacketLanes::most_packets);
    static_assert(PacketTile::least_bytes <= packets_scratch_bytes(1));
    const PacketTile tile(scratch);
    StagedInputs<ray_column::count, W> staged(columns.at, part.last - part.first);
    typename Question::template Answers<W> out(answer_columns);
    QueryCounts counts = {};
    const RootBox root_box(scene);
    const RootBox* const root = scene.has_shapes_out_of_tree ? nullptr : &root_box;
    while (order.has_next()) {
        Order again = order.again();
        OrderedBlock block;
        std::size_t size = 0;
        std::uint32_t classes = 0;
        for (; size < PacketTile::rays && order.has_next(); size += block_size) {
            order.next(block);
            staged.stage(block);
            RayPacket<W>* packet = tile.block(size);
            for (int i = 0; i < block.size; i += W, ++packet) {
                counts.invalid +=
                    fill(*packet, staged, i, lanes_in_block<W>(block, i), scene.space, root);
                classes |= classes_of(*packet);
            }
        }
        size -= static_cast<std::size_t>(block_size - block.size);

        tile.ask<Question>(scene, size, classes, settings, any);

        for (std::size_t first = 0; first < size; first += block_size) {
            again.next(block);
            out.stage(block);
            const RayPacket<W>* packet = tile.block(first);
            for (int i = 0; i < block.size; i += W, ++packet) {
                const auto id = Int<W>::load(packet->id);
                const Mask<W> hit = ~(id == Int<W>(no_id));
                counts.hits += count_bits(hit.bits() & lanes_in_block<W>(block, i));
                out.write(i, hit, Float<W>::load(packet->t), id, Int<W>(no_id));
                if constexpr (Question::has_details) {
                    if (!out.details_wanted())
                        continue;
                    AnswerBlock answers;
                    id.store(answers.id);
                    for (int lane = 0; lane < W; ++lane) {
                        answers.block[lane] = packet->block[lane];
                        answers.lane[lane] = packet->kind_lane[lane] % leaf_lanes;
                        answers.kind[lane] = packet->kind_lane[lane] / leaf_lanes;
                    }
                    out.write_details(i, hit,
                                      details_of<Question, SceneLeaves>(rays_of(*packet), answers,
                                                                        0, scene, settings),
                                      Int<W>::load(packet->miss_flags));
                }
            }
            out.flush(block);
        }
    }
    return counts;
}

template <class Question, bool any>
QueryCounts ask_packets(const SceneView& scene, const typename Question::Columns& columns,
                        const typename Question::AnswerColumns& answer_columns, BatchPart part,
                        Settings settings, const Scratch& scratch) {
    return ask_packets_in<Question, any>(RayOrder<W>(part, picture_of<W>(scene, columns, part)),
                                         scene, columns, answer_columns, part, settings, scratch);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
