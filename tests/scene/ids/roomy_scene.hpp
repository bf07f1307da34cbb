#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "scene/contract/counted_allocations.hpp"
#include "scene/ids/any_columns.hpp"

namespace worlds {

/// Number of allocations of a call.
template <class Call>
std::size_t allocations_of(Call call) {
    const std::size_t before = counted_allocations::count();
    call();
    return counted_allocations::count() - before;
}

/// Shapes of one add() that are left.
struct Batch {
    IdRange ids;
    std::size_t key;
    std::set<std::uint32_t> left;
};

/// Two scenes with the same edits; one of them has room.
class ReserveTest : public testing::Test {
protected:
    std::mt19937 random{11};
    std::vector<Scene> prototype{prototypes};
    Scene roomy, plain;
    std::vector<Batch> batches;
    std::array<std::size_t, keys> room = {}; ///< number of shapes that may exist
    std::size_t limit = 0;                   ///< ids below it are covered
    std::size_t checked = 0, beyond = 0;     ///< numbers of batches that were added

    ReserveTest() {
        for (Scene& scene : prototype) {
            scene.add(Spheres{
                .center = {0, 0, 0}, .radius = 1 + 2 * float(&scene - &prototype[0]), .user = 5u});
            scene.commit();
        }
    }

    std::size_t below(std::size_t end) { return random() % end; }
    std::size_t alive(std::size_t key) const {
        std::size_t count = 0;
        for (const Batch& batch : batches)
            count += batch.key == key ? batch.left.size() : 0;
        return count;
    }
    std::uint32_t end_of_ids() const {
        std::uint32_t end = 0;
        for (const Batch& batch : batches)
            end = std::max(end, batch.left.empty() ? 0 : *batch.left.rbegin() + 1);
        return end;
    }

    void reserve(std::size_t key, std::size_t count) {
        if (key < kinds)
            roomy.reserve(static_cast<ShapeKind>(key), count);
        else
            roomy.reserve(prototype[key - kinds], count);
        room[key] = std::max(room[key], alive(key) + count);
        std::size_t end = end_of_ids();
        for (std::size_t k = 0; k < keys; ++k)
            end += room[k] - std::min(room[k], alive(k));
        limit = std::max(limit, end);
    }

    void add(std::size_t key, std::size_t count) {
        const Columns columns(random, count,
                              Columns::geometry | Columns::mask * static_cast<unsigned>(below(8)));
        const IdRange expected = columns.add_to(plain, key, prototype);
        IdRange ids;
        const std::size_t calls =
            allocations_of([&] { ids = columns.add_to(roomy, key, prototype); });
        ASSERT_EQ(ids, expected);
        ASSERT_EQ(ids.batch, expected.batch);
        if (alive(key) + count <= room[key]) {
            if (ids.first + ids.count <= limit) {
                ASSERT_EQ(calls, 0u) << "kind " << key << ", " << count << " from " << ids.first;
                ++checked;
            } else {
                ASSERT_GT(count, 1u); // a single shape always fits
                ++beyond;
            }
        }
        Batch batch = {ids, key, {}};
        for (std::uint32_t i = 0; i < ids.count; ++i)
            batch.left.insert(ids[i]);
        batches.push_back(batch);
    }

    /// Whether all shapes of the batch are within the limit.
    bool is_covered(const Batch& batch) const {
        return batch.ids.first + batch.ids.count <= limit && room[batch.key] != 0;
    }
    IdRange any_slice(const Batch& batch) {
        if (below(3) == 0)
            return batch.ids;
        const auto first = static_cast<std::uint32_t>(below(batch.ids.count));
        return batch.ids.slice(first,
                               1 + static_cast<std::uint32_t>(below(batch.ids.count - first)));
    }
    /// @param key  or `keys` for shapes of all kinds
    std::vector<std::uint32_t> any_ids(std::size_t key, bool only_covered) {
        std::vector<std::uint32_t> ids;
        const std::size_t share = 1 + below(8);
        for (const Batch& batch : batches)
            if ((batch.key == key || key == keys) && (!only_covered || is_covered(batch)))
                for (const std::uint32_t id : batch.left)
                    if (below(share) == 0)
                        ids.push_back(id);
        std::shuffle(ids.begin(), ids.end(), random);
        return ids;
    }

    void update() {
        const Batch& batch = batches[below(batches.size())];
        const auto wanted = static_cast<unsigned>(below(Columns::every + 1));
        const auto apply = [&](const auto& ids, std::size_t count) {
            Columns columns(random, count, wanted);
            if (count == 0 || (wanted & Columns::geometry) == Columns::geometry)
                columns.wanted &= ~1u; // a count is for adding
            columns.update(plain, ids, batch.key);
            const std::size_t calls =
                allocations_of([&] { columns.update(roomy, ids, batch.key); });
            ASSERT_EQ(calls, 0u) << "kind " << batch.key << ", columns " << columns.wanted;
        };
        if (below(2) == 0) {
            const std::vector<std::uint32_t> ids = any_ids(batch.key, true);
            if (!ids.empty())
                apply(ids, ids.size());
        } else if (is_covered(batch)) {
            const IdRange ids = any_slice(batch);
            apply(ids, ids.count);
        }
    }

    void forget(std::uint32_t id, std::uint32_t batch_number) {
        for (Batch& batch : batches)
            if (batch_number == no_id || batch.ids.batch == batch_number)
                batch.left.erase(id);
    }
    void remove() {
        if (below(2) == 0) {
            const std::vector<std::uint32_t> ids = any_ids(keys, false);
            plain.remove(ids);
            ASSERT_EQ(allocations_of([&] { roomy.remove(ids); }), 0u);
            for (const std::uint32_t id : ids)
                forget(id, no_id);
        } else {
            const IdRange ids = any_slice(batches[below(batches.size())]);
            plain.remove(ids);
            ASSERT_EQ(allocations_of([&] { roomy.remove(ids); }), 0u);
            for (std::uint32_t i = 0; i < ids.count; ++i)
                forget(ids[i], ids.batch);
        }
        std::erase_if(batches, [](const Batch& batch) { return batch.left.empty(); });
    }
    void remove_all() {
        for (const Batch& batch : batches) {
            plain.remove(batch.ids);
            ASSERT_EQ(allocations_of([&] { roomy.remove(batch.ids); }), 0u);
        }
        batches.clear();
        ASSERT_EQ(roomy.size(), 0u);
    }

    void edit() {
        const std::size_t what = below(10);
        if (batches.empty() || what < 4) {
            const std::size_t key = below(keys), count = below(2) == 0 ? 1 : 1 + below(6);
            if (alive(key) + count <= room[key])
                add(key, count);
        } else if (what < 8) {
            update();
        } else if (what == 8 || below(4) == 0) {
            remove();
        }
    }

    void expect_same_answers() {
        plain.commit();
        roomy.commit();
        ASSERT_EQ(plain.size(), roomy.size());
        const Columns queries(random, 200, Columns::every);
        std::vector<Hit> hits(200), expected(200);
        const Rays rays = {.origin = queries.low, .direction = queries.high, .mask = queries.masks};
        closest_hit(plain, rays, into(expected));
        closest_hit(roomy, rays, into(hits));
        for (std::size_t i = 0; i < hits.size(); ++i) {
            ASSERT_EQ(hits[i].t, expected[i].t);
            ASSERT_EQ(hits[i].id, expected[i].id);
            ASSERT_EQ(hits[i].part, expected[i].part);
            ASSERT_EQ(hits[i].batch, expected[i].batch);
            ASSERT_EQ(hits[i].index, expected[i].index);
            ASSERT_EQ(hits[i].user, expected[i].user);
        }
        std::vector<std::uint32_t> ids(end_of_ids() + 3);
        std::iota(ids.begin(), ids.end(), 0u);
        const auto located = [&](const Scene& scene) {
            std::vector<std::array<std::uint32_t, 4>> found(ids.size());
            using Found = std::array<std::uint32_t, 4>;
            scene.locate(ids, {.kind = field(
                                   found, [](Found & f) -> auto& { return f[0]; }),
                               .batch = field(
                                   found, [](Found & f) -> auto& { return f[1]; }),
                               .index = field(
                                   found, [](Found & f) -> auto& { return f[2]; }),
                               .user = field(
                                   found, [](Found & f) -> auto& { return f[3]; })});
            return found;
        };
        ASSERT_EQ(located(plain), located(roomy));
    }
};

} // namespace worlds
