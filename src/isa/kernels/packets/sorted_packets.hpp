#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/kernels/columns/curve_order.hpp"
#include "isa/kernels/packets/scene_packets.hpp"

/// Packets in a sorted order: rays that lead to one point but come in any order are sorted by
/// octant and origin.
namespace lanecast::LANECAST_ISA {
namespace {

/// Takes the rays of a part in an order that was computed.
class SortedOrder {
public:
    SortedOrder(BatchPart part, const std::uint32_t* order, const RayColumns& columns)
        : first_(part.first), size_(part.last - part.first), order_(order), columns_(&columns) {}

    [[nodiscard]] bool has_next() const { return next_ < size_; }

    /// Returns the next rays: a whole block unless they are the last.
    void next(OrderedBlock& block) {
        block.first = first_;
        block.size = size_ - next_ < block_size ? static_cast<int>(size_ - next_) : block_size;
        block.in_quads = false;
        block.has_last = false;
        for (int i = 0; i < block.size; ++i) {
            block.offset[i] = order_[next_ + static_cast<std::size_t>(i)];
            block.has_last |= block.offset[i] == size_ - 1;
        }
        for (int i = block.size; i % W != 0; ++i)
            block.offset[i] = block.offset[block.size - 1];
        next_ += static_cast<std::size_t>(block.size);
        if (is_ahead_)
            for (std::size_t i = next_; i < next_ + block_size && i < size_; ++i)
                for (const int column : {ray_column::origin, ray_column::direction})
                    __builtin_prefetch(element(columns_->at[column], first_ + order_[i]));
    }
    /// The same rays once more, when their columns are no longer needed.
    [[nodiscard]] SortedOrder again() const {
        SortedOrder order = *this;
        order.is_ahead_ = false;
        return order;
    }

private:
    std::size_t first_, size_, next_ = 0;
    const std::uint32_t* order_;
    const RayColumns* columns_;
    bool is_ahead_ = true; ///< prefetches
};

/// The octant of each ray, and the cell of the tree's box that it starts in: 256 cells along the
/// longest edge.
class OriginKeys {
public:
    static constexpr unsigned bits_of_cell = 24, bits = bits_of_cell + 3;

    explicit OriginKeys(const SceneView& scene) : box_(scene) {
        const float size = size_of_tree(scene);
        scale_ = size > 0.0f ? last_cell / size : 0.0f;
    }

    /// Returns the keys of rays i to i + W - 1 of the block last staged.
    [[nodiscard]] Int<W> keys(const StagedInputs<ray_column::count, W>& rays, int i) const {
        const Vec<W> origin = rays.vectors(ray_column::origin, i);
        alignas(64) std::uint32_t x[W], y[W], z[W], octant[W];
        cells(origin.x, 0).store(x);
        cells(origin.y, 1).store(y);
        cells(origin.z, 2).store(z);
        BoxRayColumns::octants(rays.vectors(ray_column::direction, i)).store(octant);
        for (int lane = 0; lane < W; ++lane)
            octant[lane] = octant[lane] << bits_of_cell | spread_bits(x[lane]) |
                           spread_bits(y[lane]) << 1 | spread_bits(z[lane]) << 2;
        return Int<W>::load(octant);
    }

private:
    static constexpr float last_cell = 255.0f;

    /// Origins outside of the box are in its outermost cells, and NaN is in the first.
    [[nodiscard]] Int<W> cells(Float<W> origin, int axis) const {
        const Float<W> lo(box_.lo[axis]), hi(box_.hi[axis]), scale(scale_);
        const Float<W> inside = (min(max(origin, lo), hi) - lo) * scale;
        // At 2^23, the last bits of a float are whole numbers.
        return as_int(inside + Float<W>(0x1p23f)) & Int<W>(255);
    }

    RootBox box_;
    float scale_;
};

/// Any hit of each ray.
template <class Question>
QueryCounts ask_sorted(const SceneView& scene, const RayColumns& columns,
                       const typename Question::AnswerColumns& answer_columns, BatchPart part,
                       Settings settings, const Scratch& scratch) {
    const std::size_t size = part.last - part.first;
    auto* const keyed = reinterpret_cast<KeyedNumber*>(static_cast<std::byte*>(scratch.memory) +
                                                       packets_scratch_bytes());
    const OriginKeys origin_keys(scene);
    StagedInputs<ray_column::count, W> staged(columns.at, size);
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        const auto first = static_cast<std::uint32_t>(block.first - part.first);
        for (int i = 0; i < block.size; i += W) {
            alignas(64) std::uint32_t keys[W];
            origin_keys.keys(staged, i).store(keys);
            for (int lane = 0; lane < W && i + lane < block.size; ++lane) {
                const std::uint32_t number = first + static_cast<std::uint32_t>(i + lane);
                keyed[number] = {keys[lane], number};
            }
        }
    });
    const std::uint32_t* const order =
        sort_by_keys<0, OriginKeys::bits, OriginKeys::bits / 3>(keyed, size, keyed + size);
    return ask_packets_in<Question, true>(SortedOrder(part, order, columns), scene, columns,
                                          answer_columns, part, settings,
                                          {scratch.memory, packets_scratch_bytes()});
}

/// Any hit of each ray, in the order that the settings name.
template <class Question>
QueryCounts ask_any_packets(const SceneView& scene, const RayColumns& columns,
                            const typename Question::AnswerColumns& answer_columns, BatchPart part,
                            Settings settings, const Scratch& scratch) {
    return settings.sorted
               ? ask_sorted<Question>(scene, columns, answer_columns, part, settings, scratch)
               : ask_packets<Question, true>(scene, columns, answer_columns, part, settings,
                                             scratch);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
