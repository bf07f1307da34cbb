#include <gtest/gtest.h>

#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "core/forced_traversal.hpp"
#include "host/scene/scene_data.hpp"
#include "kernels/fewer_queries.hpp"
#include "kernels/hostile/shapes.hpp"
#include "scene/worlds/questions.hpp"

// If shapes were only updated, commit() keeps the tree and adapts its boxes and leaves. Only the
// speed may change. A refit shows in the memory, whose address does not change.

namespace {

using hostile::Form;
using hostile::Random;
using lanecast::Build;
using lanecast::IdRange;
using lanecast::Scene;
using lanecast::Traversal;
using lanecast::Vec3;
using reference::Vector;
using worlds::ask;

const float* memory_of(const Scene& scene) { return scene.data().commit.scene->memory.data(); }

bool same_memory(const Scene& a, const Scene& b) {
    const auto &x = a.data().commit.scene->memory, &y = b.data().commit.scene->memory;
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
}

/// Shapes of every kind, including a mesh, that move a little at every step.
class Crowd {
public:
    explicit Crowd(std::size_t of_each_kind) : count_(of_each_kind) {}

    void add_to(Scene& scene, int step) {
        ids_.clear();
        for_all(step, [&](const auto& batch) { ids_.push_back(scene.add(batch)); });
    }
    void update(Scene& scene, int step) const {
        std::size_t i = 0;
        for_all(step, [&](const auto& batch) { scene.update(ids_[i++], batch); });
    }
    [[nodiscard]] Scene scene(int step, Build build = Build::balanced) {
        Scene scene;
        add_to(scene, step);
        scene.commit(build);
        return scene;
    }
    [[nodiscard]] const std::vector<IdRange>& ids() const { return ids_; }

private:
    /// Shapes with the same numbers at every step, except for their place.
    template <class Shape>
    [[nodiscard]] std::vector<Shape> shapes(int step) const {
        std::vector<Shape> list;
        for (std::size_t i = 0; i < count_; ++i) {
            Random random(1000 * i + 7);
            const Vector place = random.in_cube(20.0) + 0.1 * step * random.direction();
            list.push_back(Shape::make(random, place, random.between(0.2, 1.0), Form::regular));
        }
        return list;
    }
    template <class Visit>
    void for_all(int step, Visit visit) const {
        std::vector<std::uint32_t> masks(count_);
        for (std::size_t i = 0; i < count_; ++i)
            masks[i] = (i + static_cast<std::size_t>(step)) % 7 == 0 ? 2u : 3u;
        hostile::for_all_shapes([&]<class Shape>(const Shape*) {
            const auto moved = shapes<Shape>(step);
            lanecast::Shapes batch = worlds::columns_of(moved);
            std::visit([&](auto& columns) { columns.mask = masks; }, batch);
            visit(batch);
        });
        const auto corners = shapes<hostile::Triangle>(step);
        std::vector<Vec3> vertices;
        std::vector<lanecast::Index3> indices;
        for (const auto& triangle : corners) {
            const auto first = static_cast<std::uint32_t>(vertices.size());
            for (std::size_t v = 0; v < 9; v += 3)
                vertices.push_back({triangle.c[v], triangle.c[v + 1], triangle.c[v + 2]});
            // Neighbours share vertices.
            indices.push_back({first, first + 1, first == 0 ? first + 2 : first - 1});
        }
        lanecast::TriangleMesh mesh = {.vertices = vertices, .mask = masks};
        if (ids_.size() < lanecast::shape_kinds + 1)
            mesh.indices = indices;
        visit(mesh);
    }

    std::size_t count_;
    std::vector<IdRange> ids_;
};

/// Compares all questions, on every ISA and with several traversals, with a newly built scene.
void expect_same_answers(Scene scene, const Scene& fresh) {
    worlds::World world;
    world.scene = std::move(scene);
    Random random(3);
    for (int i = 0; i < 50; ++i)
        world.places.push_back(random.in_cube(20.0));
    world.size = 20.0;
    const std::size_t count = hostile::fewer(200);
    const std::tuple batches = {worlds::queries_at<hostile::Ray>(world, count, 1),
                                worlds::queries_at<hostile::Sweep>(world, count, 2),
                                worlds::queries_at<hostile::QuerySphere>(world, count, 3),
                                worlds::queries_at<hostile::Point>(world, count, 4)};
    worlds::for_all_questions([&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        const auto& batch = std::get<worlds::Batch<Query>>(batches);
        const auto expected =
            ask(question, fresh, batch, worlds::with_traversal({}, Traversal::exhaustive, 1));
        worlds::on_every_isa([&] {
            for (const Traversal traversal :
                 {Traversal::automatic, lanecast::forced::single, Traversal::exhaustive})
                EXPECT_EQ(difference(expected, ask(question, world.scene, batch,
                                                   worlds::with_traversal({}, traversal, 1))),
                          "")
                    << worlds::name_of(question);
        });
    });
}

TEST(Refit, AnswersAsASceneBuiltAfresh) {
    for (const Build build : {Build::balanced, Build::fast, Build::thorough}) {
        Crowd crowd(300);
        Scene scene = crowd.scene(0, build);
        const float* const memory = memory_of(scene);
        for (int step = 1; step <= 3; ++step) {
            crowd.update(scene, step);
            scene.commit(build);
            ASSERT_EQ(memory_of(scene), memory) << "built anew at step " << step;
        }
        Crowd other(300);
        expect_same_answers(std::move(scene), other.scene(3));
    }
}

TEST(Refit, OfWhatDidNotChangeLeavesEveryBitAsItWas) {
    for (const Build build : {Build::balanced, Build::fast, Build::thorough}) {
        Crowd crowd(hostile::fewer(3000));
        Scene scene = crowd.scene(0, build);
        const Scene untouched = Crowd(hostile::fewer(3000)).scene(0, build);
        ASSERT_TRUE(same_memory(scene, untouched));
        const float* const memory = memory_of(scene);
        crowd.update(scene, 0);
        scene.commit(build);
        EXPECT_EQ(memory_of(scene), memory);
        EXPECT_TRUE(same_memory(scene, untouched));
        EXPECT_EQ(scene.bounds().lo, untouched.bounds().lo);
        EXPECT_EQ(scene.bounds().hi, untouched.bounds().hi);
    }
}

TEST(Refit, IsTheSameForAnyNumberOfThreadsAndOnEveryIsa) {
    Crowd crowd(hostile::fewer(3000));
    Scene alone = crowd.scene(0);
    crowd.update(alone, 1);
    alone.commit(Build::balanced, {.threads = 1});
    worlds::on_every_isa([&] {
        for (const std::uint32_t threads : {1u, 2u, 0u}) {
            Crowd others(hostile::fewer(3000));
            Scene scene = others.scene(0);
            others.update(scene, 1);
            scene.commit(Build::balanced, {.threads = threads});
            EXPECT_TRUE(same_memory(alone, scene)) << threads << " threads";
        }
    });
}

/// A grid of small spheres, each moved by the share `way` of its path to another point of the grid.
std::vector<Vec3> exchanged(std::size_t side, float way) {
    std::vector<Vec3> centers;
    const auto place = [&](std::size_t i) {
        return Vec3{static_cast<float>(i % side), static_cast<float>(i / side % side),
                    static_cast<float>(i / (side * side))};
    };
    const std::size_t count = side * side * side;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 a = place(i), b = place(i * 7919 % count);
        centers.push_back(
            {a.x + way * (b.x - a.x), a.y + way * (b.y - a.y), a.z + way * (b.z - a.z)});
    }
    return centers;
}

TEST(Refit, GivesWayToABuildWhenTheTreeHasBecomePoor) {
    Scene scene;
    const auto grid = exchanged(15, 0);
    const IdRange ids = scene.add(lanecast::Spheres{.center = grid, .radius = 0.2f});
    scene.commit();
    const double work = scene.data().commit.least_work;
    const float* memory = memory_of(scene);
    int builds = 0;
    for (int step = 1; step <= 100; ++step) {
        const auto centers = exchanged(15, 0.01f * static_cast<float>(step));
        scene.update(ids, lanecast::Spheres{.center = centers});
        scene.commit();
        builds += memory_of(scene) != memory ? 1 : 0;
        memory = memory_of(scene);
    }
    EXPECT_GE(builds, 1);
    EXPECT_LE(builds, 50);
    // The spheres form the initial grid again, so the tree must be about as good.
    EXPECT_LE(scene.data().commit.least_work, 1.5 * work);
}

TEST(Refit, NoticesShapesThatLeaveTheRangeOfTheTreeAndThatComeBack) {
    Crowd crowd(50);
    Scene scene = crowd.scene(0);
    const IdRange balls = crowd.ids()[0];
    const auto expect_as_fresh = [&](const Vec3& center) {
        scene.update(balls.slice(3, 1), lanecast::Spheres{.center = center});
        scene.commit();
        Crowd other(50);
        Scene fresh;
        other.add_to(fresh, 0);
        fresh.update(balls.slice(3, 1), lanecast::Spheres{.center = center});
        fresh.commit();
        EXPECT_EQ(scene.data().commit.scene->view.has_shapes_out_of_tree,
                  fresh.data().commit.scene->view.has_shapes_out_of_tree);
        EXPECT_EQ(scene.bounds().lo, fresh.bounds().lo);
        EXPECT_EQ(scene.bounds().hi, fresh.bounds().hi);
        lanecast::Hit hit;
        closest_hit(scene, {.origin = center, .direction = {1, 0, 0}, .mask = 3u}, into(hit));
        EXPECT_TRUE(hit);
    };
    expect_as_fresh({0x1p70f, 0, 0});
    EXPECT_TRUE(scene.data().commit.scene->view.has_shapes_out_of_tree);
    const float* const memory = memory_of(scene);
    expect_as_fresh({0x1p71f, 5, 0}); // still outside
    EXPECT_EQ(memory_of(scene), memory);
    expect_as_fresh({1, 2, 3});
    // Across the border, where boxes barely grow.
    expect_as_fresh({0x1.F0p59f, 0, 0});
    expect_as_fresh({0x1.08p60f, 0, 0});
    EXPECT_TRUE(scene.data().commit.scene->view.has_shapes_out_of_tree);
}

TEST(Refit, FollowsAddingAndRemoving) {
    Crowd crowd(100);
    Scene scene = crowd.scene(0);
    crowd.update(scene, 1);
    const IdRange more = scene.add(lanecast::Spheres{.center = {0, 0, 0}, .radius = 2});
    scene.commit();
    scene.update(more, lanecast::Spheres{.radius = 3});
    scene.commit();
    crowd.update(scene, 2);
    scene.remove(more);
    scene.commit();
    Crowd other(100);
    expect_same_answers(std::move(scene), other.scene(2));
}

} // namespace
