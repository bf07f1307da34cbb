#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "scene/contract/refusal.hpp"
#include "scene/ids/any_columns.hpp"

// locate() of many ids, against that of one id and against the columns of answers.

namespace {

using namespace lanecast;
using worlds::Columns;
using worlds::expect_error;

/// The values that locate() writes for an id.
struct Found {
    ShapeKind kind = ShapeKind::sphere;
    std::uint32_t batch = 1, index = 1, user = 1;
};

Locations into(std::span<Found> found) {
    return {.kind = field(found, &Found::kind),
            .batch = field(found, &Found::batch),
            .index = field(found, &Found::index),
            .user = field(found, &Found::user)};
}

/// A scene that is edited at random, and the word of each id that it has.
class LocateTest : public testing::Test {
protected:
    Scene scene;
    std::vector<Scene> prototype{worlds::prototypes};
    std::vector<std::uint32_t> users; ///< by id
    std::vector<bool> exists;         ///< by id
    std::mt19937 random{5};

    LocateTest() {
        for (Scene& ball : prototype) {
            ball.add(Spheres{.center = {0, 0, 0}, .radius = 1});
            ball.commit();
        }
    }

    void know(IdRange ids, const std::vector<std::uint32_t>& words) {
        const std::size_t end = std::max<std::size_t>(users.size(), ids.first + ids.count);
        users.resize(end);
        exists.resize(end);
        for (std::uint32_t i = 0; i < ids.count; ++i) {
            users[ids[i]] = words[i];
            exists[ids[i]] = true;
        }
    }
    void add(std::size_t key, std::size_t count) {
        const Columns columns(random, count, Columns::geometry | Columns::mask | Columns::user);
        know(columns.add_to(scene, key, prototype), columns.users);
    }
    void add_mesh() {
        const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        const std::vector<Index3> indices(30, Index3{0, 1, 2});
        const Columns columns(random, indices.size(), Columns::every);
        know(scene.add(
                 TriangleMesh{.vertices = vertices, .indices = indices, .user = columns.users}),
             columns.users);
    }
    void remove_some() {
        std::vector<std::uint32_t> ids;
        for (std::uint32_t id = 0; id < exists.size(); ++id)
            if (exists[id] && random() % 3 == 0) {
                ids.push_back(id);
                exists[id] = false;
            }
        scene.remove(ids);
    }

    void expect(std::uint32_t id, const Found& found) const {
        if (id >= exists.size() || !exists[id]) {
            ASSERT_EQ(static_cast<std::uint32_t>(found.kind), no_id) << id;
            ASSERT_EQ(found.batch, no_id) << id;
            ASSERT_EQ(found.index, no_id) << id;
            ASSERT_EQ(found.user, 0u) << id;
            return;
        }
        const Location location = scene.locate(id);
        ASSERT_EQ(found.kind, location.kind) << id;
        ASSERT_EQ(found.batch, location.range.batch) << id;
        ASSERT_EQ(found.index, location.index) << id;
        ASSERT_EQ(found.user, users[id]) << id;
    }
};

TEST_F(LocateTest, AgreesWithLocateOfEachId) {
    for (int round = 0; round < 10; ++round) {
        for (int i = 0; i < 30; ++i)
            add(random() % worlds::keys, 1 + random() % 20);
        add_mesh();
        remove_some();
        scene.commit();
        std::vector<std::uint32_t> ids(40'000);
        for (std::uint32_t& id : ids)
            id = static_cast<std::uint32_t>(random() % (exists.size() + 20));
        ids[5] = no_id;
        ids[6] = no_id - 1;
        ids[7] = 0x80000000u;
        for (const std::uint32_t threads : {1u, 0u}) {
            std::vector<Found> found(ids.size() + 1);
            scene.locate(ids, into(found), {.threads = threads});
            for (std::size_t i = 0; i < ids.size(); ++i)
                expect(ids[i], found[i]);
            EXPECT_EQ(found.back().batch, 1u); // behind the batch
        }
    }
}

TEST_F(LocateTest, AgreesWithTheColumnsOfAnswers) {
    for (int i = 0; i < 60; ++i) {
        const std::size_t count = 1 + random() % 3; // before the key, with every compiler
        add(random() % worlds::keys, count);
    }
    remove_some();
    scene.commit();
    const Columns queries(random, 2000, Columns::every);
    std::vector<Hit> hits(2000);
    closest_hit(scene, {.origin = queries.low, .direction = queries.high, .mask = queries.masks},
                into(hits));
    std::vector<Found> found(hits.size());
    scene.locate(field(hits, &Hit::id), into(found));
    std::size_t misses = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        ASSERT_EQ(found[i].batch, hits[i].batch);
        ASSERT_EQ(found[i].index, hits[i].index);
        ASSERT_EQ(found[i].user, hits[i].user);
        misses += hits[i].id == no_id ? 1u : 0u;
    }
    EXPECT_GT(misses, 100u);
    EXPECT_LT(misses, 1900u);
}

TEST_F(LocateTest, ComputesTheColumnsThatAreWanted) {
    add(0, 4);
    add(1, 3);
    scene.commit();
    const std::vector<std::uint32_t> ids = {5, 2, 99};
    std::vector<Found> all(3);
    scene.locate(ids, into(all));
    for (int mask = 0; mask < 16; ++mask) {
        std::vector<Found> found(3);
        Locations columns = into(found);
        if ((mask & 1) == 0)
            columns.kind = {};
        if ((mask & 2) == 0)
            columns.batch = {};
        if ((mask & 4) == 0)
            columns.index = {};
        if ((mask & 8) == 0)
            columns.user = {};
        scene.locate(ids, columns);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(found[i].kind, (mask & 1) != 0 ? all[i].kind : ShapeKind::sphere);
            EXPECT_EQ(found[i].batch, (mask & 2) != 0 ? all[i].batch : 1);
            EXPECT_EQ(found[i].index, (mask & 4) != 0 ? all[i].index : 1);
            EXPECT_EQ(found[i].user, (mask & 8) != 0 ? all[i].user : 1);
        }
    }
}

// One id and one column are two overloads: neither `5` nor `5u` is ambiguous.
TEST_F(LocateTest, TakesOneIdAndNone) {
    add(2, 8);
    scene.commit();
    EXPECT_EQ(scene.locate(5).index, 5u);
    EXPECT_EQ(scene.locate(5u).kind, ShapeKind::box);
    Found found;
    scene.locate(5, into(std::span(&found, 1)));
    expect(5, found);
    found = {};
    scene.locate(7u, into(std::span(&found, 1)));
    expect(7, found);
    found = {};
    const std::vector<std::uint32_t> none;
    scene.locate(none, into(std::span(&found, 1)));
    EXPECT_EQ(found.batch, 1u);
    scene.locate(none, {});
    const Scene empty;
    empty.locate(0u, into(std::span(&found, 1)));
    EXPECT_EQ(found.batch, no_id);
    EXPECT_EQ(found.user, 0u);
}

TEST_F(LocateTest, RefusesMisuseBeforeItWrites) {
    add(0, 10);
    const std::vector<std::uint32_t> ids = {1, 2, 3, 4};
    std::vector<Found> found(4);
    const auto refused = [&](const Input<std::uint32_t>& column, const Locations& locations,
                             ErrorCode code, const char* what) {
        expect_error([&] { scene.locate(column, locations); }, code, what);
        for (const Found& one : found)
            EXPECT_EQ(one.batch, 1u);
    };
    refused(ids, into(found), ErrorCode::not_committed, "Scene");
    std::vector<std::uint32_t> batches(4), indices(4); // these do not depend on the commit
    scene.locate(ids, {.batch = batches, .index = indices});
    EXPECT_EQ(batches, std::vector<std::uint32_t>(4, 0));
    EXPECT_EQ(indices, ids);
    scene.commit();
    refused({}, into(found), ErrorCode::missing_column, "locate.ids");
    std::vector<std::uint32_t> three(3);
    Locations locations = into(found);
    locations.kind = three;
    refused(ids, locations, ErrorCode::wrong_length, "Locations.kind");
    locations = into(found);
    locations.user = three;
    refused(ids, locations, ErrorCode::wrong_length, "Locations.user");
    locations.user = column<std::uint32_t>(three.data(), 0, 4);
    refused(ids, locations, ErrorCode::wrong_stride, "Locations.user");
    refused(column<std::uint32_t>(reinterpret_cast<const char*>(ids.data()) + 1, 4, 3), into(found),
            ErrorCode::wrong_stride, "locate.ids");
    scene.update(1u, Spheres{.user = 77u});
    refused(ids, into(found), ErrorCode::not_committed, "Scene");
    scene.commit();
    scene.locate(ids, into(found));
    EXPECT_EQ(found[0].user, 77u);
}

} // namespace
