#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "lanecast/isa.hpp"
#include "lanecast/pairwise.hpp"
#include "lanecast/particles.hpp"
#include "lanecast/scene.hpp"

// Answers that lead back: batch, index, user and part_user, held against a list that the test keeps
// of its shapes. Users had to keep such a list, and look every id up in it.

namespace {

using namespace lanecast;

/// The batch, index and word of an id, as the test made them.
struct Known {
    std::uint32_t batch, index, user;
};

constexpr float side = 20.0f;

/// A world that is edited at random.
class LookupTest : public testing::Test {
protected:
    Scene scene, prototype;
    std::map<std::uint32_t, Known> known;
    std::vector<std::uint32_t> parts; ///< words of the prototype's shapes
    std::uint32_t instances = no_id;  ///< batch of the instances
    std::mt19937 random{7};

    float number(float lo, float hi) {
        return std::uniform_real_distribution<float>(lo, hi)(random);
    }
    std::uint32_t word() { return random() % 5 == 0 ? 0 : static_cast<std::uint32_t>(random()); }
    std::vector<std::uint32_t> words(std::size_t count) {
        std::vector<std::uint32_t> made(count);
        for (std::uint32_t& one : made)
            one = word();
        return made;
    }
    std::vector<Vec3> places(std::size_t count) {
        std::vector<Vec3> made(count);
        for (Vec3& place : made)
            place = {number(-side, side), number(-side, side), number(-side, side)};
        return made;
    }

    void know(IdRange ids, const std::vector<std::uint32_t>& users) {
        for (std::uint32_t i = 0; i < ids.count; ++i)
            known[ids[i]] = {ids.batch, i, users[i]};
    }
    void add_spheres(std::size_t count) {
        const auto centers = places(count);
        const auto users = words(count);
        know(scene.add(Spheres{.center = centers, .radius = number(0.2f, 2.0f), .user = users}),
             users);
    }
    void add_boxes(std::size_t count) {
        const auto centers = places(count);
        const std::uint32_t user = word(); // one for all
        know(scene.add(Boxes{.center = centers, .half_extents = {1, 0.5f, 2}, .user = user}),
             std::vector(count, user));
    }
    void add_mesh() {
        const auto vertices = places(30);
        std::vector<Index3> indices;
        for (std::uint32_t i = 0; i + 2 < 30; ++i)
            indices.push_back({i, i + 1, i + 2});
        const auto materials = words(indices.size());
        know(scene.add(TriangleMesh{.vertices = vertices, .indices = indices, .user = materials}),
             materials);
    }
    /// Equal spheres, most of which are in a tree of their own.
    void add_crowd() {
        const auto users = words(100);
        know(scene.add(Spheres{.center = Vec3{1, 2, 3}, .radius = 4, .user = users}), users);
    }
    /// Huge triangles amid tiny ones, which are cut into pieces.
    void add_pieces() {
        const auto v0 = places(1000);
        std::vector<Vec3> v1, v2;
        for (std::size_t i = 0; i < v0.size(); ++i) {
            const float size = i < 3 ? side : 0.2f;
            v1.push_back({v0[i].x + size, v0[i].y + 0.3f * size, v0[i].z});
            v2.push_back({v0[i].x, v0[i].y + size, v0[i].z + 0.7f * size});
        }
        const auto users = words(v0.size());
        know(scene.add(Triangles{.v0 = v0, .v1 = v1, .v2 = v2, .user = users}), users);
    }
    void add_instances() {
        for (int batch = 0; batch < 3; ++batch) {
            const std::vector<Vec3> centers = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
            const auto users = words(3);
            prototype.add(Spheres{.center = centers, .radius = 0.6f, .user = users});
            parts.insert(parts.end(), users.begin(), users.end());
        }
        prototype.commit();
        const auto at = places(8);
        const auto users = words(8);
        const IdRange ids = scene.add(prototype, {.position = at, .user = users});
        know(ids, users);
        // Later changes of the prototype do not concern the instances.
        const std::vector<std::uint32_t> all = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        prototype.update(all, Spheres{.user = 99});
        prototype.commit();
    }
    void remove_some(double share) {
        std::vector<std::uint32_t> ids;
        for (const auto& [id, is] : known)
            if (std::bernoulli_distribution(share)(random))
                ids.push_back(id);
        scene.remove(ids);
        for (const std::uint32_t id : ids)
            known.erase(id);
    }
    void build() {
        add_spheres(100);
        add_boxes(40);
        add_mesh();
        add_crowd();
        add_pieces();
        add_instances();
        for (int i = 0; i < 30; ++i)
            add_spheres(1); // share records
        remove_some(0.4);
        add_spheres(20);
        add_mesh();
        for (int i = 0; i < 10; ++i)
            add_boxes(2);
        scene.commit();
    }

    template <class Record>
    void expect(const Record& record) const {
        if (record.id == no_id) {
            EXPECT_EQ(record.batch, no_id);
            EXPECT_EQ(record.index, no_id);
            EXPECT_EQ(record.user, 0u);
            EXPECT_EQ(record.part_user, 0u);
            return;
        }
        const Known& is = known.at(record.id);
        EXPECT_EQ(record.batch, is.batch) << record.id;
        EXPECT_EQ(record.index, is.index) << record.id;
        EXPECT_EQ(record.user, is.user) << record.id;
        EXPECT_EQ(record.part_user, record.part == no_id ? 0 : parts[record.part]);
    }
    /// @returns the share of records that have an id
    template <class Record>
    double expect(const std::vector<Record>& records) const {
        std::size_t hits = 0;
        for (const Record& record : records) {
            expect(record);
            hits += record.id != no_id ? 1u : 0u;
        }
        return static_cast<double>(hits) / static_cast<double>(records.size());
    }
};

TEST_F(LookupTest, EveryQueryThatNamesAnIdLeadsBack) {
    build();
    const auto from = places(5000), to = places(5000);
    const Isa widest = active_isa();
    for (const Isa isa : supported_isas()) {
        set_isa(isa);
        const Options options = {.threads = isa == widest ? 0u : 1u};
        std::vector<Hit> hits(from.size());
        closest_hit(scene, {.origin = from, .direction = to}, into(hits), options);
        EXPECT_GT(expect(hits), 0.2);
        std::vector<Impact> impacts(from.size());
        sweep(scene, {.center = from, .displacement = to, .radius = 0.5f}, into(impacts), options);
        EXPECT_GT(expect(impacts), 0.2);
        std::vector<ClosestPoint> nearest(from.size());
        closest_point(scene, {.position = from, .max_distance = 2.0f}, into(nearest), options);
        EXPECT_GT(expect(nearest), 0.2);
        std::vector<std::array<Hit, 4>> rows(from.size());
        all_hits(scene, {.origin = from, .direction = to}, into(rows), options);
        for (const auto& row : rows)
            for (const Hit& hit : row)
                expect(hit);
        struct Overlap {
            std::uint32_t id, part, batch, index, user, part_user;
        };
        std::vector<Overlap> overlaps(3 * from.size());
        all_overlaps(scene, {.center = from, .radius = 3.0f},
                     {.id = field(overlaps, &Overlap::id),
                      .part = field(overlaps, &Overlap::part),
                      .batch = field(overlaps, &Overlap::batch),
                      .index = field(overlaps, &Overlap::index),
                      .user = field(overlaps, &Overlap::user),
                      .part_user = field(overlaps, &Overlap::part_user),
                      .capacity = 3},
                     options);
        EXPECT_GT(expect(overlaps), 0.2);
    }
    set_isa(widest);
}

// Ids go through the first column that is wanted; without one, through memory of the call.
TEST_F(LookupTest, EveryColumnMayBeAskedForAlone) {
    build();
    const auto from = places(3000), to = places(3000);
    const Rays rays = {.origin = from, .direction = to};
    std::vector<Hit> all(from.size());
    closest_hit(scene, rays, into(all));
    for (int mask = 1; mask < 64; ++mask) {
        std::vector<Hit> hits(from.size());
        Hits columns = into(hits);
        Hits some = {.t = columns.t};
        Output<std::uint32_t>* const wanted[] = {&some.id,    &some.part, &some.batch,
                                                 &some.index, &some.user, &some.part_user};
        const Output<std::uint32_t> given[] = {columns.id,    columns.part, columns.batch,
                                               columns.index, columns.user, columns.part_user};
        for (int i = 0; i < 6; ++i)
            if ((mask >> i & 1) != 0)
                *wanted[i] = given[i];
        closest_hit(scene, rays, some);
        for (std::size_t i = 0; i < hits.size(); ++i) {
            const Hit &a = hits[i], &b = all[i];
            ASSERT_EQ(a.t, b.t);
            ASSERT_EQ(a.id, mask & 1 ? b.id : no_id);
            ASSERT_EQ(a.part, mask & 2 ? b.part : no_id);
            ASSERT_EQ(a.batch, mask & 4 ? b.batch : no_id);
            ASSERT_EQ(a.index, mask & 8 ? b.index : no_id);
            ASSERT_EQ(a.user, mask & 16 ? b.user : 0);
            ASSERT_EQ(a.part_user, mask & 32 ? b.part_user : 0);
        }
    }
}

TEST_F(LookupTest, WordsOfUpdatesAreSeenAfterTheCommit) {
    build();
    std::vector<std::uint32_t> ids, users;
    for (auto& [id, is] : known) {
        if (scene.locate(id).kind == ShapeKind::sphere && word() % 2 == 0) {
            ids.push_back(id);
            users.push_back(is.user = word());
        }
    }
    scene.update(ids, Spheres{.user = users});
    scene.commit();
    const auto from = places(3000), to = places(3000);
    std::vector<Hit> hits(from.size());
    closest_hit(scene, {.origin = from, .direction = to}, into(hits));
    EXPECT_GT(expect(hits), 0.2);
}

TEST_F(LookupTest, ContactsOfParticlesLeadBack) {
    build();
    auto at = places(3000), velocities = places(3000);
    std::vector<std::uint8_t> inside(at.size());
    overlaps(scene, {.center = at, .radius = 0.3f}, inside);
    std::erase_if(at, [&, i = std::size_t{0}](const Vec3&) mutable { return inside[i++] != 0; });
    velocities.resize(at.size());
    struct Contact {
        std::uint32_t id = 1, part = 1, batch = 1, index = 1, user = 1, part_user = 1;
    };
    std::vector<Contact> contacts(2000);
    const StepSummary summary =
        advance(scene, {.position = at, .velocity = velocities, .radius = 0.2f}, {.seconds = 1},
                {.id = field(contacts, &Contact::id),
                 .part = field(contacts, &Contact::part),
                 .batch = field(contacts, &Contact::batch),
                 .index = field(contacts, &Contact::index),
                 .user = field(contacts, &Contact::user),
                 .part_user = field(contacts, &Contact::part_user),
                 .capacity = contacts.size()});
    ASSERT_GT(summary.contacts, 200u);
    const std::size_t rows = summary.contacts - summary.truncated;
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (i < rows)
            expect(contacts[i]);
        else
            EXPECT_EQ(contacts[i].batch, 1u); // not written
}

TEST(PairwiseLookup, TheIndexIsThatOfThePair) {
    const std::vector<Vec3> centers = {{0, 0, 0}, {5, 0, 0}, {0, 0, 0}};
    const std::vector<std::uint32_t> users = {7, 8, 9};
    std::vector<Hit> hits(3);
    pairwise::closest_hit({.origin = {0, 0, 10}, .direction = {0, 0, -1}},
                          Spheres{.center = centers, .radius = 1, .user = users}, into(hits));
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(hits[i].batch, no_id);
        EXPECT_EQ(hits[i].index, i == 1 ? no_id : i);
        EXPECT_EQ(hits[i].user, i == 1 ? 0 : users[i]);
    }
}

TEST(Batches, AreDenseAndGivenAgainTheLowestFirst) {
    Scene scene;
    const auto add = [&] {
        return scene.add(Spheres{.center = {0, 0, 0}, .radius = 1, .count = 2});
    };
    std::vector<IdRange> ranges;
    for (std::uint32_t i = 0; i < 10; ++i) {
        ranges.push_back(add());
        EXPECT_EQ(ranges.back().batch, i);
    }
    EXPECT_EQ(scene.add(Spheres{.center = {0, 0, 0}, .radius = 1, .count = 0}).batch, no_id);
    for (const std::size_t gone : {7u, 2u, 5u})
        scene.remove(ranges[gone]);
    scene.remove(ranges[4].slice(0, 1)); // one is left
    EXPECT_EQ(add().batch, 2u);
    EXPECT_EQ(add().batch, 5u);
    EXPECT_EQ(add().batch, 7u);
    EXPECT_EQ(add().batch, 10u);
    EXPECT_EQ(scene.locate(ranges[4][1]).range.batch, 4u);
}

} // namespace
