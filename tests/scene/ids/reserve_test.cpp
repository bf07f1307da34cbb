#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "scene/ids/roomy_scene.hpp"

// After reserve(), edits allocate nothing, and the scene returns the same as one without room.

namespace {

using namespace lanecast;
using worlds::allocations_of;
using worlds::Batch;
using worlds::Columns;
using worlds::keys;
using worlds::kinds;
using worlds::ReserveTest;

TEST_F(ReserveTest, RandomEditsAllocateNothingAndReturnTheSame) {
    // Shapes from before, of which one batch shares a mask and a word.
    for (const std::size_t key : {0u, 0u, 2u, 9u, 5u}) {
        const std::size_t count = 1 + below(30);
        const Columns columns(random, count, Columns::geometry);
        Batch batch = {columns.add_to(plain, key, prototype), key, {}};
        ASSERT_EQ(columns.add_to(roomy, key, prototype), batch.ids);
        for (std::uint32_t i = 0; i < count; ++i)
            batch.left.insert(batch.ids[i]);
        batches.push_back(batch);
    }
    for (std::size_t key = 0; key < keys; ++key)
        reserve(key, 12);
    for (int step = 0; step < 20'000; ++step) {
        edit();
        if (HasFatalFailure())
            return;
        if (step % 1500 == 1499)
            remove_all();
        if (step % 50 == 49)
            expect_same_answers();
        if (step == 9700)
            for (std::size_t key = 0; key < keys; ++key)
                reserve(key, 60);
    }
    EXPECT_GT(checked, 3000u);
    EXPECT_LT(beyond, checked / 20);
}

TEST_F(ReserveTest, OneBatchMayTakeAllOfTheRoom) {
    reserve(0, 1000);
    for (int round = 0; round < 3; ++round) {
        add(0, 1000);
        const IdRange all = batches[0].ids;
        const std::vector<std::uint32_t> masks(1000, 3u);
        EXPECT_EQ(allocations_of([&] { roomy.update(all, Spheres{.mask = 2u, .user = 3u}); }), 0u);
        EXPECT_EQ(allocations_of([&] { roomy.update(all, Spheres{.mask = masks}); }), 0u);
        plain.update(all, Spheres{.mask = 3u, .user = 3u});
        expect_same_answers();
        remove_all();
    }
}

TEST_F(ReserveTest, ShapesFromBeforeGetMasksAndWordsOfTheirOwn) {
    const IdRange ids =
        roomy.add(Spheres{.center = {0, 0, 0}, .radius = 1, .user = 5u, .count = 50});
    roomy.reserve(ShapeKind::sphere, 0);
    const std::vector<std::uint32_t> some = {7, 3};
    EXPECT_EQ(allocations_of([&] { roomy.update(some, Spheres{.mask = 2u, .user = 8u}); }), 0u);
    EXPECT_EQ(allocations_of([&] { roomy.update(ids.slice(4, 2), Spheres{.user = 9u}); }), 0u);
    EXPECT_EQ(allocations_of([&] { roomy.remove(ids.slice(0, 3)); }), 0u);
    roomy.commit();
    std::vector<std::uint32_t> all(50), users(50), expected(50, 5u);
    std::iota(all.begin(), all.end(), 0u);
    roomy.locate(all, {.user = users});
    expected[0] = expected[1] = expected[2] = 0; // removed
    expected[7] = expected[3] = 8;
    expected[4] = expected[5] = 9;
    EXPECT_EQ(users, expected);
}

TEST_F(ReserveTest, TheSameOrLessCostsNothing) {
    add(0, 3);
    reserve(0, 100);
    reserve(9, 10);
    const std::size_t bytes = roomy.memory_bytes();
    const auto expect_no_cost = [&](std::size_t key, std::size_t count) {
        const std::size_t live = counted_allocations::live();
        const counted_allocations::Refusal no_rebuild(1000);
        reserve(key, count);
        EXPECT_EQ(counted_allocations::live(), live);
        EXPECT_EQ(roomy.memory_bytes(), bytes);
    };
    for (const std::size_t count : {100u, 40u, 0u})
        expect_no_cost(0, count);
    expect_no_cost(9, 10);
    add(0, 60);
    expect_no_cost(0, 40);
    Scene empty;
    const std::size_t before = empty.memory_bytes();
    empty.reserve(ShapeKind::box, 0);
    EXPECT_EQ(empty.memory_bytes(), before);
}

TEST_F(ReserveTest, IsCountedAndStays) {
    const std::size_t empty = roomy.memory_bytes();
    roomy.reserve(ShapeKind::box, 10'000);
    const std::size_t bytes = roomy.memory_bytes();
    constexpr std::size_t box = 10 * 4 + 5 * 4; // its numbers and its words
    EXPECT_GE(bytes, empty + 10'000 * (box + 4));
    EXPECT_LE(bytes, empty + 10'000 * (box + 33) + 4096);
    roomy.remove(roomy.add(Spheres{.center = {0, 0, 0}, .radius = 1}));
    EXPECT_EQ(roomy.memory_bytes(), bytes);
}

TEST_F(ReserveTest, CoversShapesThatWereBeyondTheLimit) {
    reserve(0, 10);
    add(0, 8);
    const IdRange ids = roomy.add(Spheres{.center = {0, 0, 0}, .radius = 1, .count = 5});
    roomy.remove(ids.slice(2, 3)); // the others are below the limit, but not in the room
    roomy.reserve(ShapeKind::sphere, 0);
    EXPECT_EQ(allocations_of([&] { roomy.update(ids[1], Spheres{.mask = 2u}); }), 0u);
}

// All reserved records cover the same ids, so those of one kind must not grow alone.
TEST_F(ReserveTest, HoldsAfterMoreThanTheRoomWasAdded) {
    reserve(0, 10);
    reserve(1, 20); // the limit is 30
    add(1, 10);
    add(0, 10);
    add(0, 15);
    for (const IdRange& gone : {batches[1].ids.slice(0, 3), batches[2].ids.slice(3, 12)}) {
        roomy.remove(gone);
        plain.remove(gone);
        for (std::uint32_t i = 0; i < gone.count; ++i)
            forget(gone[i], no_id);
    }
    reserve(1, 10); // the limit is 33
    add(1, 10);
    EXPECT_EQ(checked, 3u);
    expect_same_answers();
}

// Shapes without room take batches, too.
TEST_F(ReserveTest, HoldsBesideManyBatchesWithoutRoom) {
    for (int i = 0; i < 64; ++i)
        add(1, 1);
    reserve(0, 10);
    for (int i = 0; i < 10; ++i)
        add(0, 1);
    EXPECT_EQ(checked, 10u);
    const std::size_t bytes = roomy.memory_bytes();
    add(kinds, 1);
    EXPECT_GT(roomy.memory_bytes(), bytes);
    reserve(0, 20);
    const std::size_t with_prototype = roomy.memory_bytes();
    roomy.remove(batches.back().ids); // the prototype goes, too
    EXPECT_LT(roomy.memory_bytes() + 500, with_prototype);
}

// The limits that the documentation names.
TEST_F(ReserveTest, HoldsAgainAfterAMeshIfItIsCalledAgain) {
    roomy.reserve(ShapeKind::sphere, 10);
    const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<Index3> indices(50, Index3{0, 1, 2});
    roomy.add(TriangleMesh{.vertices = vertices, .indices = indices});
    roomy.reserve(ShapeKind::sphere, 10);
    const auto add = [&] { roomy.add(Spheres{.center = {0, 0, 0}, .radius = 1, .count = 5}); };
    EXPECT_EQ(allocations_of(add), 0u);
    EXPECT_EQ(allocations_of(add), 0u);
    EXPECT_GT(allocations_of(add), 0u); // more than was reserved
    EXPECT_EQ(roomy.size(), 65u);
}

TEST_F(ReserveTest, RoomOfAChangedPrototypeIsFreed) {
    roomy.reserve(prototype[0], 1000);
    const std::size_t bytes = roomy.memory_bytes();
    for (int round = 0; round < 5; ++round) {
        prototype[0].add(Spheres{.center = {9, 0, 0}, .radius = 1});
        prototype[0].commit();
        roomy.reserve(prototype[0], 1000);
        const Columns columns(random, 1000, Columns::geometry);
        IdRange ids;
        EXPECT_EQ(allocations_of([&] { ids = columns.add_to(roomy, kinds, prototype); }), 0u);
        roomy.commit();
        roomy.remove(ids);
        roomy.commit();
    }
    EXPECT_LT(roomy.memory_bytes(), bytes + 10'000);
}

TEST_F(ReserveTest, SavedScenesHaveTheShapesButNotTheRoom) {
    for (const std::size_t key : {0u, 3u, 9u, 10u})
        reserve(key, 200);
    std::vector<std::byte> before, after;
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 50; ++i)
            edit();
        expect_same_answers();
        plain.save(before);
        roomy.save(after);
        EXPECT_LT(after.size(), before.size() + before.size() / 2 + 1000);
        Scene as_it_was = std::exchange(roomy, Scene::load(after));
        expect_same_answers();
        const IdRange ids = roomy.add(Spheres{.center = {0, 0, 0}, .radius = 1, .count = 3});
        roomy.remove(ids);
        expect_same_answers();
        roomy = std::move(as_it_was);
    }
}

TEST_F(ReserveTest, SavedScenesHaveNoRoomBetweenShapes) {
    roomy.reserve(ShapeKind::sphere, 10);
    const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<Index3> indices(10'000, Index3{0, 1, 2});
    const auto size_of = [&](Scene& scene) {
        scene.add(Spheres{.center = {0, 0, 0}, .radius = 1});
        scene.add(TriangleMesh{.vertices = vertices, .indices = indices});
        if (&scene == &roomy)
            scene.reserve(ShapeKind::sphere, 10);
        scene.add(Spheres{.center = {3, 0, 0}, .radius = 1});
        scene.commit();
        std::vector<std::byte> bytes;
        scene.save(bytes);
        return bytes.size();
    };
    EXPECT_LT(size_of(roomy), size_of(plain) + 50'000); // the words of all ids, which are 0
}

template <class Call>
void expect_error(Call call, ErrorCode code, const char* field) {
    try {
        call();
        ADD_FAILURE() << "was not refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_EQ(error.field(), field) << error.what();
    }
}

TEST_F(ReserveTest, RefusesWhatItCannotGive) {
    const std::size_t bytes = roomy.memory_bytes();
    expect_error([&] { roomy.reserve(ShapeKind::mesh, 1); }, ErrorCode::not_supported, "kind");
    expect_error([&] { roomy.reserve(ShapeKind::instance, 1); }, ErrorCode::not_supported, "kind");
    expect_error([&] { roomy.reserve(ShapeKind{77}, 1); }, ErrorCode::bad_value, "kind");
    for (const std::size_t most : {std::size_t{no_id} + 1, ~std::size_t{0}})
        expect_error([&] { roomy.reserve(ShapeKind::sphere, most); }, ErrorCode::too_many, "Scene");
    EXPECT_EQ(roomy.memory_bytes(), bytes);
    roomy.add(Spheres{.center = {0, 0, 0}, .radius = 1});
    expect_error([&] { roomy.reserve(ShapeKind::sphere, no_id); }, ErrorCode::too_many, "Scene");
    expect_error([&] { plain.reserve(roomy, 1); }, ErrorCode::not_committed, "prototype");
    roomy.add(prototype[0], {.position = {0, 0, 0}});
    roomy.commit();
    expect_error([&] { plain.reserve(roomy, 1); }, ErrorCode::not_supported, "prototype");
    roomy.commit(); // reserve() is no change
}

TEST_F(ReserveTest, WithoutMemoryLeavesTheSceneAsItWas) {
    for (int before = 0; before < 2; ++before) {
        std::size_t refused = 0;
        for (std::size_t allowed = 8; allowed < 100'000; allowed += allowed / 8 + 1) {
            const std::size_t bytes = roomy.memory_bytes();
            try {
                const counted_allocations::Refusal refusal(allowed);
                reserve(before == 0 ? 0 : 5, 100);
                break;
            } catch (const std::bad_alloc&) {
                ++refused;
            }
            EXPECT_EQ(roomy.memory_bytes(), bytes);
            expect_same_answers();
        }
        EXPECT_GT(refused, 10u);
        add(before == 0 ? 0 : 5, 2);
        add(0, 1);
    }
    expect_same_answers();
    for (std::size_t allowed = 8; allowed < 100'000; allowed += allowed / 8 + 1) {
        const std::size_t bytes = roomy.memory_bytes();
        try {
            const counted_allocations::Refusal refusal(allowed);
            reserve(kinds, 100);
            break;
        } catch (const std::bad_alloc&) {
        }
        EXPECT_EQ(roomy.memory_bytes(), bytes);
        add(0, 1);
        remove();
        expect_same_answers();
    }
}

} // namespace
