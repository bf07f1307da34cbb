#pragma once

#include "isa/kernels/packets/packet_bounds.hpp"
#include "isa/kernels/queries/rays.hpp"

/// Packets: neighbouring rays of a batch stay together in the lanes of vectors, from the columns to
/// the answers, without gathering or sorting. This pays if neighbours go the same way.
namespace lanecast::LANECAST_ISA {

/// Some lanes of a packet, in the word that lists store.
struct PacketLanes {
    static constexpr std::uint32_t most_packets = 1u << 16;

    std::uint32_t word;

    [[nodiscard]] std::uint32_t packet() const { return word >> 16; }
    [[nodiscard]] unsigned lanes() const { return word & 0xFFFFu; }
    [[nodiscard]] std::uint32_t but_only(unsigned lanes) const {
        return (word & 0xFFFF0000u) | lanes;
    }
};

template <int W>
Vec<W> load_rows(const float (&rows)[3][W]) {
    return {Float<W>::load(rows[0]), Float<W>::load(rows[1]), Float<W>::load(rows[2])};
}
template <int W>
void store_rows(Vec<W> a, float (&rows)[3][W]) {
    a.x.store(rows[0]);
    a.y.store(rows[1]);
    a.z.store(rows[2]);
}

/// W rays and their answers so far.
template <int W>
struct RayPacket {
    static constexpr std::size_t alignment = sizeof(float) * W;

    alignas(alignment) float origin[3][W];
    float direction[3][W]; ///< scaled
    float shear[3][W];
    float scale[W], inverse_length_squared[W];
    float t_min[W];

    // The rays as box tests see them, see BoxRaySlopes.
    float inverse[3][W], near_offset[3][W], far_offset[3][W];
    float first[W], limit[W];

    float t[W];
    std::uint32_t id[W], block[W], kind_lane[W]; ///< as in StreamRecord
    std::uint32_t mask[W], miss_flags[W];
    std::uint32_t first_ignored[W], ignored_count[W]; ///< see IgnoredIds
    std::uint32_t packet_class[W];                    ///< see PacketClass

    [[nodiscard]] BoxRaySlopes<W> slopes() const {
        return {load_rows(inverse), load_rows(near_offset), load_rows(far_offset),
                Float<W>::load(first), Float<W>::load(limit)};
    }
};

/// The common property of rays that descend the BVH together: the octant of their direction and its
/// largest axis. Rays too far out for box tests do not descend; they share the axis only.
struct PacketClass {
    static constexpr std::uint32_t first_out_of_tree = 24;
    static constexpr std::uint32_t none = 27; ///< rays that get no answer

    std::uint32_t number;

    [[nodiscard]] bool is_out_of_tree() const { return number >= first_out_of_tree; }
    [[nodiscard]] unsigned octant() const { return number % 8; }
    [[nodiscard]] int axis() const {
        return static_cast<int>(is_out_of_tree() ? number - first_out_of_tree : number / 8);
    }
};

/// Fills a packet with rays i to i + W - 1 of the block last staged. If none of them can hit
/// anything, only what answers are written from.
/// @param lanes  bit mask of the lanes that belong to the block
/// @param root   of the tree, if there is nothing outside of it; otherwise nullptr
/// @return the number of invalid rays among them
template <int W>
std::size_t fill(RayPacket<W>& packet, const StagedInputs<ray_column::count, W>& columns, int i,
                 unsigned lanes, const TreeSpace& space, const RootBox* root) {
    const RawRays<W> raw(columns, i);
    const Ray<W> rays = raw.prepared();
    const Vec<W> inverse = BoxRayColumns::clamped(rays.inverse);
    const Float<W> up = inverse_of_scale(rays.scale), step(t_step), zero(0.0f);
    const auto slopes =
        slopes_of(rays.origin, inverse, RayMargins<W>(space).on_axes(rays.origin, zero),
                  (rays.t_min - step) * up, (rays.t_max + step) * up);

    const Int<W> layers = columns.ints(ray_column::mask, i);
    const Mask<W> active = ~(layers == Int<W>(0)), valid = raw.valid(),
                  out_of_tree = BoxRayColumns::is_out_of_tree(rays.origin, zero);
    const std::size_t invalid = count_bits((active & ~valid).bits() & lanes);
    Mask<W> asked = active & valid & lanes_of<W>(lanes);
    if (root != nullptr)
        asked = asked & (root->meet(slopes) | out_of_tree);
    Int<W>(no_id).store(packet.id);
    select(active & ~valid, Int<W>(flag::invalid), Int<W>(0)).store(packet.miss_flags);
    if (!asked.any()) {
        Int<W>(PacketClass::none).store(packet.packet_class);
        return invalid;
    }

    store_rows(rays.origin, packet.origin);
    store_rows(rays.direction, packet.direction);
    store_rows(Vec<W>{rays.shear.x, rays.shear.y, rays.shear.inverse_z}, packet.shear);
    rays.scale.store(packet.scale);
    rays.inverse_length_squared.store(packet.inverse_length_squared);
    rays.t_min.store(packet.t_min);
    store_rows(inverse, packet.inverse);
    store_rows(slopes.near_offset, packet.near_offset);
    store_rows(slopes.far_offset, packet.far_offset);
    slopes.first.store(packet.first);
    slopes.limit.store(packet.limit);

    rays.t_max.store(packet.t);
    Int<W>(0).store(packet.block);
    Int<W>(0).store(packet.kind_lane);
    layers.store(packet.mask);
    const IgnoredIds<W> ignored =
        ignored_ids(columns.ints(ray_column::ignore, i), columns.ints(ray_column::ignore_count, i));
    ignored.first.store(packet.first_ignored);
    ignored.count.store(packet.ignored_count);

    const auto by_axis = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return select(rays.axes.x_largest, Int<W>(x),
                      select(rays.axes.y_largest, Int<W>(y), Int<W>(z)));
    };
    constexpr std::uint32_t out = PacketClass::first_out_of_tree;
    const Int<W> packet_class = select(out_of_tree, by_axis(out, out + 1, out + 2),
                                       by_axis(0, 8, 16) | BoxRayColumns::octants(inverse));
    select(asked, packet_class, Int<W>(PacketClass::none)).store(packet.packet_class);
    return invalid;
}

/// Bit mask of the classes of a packet's rays.
template <int W>
std::uint32_t classes_of(const RayPacket<W>& packet) {
    const auto own = Int<W>::load(packet.packet_class);
    std::uint32_t classes = 1u << packet.packet_class[0];
    for (unsigned left = (~(own == Int<W>(packet.packet_class[0]))).bits(); left != 0;) {
        const std::uint32_t packet_class = packet.packet_class[__builtin_ctz(left)];
        classes |= 1u << packet_class;
        left &= ~(own == Int<W>(packet_class)).bits();
    }
    classes &= ~(1u << PacketClass::none);
    return classes;
}

/// The rays of a packet in the form of shape tests, up to the answers so far.
template <int W, class Axes>
Ray<W, Axes> rays_of(const RayPacket<W>& packet, Vec<W> origin, Vec<W> direction,
                     const Axes& axes) {
    const Float<W> one(1.0f);
    const Vec<W> d = direction;
    return {.origin = origin,
            .direction = d,
            .scale = Float<W>::load(packet.scale),
            .inverse = {one / d.x, one / d.y, one / d.z},
            .inverse_length_squared = Float<W>::load(packet.inverse_length_squared),
            .shear = {Float<W>::load(packet.shear[0]), Float<W>::load(packet.shear[1]),
                      Float<W>::load(packet.shear[2])},
            .axes = axes,
            .t_min = Float<W>::load(packet.t_min),
            .t_max = Float<W>::load(packet.t)};
}
template <int W>
Ray<W> rays_of(const RayPacket<W>& packet) {
    const Vec<W> direction = load_rows(packet.direction);
    return rays_of(packet, load_rows(packet.origin), direction, LaneAxes<W>(direction));
}
/// The same for rays whose direction is largest along axis z. The results of other rays are
/// undefined and unused.
template <int W>
Ray<W, UniformAxes<W>> rays_of(const RayPacket<W>& packet, int z) {
    static constexpr int next[] = {1, 2, 0};
    const int x = next[z], y = next[x];
    const Vec<W> permuted_origin = {Float<W>::load(packet.origin[x]),
                                    Float<W>::load(packet.origin[y]),
                                    Float<W>::load(packet.origin[z])};
    return rays_of(packet, load_rows(packet.origin), load_rows(packet.direction),
                   UniformAxes<W>{x, y, z, permuted_origin});
}

/// Packets of one class.
struct Packets {

    const SceneView& scene;
    RayPacket<W>* first;
    PacketBounds* bounds; ///< for the lanes of each packet that are of this class
    PacketClass packet_class;
    Settings settings;
    bool any; ///< any answer ends a ray's search

    /// Lowers the limits after new answers, so that boxes behind them are skipped.
    void lower_limits(RayPacket<W>& packet) const {
        const Float<W> up = inverse_of_scale(Float<W>::load(packet.scale));
        const Float<W> before = (Float<W>::load(packet.t) + Float<W>(t_step)) * up;
        const Mask<W> answered = ~(Int<W>::load(packet.id) == Int<W>(no_id));
        const Float<W> limit = any ? select(answered, Float<W>(-__builtin_inff()), before) : before;
        limit.store(packet.limit);
        const Mask<W> among = Int<W>::load(packet.packet_class) == Int<W>(packet_class.number);
        bounds[&packet - first].set_limits(limit, among);
    }
};

} // namespace lanecast::LANECAST_ISA
