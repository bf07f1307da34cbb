#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "scene/worlds/questions.hpp"
#include "scene/worlds/row_of_spheres.hpp"

// A scene that was edited returns the same results as a scene newly built with its current shapes.

namespace {

using hostile::Random;
using lanecast::Hit;
using lanecast::IdRange;
using lanecast::Index3;
using lanecast::no_id;
using lanecast::Quaternion;
using lanecast::Scene;
using lanecast::Vec3;
using worlds::ask;
using worlds::looking_down;
using worlds::places_along_x;
using worlds::spheres;

TEST(Update, OfASliceChangesThatSliceAlone) {
    Scene scene;
    const std::vector<Vec3> centers = places_along_x(10);
    const IdRange ids = scene.add(lanecast::Spheres{.center = centers, .radius = 1.0f});
    const std::vector<float> radii = {2.0f, 3.0f, 4.0f};
    scene.update(ids.slice(4, 3), lanecast::Spheres{.radius = radii}); // the centres stay
    scene.commit();
    for (std::uint32_t i = 0; i < ids.count; ++i) {
        const float radius = i >= 4 && i < 7 ? radii[i - 4] : 1.0f;
        EXPECT_EQ(looking_down(scene, centers[i].x).t, 100.0f - radius) << i;
        EXPECT_EQ(looking_down(scene, centers[i].x).id, ids[i]);
    }
}

TEST(Update, WithAValueChangesAllOfTheSlice) {
    Scene scene;
    const std::vector<Vec3> centers = places_along_x(6);
    const IdRange ids = scene.add(lanecast::Spheres{.center = centers, .radius = 1.0f});
    scene.update(ids.slice(1, 2), lanecast::Spheres{.radius = 4.0f});
    scene.update(ids.slice(5, 1), lanecast::Spheres{.center = {50, 0, 20}, .radius = 5.0f});
    scene.commit();
    const std::vector<float> expected = {99, 96, 96, 99, 99, 75};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(looking_down(scene, centers[i].x).t, expected[i]) << i;
}

TEST(Update, LeavesOutWhatIsLeftOutOfEveryShape) {
    Scene scene;
    const Quaternion upright = {0, 0, 1, 0}; // half a turn about z
    const IdRange aabb = scene.add(lanecast::Aabbs{.lo = {-1, -1, -1}, .hi = {1, 1, 1}});
    const IdRange box = scene.add(lanecast::Boxes{
        .center = {10, 0, 0}, .half_extents = {1, 2, 3}, .rotation = upright, .mask = 2u});
    const IdRange triangle = scene.add(
        lanecast::Triangles{.v0 = {19, -1, 0}, .v1 = {21, -1, 0}, .v2 = {20, 1, 0}, .mask = 4u});
    scene.update(aabb, lanecast::Aabbs{.hi = {1, 1, 2}});
    scene.update(box, lanecast::Boxes{.center = {11, 0, 1}});
    scene.update(triangle, lanecast::Triangles{.v2 = {20, 1, 4}});
    scene.commit();
    EXPECT_EQ(looking_down(scene, 0).t, 98.0f);
    EXPECT_EQ(looking_down(scene, 10.5f).t, 96.0f);
    EXPECT_FALSE(looking_down(scene, 9.5f));
    EXPECT_EQ(looking_down(scene, 20).t, 98.0f); // hits half-way up the triangle
    EXPECT_FALSE(looking_down(scene, 20, 2));
    EXPECT_TRUE(looking_down(scene, 20, 4));
    EXPECT_FALSE(looking_down(scene, 11, 4));
    scene.update(box, lanecast::Boxes{.rotation = Quaternion{1, 0, 0, 0}, .mask = 4u});
    scene.commit();
    EXPECT_EQ(looking_down(scene, 11, 4).t, 96.0f);
    EXPECT_FALSE(looking_down(scene, 11, 2));
}

TEST(Update, LeavesOutWhatIsLeftOutOfShapesWithAxesAndOfEndlessOnes) {
    Scene scene;
    const IdRange capsule =
        scene.add(lanecast::Capsules{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = 1});
    const IdRange cylinder =
        scene.add(lanecast::Cylinders{.a = {10, 0, 0}, .b = {10, 0, 2}, .radius = 1});
    const IdRange cone =
        scene.add(lanecast::Cones{.base = {20, 0, 2}, .apex = {20, 0, 0}, .radius = 1, .mask = 2u});
    const IdRange plane = scene.add(lanecast::Planes{.normal = {0, 0, 2}, .offset = -20});
    const IdRange line = scene.add(lanecast::Lines{.point = {0, 40, 0}, .direction = {1, 0, 0}});
    scene.update(capsule, lanecast::Capsules{.b = {0, 0, 3}});
    scene.update(cylinder, lanecast::Cylinders{.a = {10, 0, 5}});
    scene.update(cone, lanecast::Cones{.base = {20, 0, 6}});
    scene.update(plane, lanecast::Planes{.offset = -100});
    scene.update(line, lanecast::Lines{.direction = {0, 0, 1}});
    scene.commit();
    EXPECT_EQ(looking_down(scene, 0).t, 96.0f);
    EXPECT_EQ(looking_down(scene, 10).t, 95.0f);
    EXPECT_EQ(looking_down(scene, 20).t, 94.0f);
    EXPECT_EQ(looking_down(scene, 20, 4).id, plane[0]);
    EXPECT_EQ(looking_down(scene, 30).t, 150.0f);
    lanecast::ClosestPoint nearest;
    closest_point(scene, {.position = {0, 43, 80}}, into(nearest));
    EXPECT_EQ(nearest.id, line[0]);
    EXPECT_EQ(nearest.distance, 3.0f);
    EXPECT_EQ(nearest.point, (Vec3{0, 40, 80}));
}

TEST(Update, OfMasksSwitchesShapesOnAndOff) {
    Scene scene;
    const std::vector<Vec3> centers = places_along_x(6);
    const IdRange ids = scene.add(lanecast::Spheres{.center = centers, .radius = 1.0f});
    const std::vector<std::uint32_t> masks = {0, 2, 4};
    scene.update(ids.slice(2, 3), lanecast::Spheres{.mask = masks});
    scene.update(ids.slice(5, 1), lanecast::Spheres{.mask = 0u});
    scene.commit();
    const std::vector<std::uint32_t> all_and_two_and_eight = {7, 7, 0, 3, 1, 0};
    for (std::size_t i = 0; i < centers.size(); ++i) {
        const float x = centers[i].x;
        const std::uint32_t met = (looking_down(scene, x) ? 1u : 0u) |
                                  (looking_down(scene, x, 2) ? 2u : 0u) |
                                  (looking_down(scene, x, 8) ? 4u : 0u);
        EXPECT_EQ(met, all_and_two_and_eight[i]) << i;
    }
    scene.update(ids, lanecast::Spheres{.mask = 8u});
    scene.commit();
    for (const Vec3& center : centers) {
        EXPECT_FALSE(looking_down(scene, center.x, 7));
        EXPECT_TRUE(looking_down(scene, center.x, 8));
    }
}

TEST(Update, OfAMeshMovesItsVerticesAndSwitchesItsTriangles) {
    Scene scene;
    std::vector<Vec3> vertices = {{-5, -5, 0}, {15, -5, 0}, {15, 5, 0}, {-5, 5, 0}};
    const std::vector<Index3> indices = {{0, 1, 2}, {0, 2, 3}};
    scene.add(spheres(3));
    const IdRange mesh =
        scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
    const float over_first = 12, over_second = -3;
    for (Vec3& v : vertices)
        v.z += 50;
    scene.update(mesh, lanecast::TriangleMesh{.vertices = vertices});
    scene.commit();
    EXPECT_EQ(looking_down(scene, over_first).t, 50.0f);
    EXPECT_EQ(looking_down(scene, over_first).id, mesh[0]);
    EXPECT_EQ(looking_down(scene, over_second).id, mesh[1]);
    scene.update(mesh.slice(1, 1), lanecast::TriangleMesh{.mask = 0u});
    scene.commit();
    EXPECT_EQ(looking_down(scene, over_first).t, 50.0f);
    EXPECT_FALSE(looking_down(scene, over_second));
    const std::vector<std::uint32_t> masks = {1, 2};
    for (Vec3& v : vertices)
        v.z = 20;
    scene.update(mesh, lanecast::TriangleMesh{.vertices = vertices, .mask = masks});
    scene.commit();
    EXPECT_EQ(looking_down(scene, over_first, 1).t, 80.0f);
    EXPECT_FALSE(looking_down(scene, over_first, 2));
    EXPECT_EQ(looking_down(scene, over_second, 2).t, 80.0f);
}

TEST(Update, OfNoIdsChangesNothing) {
    Scene scene;
    const IdRange ids = scene.add(spheres(3));
    scene.commit();
    const std::vector<float> none;
    scene.update(ids.slice(1, 0), lanecast::Spheres{.radius = none});
    scene.remove(ids.slice(1, 0));
    EXPECT_TRUE(looking_down(scene, 0));
}

// Properties of a scene.

TEST(Scene, BoundsHoldAllShapesWhateverTheirMask) {
    Scene scene;
    const auto expect_bounds = [&](Vec3 lo, Vec3 hi) {
        EXPECT_EQ(scene.bounds().lo, lo);
        EXPECT_EQ(scene.bounds().hi, hi);
    };
    constexpr float infinity = std::numeric_limits<float>::infinity();
    expect_bounds({infinity, infinity, infinity}, {-infinity, -infinity, -infinity});
    const IdRange ball = scene.add(lanecast::Spheres{.center = {1, 2, 3}, .radius = 1, .mask = 0u});
    scene.add(lanecast::Aabbs{.lo = {4, 4, 4}, .hi = {5, 9, 5}});
    scene.commit();
    expect_bounds({0, 1, 2}, {5, 9, 5});
    scene.update(ball, lanecast::Spheres{.radius = 2});
    scene.commit();
    expect_bounds({-1, 0, 1}, {5, 9, 5});
    scene.remove(ball);
    scene.commit();
    expect_bounds({4, 4, 4}, {5, 9, 5});
}

TEST(Scene, MemoryGrowsAndShrinksWithWhatItKeeps) {
    Scene scene;
    const std::size_t empty = scene.memory_bytes();
    EXPECT_LT(empty, 4096u);
    constexpr std::size_t count = 10'000;
    const IdRange ids = scene.add(spheres(count));
    const std::size_t uncommitted = scene.memory_bytes();
    EXPECT_GE(uncommitted, empty + count * 4 * sizeof(float));
    scene.commit();
    const std::size_t committed = scene.memory_bytes();
    EXPECT_GE(committed, uncommitted + count * 6 * sizeof(float)); // shape, id and mask in leaves
    EXPECT_LE(committed, 1024 * count);
    scene.remove(ids);
    scene.commit();
    EXPECT_LE(scene.memory_bytes(), empty + 1024);
}

TEST(Scene, ThatWasNeverTouchedAnswersMisses) {
    const Scene scene;
    const Hit hit = looking_down(scene, 0);
    EXPECT_FALSE(hit);
    EXPECT_EQ(hit.id, no_id);
    EXPECT_EQ(scene.size(), 0u);
}

TEST(Scene, CanBeMovedAndWhatIsLeftDestroyedOrAssigned) {
    Scene first;
    first.add(spheres(3));
    first.commit();
    Scene second = std::move(first);
    EXPECT_TRUE(looking_down(second, 0));
    {
        const Scene third = std::move(second);
        EXPECT_EQ(third.size(), 3u);
    }
    first = Scene();
    EXPECT_EQ(first.add(spheres(2)), (IdRange{0, 2}));
    first.commit();
    EXPECT_TRUE(looking_down(first, 0));
    Scene other;
    other.commit();
    first = std::move(other);
    EXPECT_FALSE(looking_down(first, 0));
}

TEST(Scene, CommittedAgainWithoutChangesAnswersTheSame) {
    worlds::World world = worlds::mixed();
    const auto rays = worlds::queries_at<hostile::Ray>(world, 2000, 80);
    const auto before = ask(worlds::ClosestHit{}, world.scene, rays);
    const std::size_t bytes = world.scene.memory_bytes();
    world.scene.commit();
    world.scene.commit(lanecast::Build::balanced, {.threads = 2});
    EXPECT_EQ(world.scene.memory_bytes(), bytes);
    EXPECT_EQ(difference(ask(worlds::ClosestHit{}, world.scene, rays), before), "");
}

// Random sequences of changes.

/// The expected contents of a scene: ranges by their first id, each with its shapes.
class Model {
public:
    using Batch = hostile::ListOfShapes<std::variant, hostile::VectorOf>;
    static constexpr std::size_t kinds = std::variant_size_v<Batch>;
    struct Range {
        Batch shapes;
        std::vector<std::uint32_t> masks;
    };

    explicit Model(std::uint64_t seed) : random_(seed) {}

    /// Adds, updates or removes something at random, in the scene and in the model.
    void change(Scene& scene) {
        if (ranges_.empty() || random_.one_in(2))
            add(scene);
        else if (random_.one_in(3))
            remove(scene);
        else
            update(scene);
    }

    /// A scene with the same shapes under the same ids. Placeholder shapes occupy the free ids and
    /// are removed again.
    [[nodiscard]] Scene built_afresh() const {
        Scene scene;
        std::uint32_t next = 0;
        std::vector<IdRange> fillers;
        for (const auto& [first, range] : ranges_) {
            if (first > next)
                fillers.push_back(scene.add(spheres(first - next)));
            next = first + scene.add(columns(range)).count;
        }
        for (const IdRange& filler : fillers)
            scene.remove(filler);
        scene.commit();
        return scene;
    }

private:
    static lanecast::Shapes columns(const Range& range) {
        lanecast::Shapes batch =
            std::visit([](const auto& list) { return worlds::columns_of(list); }, range.shapes);
        std::visit([&](auto& view) { view.mask = range.masks; }, batch);
        return batch;
    }

    template <class Shape>
    std::vector<Shape> shapes(std::size_t count) {
        std::vector<Shape> list;
        for (std::size_t i = 0; i < count; ++i)
            list.push_back(Shape::make(random_, random_.in_cube(8.0), random_.between(0.2, 2.0),
                                       hostile::Form::regular));
        return list;
    }

    Range batch_like(std::size_t kind, std::size_t count) {
        Range range;
        std::size_t i = 0;
        hostile::for_all_shapes([&]<class Shape>(const Shape*) {
            if (i++ == kind)
                range.shapes = shapes<Shape>(count);
        });
        range.masks.resize(count);
        for (std::uint32_t& mask : range.masks)
            mask = random_.one_in(4) ? 1u << random_.below(4) : lanecast::all_layers;
        return range;
    }

    void add(Scene& scene) {
        Range range = batch_like(random_.below(kinds), 1 + random_.below(30));
        const IdRange ids = scene.add(columns(range));
        ranges_.emplace(ids.first, std::move(range));
    }

    std::map<std::uint32_t, Range>::iterator any_range() {
        return std::next(ranges_.begin(),
                         static_cast<std::ptrdiff_t>(random_.below(ranges_.size())));
    }

    /// Removes a whole range, a slice of one, or ids from all over.
    void remove(Scene& scene) {
        if (random_.one_in(2)) {
            const auto& [id, range] = *any_range();
            const auto size = static_cast<std::uint32_t>(range.masks.size());
            const bool whole = random_.one_in(2);
            const auto first = whole ? 0 : static_cast<std::uint32_t>(random_.below(size));
            const IdRange ids = {
                id + first,
                whole ? size : 1 + static_cast<std::uint32_t>(random_.below(size - first))};
            scene.remove(ids);
            return cut(ids);
        }
        std::vector<std::uint32_t> ids;
        for (const auto& [first, range] : ranges_)
            for (std::uint32_t i = 0; i < range.masks.size(); ++i)
                if (random_.one_in(4))
                    ids.insert(ids.begin() +
                                   static_cast<std::ptrdiff_t>(random_.below(ids.size() + 1)),
                               first + i);
        scene.remove(ids);
        for (const std::uint32_t id : ids)
            cut({id, 1});
    }

    /// Removes ids from a range, which leaves up to two ranges.
    void cut(IdRange ids) {
        const auto it = std::prev(ranges_.upper_bound(ids.first));
        const std::uint32_t begin = it->first;
        const Range range = std::move(it->second);
        ranges_.erase(it);
        const auto keep = [&](std::size_t first, std::size_t last) {
            if (first == last)
                return;
            const auto part_of = [&](const auto& list) {
                return std::decay_t<decltype(list)>(
                    list.begin() + static_cast<std::ptrdiff_t>(first),
                    list.begin() + static_cast<std::ptrdiff_t>(last));
            };
            Range part;
            std::visit([&](const auto& list) { part.shapes = part_of(list); }, range.shapes);
            part.masks = part_of(range.masks);
            ranges_.emplace(begin + static_cast<std::uint32_t>(first), std::move(part));
        };
        keep(0, ids.first - begin);
        keep(ids.first - begin + ids.count, range.masks.size());
    }

    /// Updates a slice, sometimes without its masks.
    void update(Scene& scene) {
        auto& [id, range] = *any_range();
        const std::size_t size = range.masks.size();
        const std::size_t first = random_.below(size);
        const std::size_t count = 1 + random_.below(size - first);
        const Range changes = batch_like(range.shapes.index(), count);
        const bool with_masks = random_.one_in(2);
        lanecast::Shapes batch = columns(changes);
        if (!with_masks)
            std::visit([](auto& view) { view.mask = {}; }, batch);
        scene.update({id + static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)},
                     batch);
        std::visit(
            [&](auto& list) {
                const auto& from = std::get<std::decay_t<decltype(list)>>(changes.shapes);
                std::copy(from.begin(), from.end(),
                          list.begin() + static_cast<std::ptrdiff_t>(first));
            },
            range.shapes);
        if (with_masks)
            std::copy(changes.masks.begin(), changes.masks.end(),
                      range.masks.begin() + static_cast<std::ptrdiff_t>(first));
    }

    Random random_;
    std::map<std::uint32_t, Range> ranges_;
};

TEST(Scene, ThatWasEditedAnswersAsOneThatWasBuiltAfresh) {
    worlds::World aim;
    aim.size = 8.0;
    const auto rays = worlds::queries_at<hostile::Ray>(aim, 300, 81);
    const auto sweeps = worlds::queries_at<hostile::Sweep>(aim, 100, 81);
    const auto spheres = worlds::queries_at<hostile::QuerySphere>(aim, 100, 81);
    const auto points = worlds::queries_at<hostile::Point>(aim, 100, 81);
    for (std::uint64_t history = 0; history < 20; ++history) {
        Model model(history);
        Scene scene;
        for (int step = 0; step < 60; ++step) {
            model.change(scene);
            if (step % 7 != 6)
                continue;
            scene.commit();
            const Scene afresh = model.built_afresh();
            ASSERT_EQ(scene.size(), afresh.size());
            EXPECT_EQ(scene.bounds().lo, afresh.bounds().lo);
            EXPECT_EQ(scene.bounds().hi, afresh.bounds().hi);
            const auto expect_same = [&](const auto& question, const auto& batch) {
                ASSERT_EQ(difference(without_batches(ask(question, scene, batch)),
                                     without_batches(ask(question, afresh, batch))),
                          "")
                    << question.name << ", history " << history << ", step " << step;
            };
            expect_same(worlds::ClosestHit{}, rays);
            expect_same(worlds::Sweep{}, sweeps);
            expect_same(worlds::AllOverlaps{{}, {4}}, spheres);
            expect_same(worlds::ClosestPoint{}, points);
        }
    }
}

} // namespace
