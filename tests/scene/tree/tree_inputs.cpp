#include "scene/tree/tree_inputs.hpp"

#include <array>
#include <cmath>

#include "core/bvh_layout.hpp"

namespace trees {
namespace {

using hostile::Random;
using lanecast::shape_kinds;

std::uint32_t any_kind(Random& random) {
    return static_cast<std::uint32_t>(random.below(shape_kinds));
}

constexpr std::array<float, 3> zeros = {0, 0, 0};

/// Clusters that only the deepest levels of a tree can separate.
Boxes clustered(std::size_t count) {
    Random random(2);
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const double distance = random.magnitude(-18, 18);
        list.add_around(any_kind(random), distance * random.direction(),
                        {distance * 1e-3, distance * 1e-3, distance * 1e-3});
    }
    return list.boxes();
}

Boxes identical(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i)
        list.add_between(i % 3 == 0 ? 1 : 3, {1, 2, 3}, {1.5f, 2, 4});
    return list.boxes();
}

Boxes points_in_one_place(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i)
        list.add_between(0, zeros, zeros);
    return list.boxes();
}

Boxes concentric(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const double half = 1.0 + static_cast<double>(i);
        list.add_around(static_cast<std::uint32_t>(i % 2), {5, 5, 5}, {half, half, half});
    }
    return list.boxes();
}

Boxes collinear(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i)
        list.add_around(2, {static_cast<double>(i) * 0.25, 0, 0}, {0.5, 0, 0});
    return list.boxes();
}

/// Each box is twice as large and twice as far away as the one before, so any split leaves almost
/// all boxes on one side.
Boxes in_geometric_progression(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const double size = std::ldexp(1.0, -149 + static_cast<int>(i % 209));
        list.add_around(static_cast<std::uint32_t>(i % shape_kinds), {size, size, 0},
                        {size, size, size});
    }
    return list.boxes();
}

Boxes with_subnormal_extents(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const float step = std::numeric_limits<float>::denorm_min();
        const float x = static_cast<float>(i % 50) * step;
        const float y = static_cast<float>(i % 7) * step;
        list.add_between(1, {x, y, 0}, {x + step, y, 0});
    }
    return list.boxes();
}

/// Neighbouring floats with large values.
Boxes on_the_grid_of_floats(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = 0x1p24f + static_cast<float>(2 * (i % 3));
        list.add_between(3, {x, -x, x}, {x, -x, x});
    }
    return list.boxes();
}

/// Boxes of the largest extent and position that a tree accepts.
Boxes at_the_limits(std::size_t count) {
    Random random(3);
    BoxList list;
    constexpr double limit = lanecast::largest_tree_coordinate;
    for (std::size_t i = 0; i < count; ++i)
        if (random.one_in(4))
            list.add_around(any_kind(random), {}, {limit, limit, limit});
        else
            list.add_around(any_kind(random), random.in_cube(limit), {});
    return list.boxes();
}

Boxes a_giant_among_dwarfs(std::size_t count) {
    Boxes boxes = scattered(count, 4);
    for (float& x : boxes[count / 2].lo)
        x = -1e9f;
    for (float& x : boxes[count / 2].minus_hi)
        x = -1e9f;
    return boxes;
}

} // namespace

Boxes scattered(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const double size = random.magnitude(-3, 1);
        list.add_around(any_kind(random), random.in_cube(100.0),
                        {size, random.one_in(4) ? 0.0 : size * random.between(0.1, 1.0), size});
    }
    return list.boxes();
}

std::vector<Input> inputs() {
    std::vector<Input> all = {
        {"scattered", scattered(20'000, 1)},
        {"more than one thread builds", scattered(70'000, 5)},
        {"clustered", clustered(20'000)},
        {"identical", identical(40'000)},
        {"points in one place", points_in_one_place(5'000)},
        {"concentric", concentric(5'000)},
        {"collinear", collinear(20'000)},
        {"in geometric progression", in_geometric_progression(209)},
        {"several in each place of a geometric progression", in_geometric_progression(40'000)},
        {"with subnormal extents", with_subnormal_extents(5'000)},
        {"on the grid of floats", on_the_grid_of_floats(5'000)},
        {"at the limits", at_the_limits(5'000)},
        {"a giant among dwarfs", a_giant_among_dwarfs(5'000)},
    };
    for (std::size_t count = 1; count <= 20; ++count)
        all.push_back({"few", scattered(count, count)});
    return all;
}

} // namespace trees
