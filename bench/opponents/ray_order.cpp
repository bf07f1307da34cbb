#include "opponents/ray_order.hpp"

#include <array>
#include <utility>

#include "support/pairs/shape_bounds.hpp"

namespace lanecast::bench {
namespace {

/// The lowest nine bits, with two zero bits between neighbours.
std::uint32_t spread(std::uint32_t x) {
    x &= 0x1FF;
    x = (x | x << 16) & 0x030000FF;
    x = (x | x << 8) & 0x0300F00F;
    x = (x | x << 4) & 0x030C30C3;
    return (x | x << 2) & 0x09249249;
}

std::uint32_t octant(const Vec3& d) {
    return (d.x < 0 ? 1u : 0u) | (d.y < 0 ? 2u : 0u) | (d.z < 0 ? 4u : 0u);
}

/// Maps points to cells, 0 to 511 per axis between their bounds.
class Grid {
public:
    explicit Grid(std::span<const Vec3> points) : bounds_{points[0], points[0]} {
        for (const Vec3& point : points)
            bounds_ = united(bounds_, {point, point});
        using scalar::operator-;
        const Vec3 size = bounds_.hi - bounds_.lo;
        scale_ = {per_unit(size.x), per_unit(size.y), per_unit(size.z)};
    }
    [[nodiscard]] std::uint32_t morton(const Vec3& p) const {
        return spread(cell(p.x, bounds_.lo.x, scale_.x)) |
               spread(cell(p.y, bounds_.lo.y, scale_.y)) << 1 |
               spread(cell(p.z, bounds_.lo.z, scale_.z)) << 2;
    }

private:
    static float per_unit(float size) { return size > 0 ? 511.99f / size : 0; }
    static std::uint32_t cell(float x, float lo, float scale) {
        return static_cast<std::uint32_t>((x - lo) * scale);
    }

    Bounds bounds_;
    Vec3 scale_;
};

} // namespace

const std::uint32_t* RayOrder::sort(std::span<const Vec3> origins, std::span<const Vec3> directions,
                                    SortKey key) {
    if (key == SortKey::none)
        return nullptr;
    const std::span<const Vec3> along = key == SortKey::origin ? origins : directions;
    const Grid grid(along);
    const std::size_t count = origins.size();
    if (entries_.size() < count) {
        entries_.resize(count);
        others_.resize(count);
        order_.resize(count);
    }
    for (std::size_t i = 0; i < count; ++i) {
        entries_[i] = {octant(directions[i]) << 27 | grid.morton(along[i]),
                       static_cast<std::uint32_t>(i)};
    }
    return sort_by_keys(count);
}

const std::uint32_t* RayOrder::sort_by_keys(std::size_t count) {
    constexpr std::uint32_t bits = 10, buckets = 1u << bits;
    for (std::uint32_t shift = 0; shift < 3 * bits; shift += bits) {
        std::array<std::uint32_t, buckets> begin = {};
        for (std::size_t i = 0; i < count; ++i)
            ++begin[entries_[i].key >> shift & (buckets - 1)];
        std::uint32_t sum = 0;
        for (std::uint32_t& place : begin)
            sum += std::exchange(place, sum);
        for (std::size_t i = 0; i < count; ++i)
            others_[begin[entries_[i].key >> shift & (buckets - 1)]++] = entries_[i];
        entries_.swap(others_);
    }
    for (std::size_t i = 0; i < count; ++i)
        order_[i] = entries_[i].index;
    return order_.data();
}

} // namespace lanecast::bench
