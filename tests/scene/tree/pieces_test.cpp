#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/forced_traversal.hpp"
#include "host/commit/duplicates.hpp"
#include "host/scene/scene_data.hpp"
#include "kernels/fewer_queries.hpp"
#include "kernels/hostile/shapes.hpp"
#include "scene/worlds/huge_amid_tiny.hpp"
#include "scene/worlds/questions.hpp"
#include "scene/worlds/worlds.hpp"

// The builder splits a huge triangle amid tiny ones into pieces in several leaves. A tree of whole
// triangles was three times slower there. Only the speed may change: a triangle is returned and
// counted once, each of its points lies in a leaf, and it may move.

namespace {

using hostile::Random;
using lanecast::Build;
using lanecast::Child;
using lanecast::Kind;
using lanecast::no_id;
using lanecast::Scene;
using lanecast::SceneView;
using lanecast::Traversal;
using lanecast::Vec3;
using reference::Vector;
using worlds::HugeAmidTiny;
using worlds::nowhere;
using worlds::Place;
using worlds::SomeHugeAmidTiny;
using worlds::Soup;

const SceneView& view_of(const Scene& scene) { return scene.data().commit.scene->view; }
const float* memory_of(const Scene& scene) { return scene.data().commit.scene->memory.data(); }

struct Box {
    double lo[3], hi[3];
    [[nodiscard]] bool has(const Vector& p, double rounding) const {
        const double place[3] = {p.x, p.y, p.z};
        for (int a = 0; a < 3; ++a)
            if (!(place[a] >= lo[a] - rounding && place[a] <= hi[a] + rounding))
                return false;
        return true;
    }
};

/// The boxes of the leaves that hold each triangle.
using LeafBoxes = std::map<std::uint32_t, std::vector<Box>>;

void collect(const SceneView& view, Child node, LeafBoxes& boxes) {
    const lanecast::Node& n = view.node(node.index());
    for (int c = 0; c < lanecast::node_width; ++c) {
        const Child child = n.children[c];
        if (lanecast::is_nothing(child))
            continue;
        if (!child.is_leaf()) {
            collect(view, child, boxes);
            continue;
        }
        Box box;
        for (int a = 0; a < 3; ++a) {
            box.lo[a] = double{n.bounds[2 * a][c]};
            box.hi[a] = double{n.bounds[2 * a + 1][c]};
        }
        for (std::uint32_t b = 0; b < child.blocks(); ++b) {
            constexpr int lanes = lanecast::leaf_lanes, rows = 10;
            if (child.kind() == static_cast<std::uint32_t>(Kind::triangle)) {
                const float* block = view.at(child.index()) + b * (rows + 2) * lanes;
                const auto* ids = reinterpret_cast<const std::uint32_t*>(block + rows * lanes);
                for (int lane = 0; lane < lanes; ++lane)
                    boxes[ids[lane]].push_back(box);
            } else if (child.kind() == static_cast<std::uint32_t>(Kind::mixed)) {
                const auto& block = view.mixed(child.index() + b * lanecast::mixed_units);
                for (int lane = 0; lane < lanes; ++lane)
                    boxes[block.id[lane]].push_back(box);
            }
        }
    }
}

/// Expects that every point of every triangle lies in a leaf that holds the triangle.
/// @returns the number of triangles in more than one leaf
std::size_t expect_covered(const Scene& scene, const Soup& soup) {
    LeafBoxes boxes;
    collect(view_of(scene), SceneView::root_for_all(), boxes);
    Random random(5);
    std::size_t cut = 0;
    for (std::uint32_t id = 0; 3 * id < soup.size(); ++id) {
        const std::vector<Box>& of_id = boxes[id];
        cut += of_id.size() > 1;
        EXPECT_GE(of_id.size(), 1u) << id;
        const auto corner = [&](std::size_t i) {
            const Vec3& p = soup[3 * id + i];
            return Vector{p.x, p.y, p.z};
        };
        double farthest = 0.0;
        for (std::size_t i = 0; i < 3; ++i)
            for (const double x : {corner(i).x, corner(i).y, corner(i).z})
                farthest = std::max(farthest, std::fabs(x));
        for (int i = 0; i < (of_id.size() > 1 ? 2000 : 20); ++i) {
            double u = random.between(0, 1), v = random.between(0, 1);
            if (i % 3 == 0)
                u = 0; // on an edge
            if (i % 7 == 0)
                v = i % 2; // at a corner
            if (u + v > 1)
                u = 1 - v;
            const Vector p = corner(0) + u * (corner(1) - corner(0)) + v * (corner(2) - corner(0));
            // p is rounded to double, so it may lie slightly outside its own triangle.
            const double rounding = 4e-16 * farthest;
            const bool is_covered = std::any_of(
                of_id.begin(), of_id.end(), [&](const Box& box) { return box.has(p, rounding); });
            EXPECT_TRUE(is_covered) << "triangle " << id << " at " << u << ", " << v;
            if (!is_covered)
                return cut;
        }
    }
    return cut;
}

/// Compares the results of all questions with those of a scene of whole triangles.
void expect_same_answers(Scene scene, const Scene& whole, const HugeAmidTiny& shapes,
                         std::size_t queries = 40) {
    ASSERT_FALSE(view_of(whole).has_repeats);
    const worlds::World world = shapes.world(std::move(scene));
    worlds::for_all_questions([&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        const auto batch = worlds::queries_at<Query>(world, hostile::fewer(queries), 19);
        SCOPED_TRACE(worlds::name_of(question));
        const auto expected = worlds::ask(question, whole, batch,
                                          worlds::with_traversal({}, Traversal::exhaustive, 1));
        for (const Traversal traversal : {Traversal::automatic, Traversal::exhaustive,
                                          lanecast::forced::single, lanecast::forced::stream})
            ASSERT_EQ(
                worlds::difference(expected, worlds::ask(question, world.scene, batch,
                                                         worlds::with_traversal({}, traversal, 1))),
                "")
                << "traversal " << static_cast<int>(traversal);
    });
}

class Pieces : public testing::TestWithParam<Place> {};

TEST_P(Pieces, CoverTheirTriangles) {
    const HugeAmidTiny shapes(GetParam());
    for (const Build how : {Build::balanced, Build::thorough}) {
        const Scene scene = shapes.scene(how);
        EXPECT_GE(expect_covered(scene, shapes.soup()), 15u);
    }
    EXPECT_EQ(expect_covered(shapes.scene(Build::fast), shapes.soup()), 0u);
}

TEST_P(Pieces, ChangeNoAnswer) {
    const HugeAmidTiny shapes(GetParam());
    const Scene whole = shapes.scene(Build::fast);
    for (const Build how : {Build::balanced, Build::thorough}) {
        Scene scene = shapes.scene(how);
        ASSERT_TRUE(view_of(scene).has_repeats);
        expect_same_answers(std::move(scene), whole, shapes, 120);
    }
}

TEST_P(Pieces, MayMove) {
    HugeAmidTiny shapes(GetParam());
    Scene scene = shapes.scene(Build::balanced);
    for (const double far : {0.001, 0.01, 1.0, 20.0}) {
        const float* const before = memory_of(scene);
        shapes.move(far);
        shapes.update(scene);
        scene.commit(Build::balanced, {.threads = 1});
        if (far < 0.1) {
            EXPECT_EQ(memory_of(scene), before) << "was built anew";
        }
        expect_covered(scene, shapes.soup());
        expect_same_answers(std::move(scene), shapes.scene(Build::fast), shapes);
        scene = shapes.scene(Build::balanced);
    }
}

/// Number of children with an empty box. Every child must be in the orders of its node.
std::size_t empty_children(const SceneView& view) {
    std::size_t empty = 0;
    for (std::uint32_t n = 0; n < view.first_mixed / lanecast::node_units; ++n) {
        const lanecast::Node& node = view.node(n * lanecast::node_units);
        unsigned there = 0;
        for (unsigned c = 0; c < lanecast::node_width; ++c) {
            if (lanecast::is_nothing(node.children[c]))
                continue;
            there |= 1u << c;
            empty += node.bounds[0][c] > node.bounds[1][c];
        }
        for (unsigned octant = 0; octant < 4; ++octant) {
            unsigned ordered = 0;
            for (std::uint32_t order = node.order(octant); (order & 15u) != lanecast::Node::no_slot;
                 order = order >> 4 | ~0u << 28)
                ordered |= 1u << (order & 15u);
            EXPECT_EQ(ordered, there) << "node " << n << ", octant " << octant;
        }
    }
    return empty;
}

// If all primitives of a leaf are pieces of a triangle that moves away and back, the leaf's box is
// empty for a while. Nodes took the order of their children from the boxes that were not empty, an
// eighth of the nodes per refit. So when the box was no longer empty, streams skipped the leaf and
// wrote beyond their lists.
TEST(Pieces, MayComeBack) {
    SomeHugeAmidTiny shapes;
    Scene scene = shapes.scene(Build::balanced);
    const float* const before = memory_of(scene);
    for (int step = 0; step < 24; ++step) {
        shapes.shrink_one(scene, step % 3 == 0);
        ASSERT_EQ(memory_of(scene), before) << "was built anew";
        EXPECT_EQ(empty_children(view_of(scene)) != 0, step % 3 == 0);
        worlds::World world = shapes.world(std::move(scene));
        const auto rays = worlds::queries_at<hostile::Ray>(world, 200, 23);
        const Scene whole = shapes.scene(Build::fast);
        const auto expect_same = [&](const auto& question) {
            const auto expected = worlds::ask(question, whole, rays);
            for (const Traversal traversal :
                 {lanecast::forced::single, lanecast::forced::stream, lanecast::forced::packets})
                ASSERT_EQ(worlds::difference(expected,
                                             worlds::ask(question, world.scene, rays,
                                                         worlds::with_traversal({}, traversal, 1))),
                          "")
                    << "step " << step << ", traversal " << static_cast<int>(traversal);
        };
        expect_same(worlds::ClosestHit{});
        expect_same(worlds::AllHits{{}, {3}});
        scene = std::move(world.scene);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Pieces,
                         testing::Values(Place{"about_zero", nowhere, 10.0},
                                         Place{"mixed", {3, 4, 5}, 10.0, true},
                                         Place{"far_away", {1e5, -1e4, 3}, 1.0},
                                         Place{"tiny", {1e-16, 0, 0}, 1e-15},
                                         Place{"huge", {0, 1e16, 0}, 2e16}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Pieces, AreTheSameOnEveryIsaAndForAnyNumberOfThreads) {
    const HugeAmidTiny shapes({"", nowhere, 10.0});
    const Scene one = shapes.scene(Build::balanced);
    const auto& expected = one.data().commit.scene->memory;
    worlds::on_every_isa([&] {
        const Scene two = shapes.scene(Build::balanced, 2);
        const auto& memory = two.data().commit.scene->memory;
        ASSERT_EQ(memory.size(), expected.size());
        EXPECT_EQ(std::memcmp(memory.data(), expected.data(), memory.size() * sizeof(float)), 0);
    });
}

// Uniform meshes and floors would not get faster.
TEST(Pieces, AreNotMadeWhereTheyDoNotPay) {
    Scene scene;
    std::vector<Vec3> corners;
    for (int x = 0; x < 40; ++x)
        for (int y = 0; y < 40; ++y)
            for (const int corner : {0, 1, 2, 3})
                corners.push_back(
                    {static_cast<float>(x + corner % 2), static_cast<float>(y + corner / 2), 0.0f});
    for (const float x : {-100.0f, 100.0f})
        for (const float y : {-100.0f, 100.0f})
            corners.push_back({x, y, -1});
    std::vector<lanecast::Index3> halves;
    for (std::uint32_t i = 0; i < corners.size(); i += 4) {
        halves.push_back({i, i + 1, i + 2});
        halves.push_back({i + 3, i + 2, i + 1});
    }
    scene.add(lanecast::TriangleMesh{.vertices = corners, .indices = halves});
    for (const Build how : {Build::balanced, Build::thorough}) {
        scene.add(lanecast::Spheres{.center = Vec3{0, 0, 5}, .radius = 0.1f});
        scene.commit(how);
        EXPECT_TRUE(scene.data().commit.pieces.empty());
        EXPECT_FALSE(view_of(scene).has_repeats);
    }
}

// Testing a few huge triangles is faster than finding their pieces: with ten huge triangles among
// 245,000, rays ran at 0.8x of their speed.
TEST(Pieces, AreNotMadeOfAFewTriangles) {
    const auto pieces_of = [](std::uint32_t huge) {
        Random random(22);
        std::vector<Vec3> corners;
        std::vector<lanecast::Index3> indices;
        for (std::uint32_t i = 0; i < 20'000; ++i) {
            const Vector at = random.in_cube(10.0);
            for (int corner = 0; corner < 3; ++corner) {
                const Vector p = at + (i < huge ? 1.0 : 1e-3) * random.in_cube(10.0);
                corners.push_back(
                    {worlds::to_float(p.x), worlds::to_float(p.y), worlds::to_float(p.z)});
            }
            indices.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
        Scene scene;
        scene.add(lanecast::TriangleMesh{.vertices = corners, .indices = indices});
        scene.commit();
        return scene.data().commit.pieces.size();
    };
    EXPECT_EQ(pieces_of(5), 0u);
    EXPECT_GT(pieces_of(100), 100u);
}

// An instance's results come from its prototype, and pieces of one triangle from several of the
// prototype's leaves.
TEST(Pieces, OfAPrototype) {
    const HugeAmidTiny shapes({"", nowhere, 10.0});
    const auto placed = [&](Build how) {
        const Scene prototype = shapes.scene(how);
        Scene scene;
        const std::vector<Vec3> places = {{0, 0, 0}, {15, 3, 0}, {-4, -20, 8}};
        scene.add(prototype, {.position = places, .scale = 0.7f});
        scene.commit(Build::fast);
        return scene;
    };
    expect_same_answers(placed(Build::balanced), placed(Build::fast), shapes);
}

// A triangle in ten leaves is no duplicate of itself.
TEST(Pieces, AreNoDuplicates) {
    const Scene scene = SomeHugeAmidTiny().scene(Build::balanced);
    EXPECT_GE(scene.data().commit.pieces.size(), 20 * lanecast::host::least_duplicates);
    EXPECT_TRUE(lanecast::host::duplicates_in(view_of(scene)).empty());

    const HugeAmidTiny shapes({"", nowhere, 10.0});
    const auto with_crowd = [&](Build how) {
        Scene crowded;
        crowded.add(shapes.mesh());
        crowded.add(lanecast::Triangles{
            .v0 = Vec3{-9, -8, -7}, .v1 = Vec3{9, 8, -6}, .v2 = Vec3{3, 4, 9}, .count = 300});
        crowded.commit(how, {.threads = 1});
        return crowded;
    };
    const Scene crowded = with_crowd(Build::balanced);
    EXPECT_EQ(crowded.data().commit.duplicates.size(), 296u);
    expect_same_answers(with_crowd(Build::thorough), with_crowd(Build::fast), shapes);
}

TEST(Pieces, RepeatTrianglesUnlessBuiltFast) {
    for (const Build how : {Build::fast, Build::balanced, Build::thorough})
        EXPECT_EQ(view_of(SomeHugeAmidTiny().scene(how)).has_repeats, how != Build::fast);
}

} // namespace
