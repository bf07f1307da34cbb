#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "host/saved/checksum.hpp"
#include "host/saved/saved_scene.hpp"
#include "kernels/fuzz_budget.hpp"
#include "scene/saved/edited_worlds.hpp"
#include "scene/worlds/all_engines.hpp"

// Saved scenes whose words were changed, with a checksum that fits. They are refused, or else
// queries, edits and commits on them end and touch no memory but theirs: run it with a sanitizer.
// To run it for an hour:
//
//     LANECAST_FUZZ_SECONDS=3600 LANECAST_FUZZ_SEED=2 build/asan/tests/scene/saved_fuzz_test
//
// The bytes of each case are in the file saved-fuzz-SEED before it begins.

namespace {

using lanecast::Scene;
using worlds::Random;
using worlds::World;

using Bytes = std::vector<std::byte>;
using Header = lanecast::host::SavedHeader;

/// A small world with shapes of every kind, spare ids, pieces, and instances.
World small_world(std::uint64_t seed) {
    World world;
    switch (seed % 5) {
    case 0:
        world = worlds::mixed();
        break;
    case 1:
        world = worlds::crowd();
        break;
    case 2:
        world = worlds::moved_instances();
        break;
    case 3:
        world = worlds::pieces();
        break;
    default:
        world.places.push_back({0, 0, 0});
    }
    for (std::uint64_t i = 0; i < seed % 3; ++i) {
        worlds::edit(world.scene, seed + i);
        world.scene.commit();
    }
    return world;
}

/// Changes a word: to a nearly equal one, to one from elsewhere, or to a special one.
void change_word(Random& random, Bytes& bytes) {
    const auto place = [&] {
        // Counts and indices are near the beginning and the end.
        const std::size_t words = bytes.size() / 4;
        const std::size_t near = random.below(std::min<std::size_t>(words, 400));
        return 4 * (random.one_in(3)   ? near
                    : random.one_in(3) ? words - 1 - near
                                       : random.below(words));
    };
    const std::size_t at = place();
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, 4);
    constexpr std::uint32_t specials[] = {0,          1,          2,          8,
                                          0xFFFFFFFF, 0xFFFFFFFE, 0x7FFFFFFF, 0x80000000,
                                          0x7F800000, 0xFF800000, 0x7FC00000, 0x5D800000};
    switch (random.below(5)) {
    case 0:
        word += static_cast<std::uint32_t>(random.below(9)) - 4u;
        break;
    case 1:
        word ^= 1u << random.below(32);
        break;
    case 2:
        word = specials[random.below(std::size(specials))];
        break;
    case 3:
        word += 16 * (static_cast<std::uint32_t>(random.below(64)) - 32u); // another node or block
        break;
    default:
        std::memcpy(&word, bytes.data() + place(), 4);
    }
    std::memcpy(bytes.data() + at, &word, 4);
}

void mend(Bytes& bytes) {
    Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    header.size = bytes.size();
    header.checksum = lanecast::host::checksum(std::span(bytes).subspan(sizeof header));
    std::memcpy(bytes.data(), &header, sizeof header);
}

Bytes damaged(Random& random, const Bytes& whole) {
    Bytes body(whole.begin() + sizeof(Header), whole.end());
    for (std::size_t changes = 1 + random.below(random.one_in(4) ? 40 : 3); changes > 0; --changes)
        change_word(random, body);
    if (random.one_in(20))
        body.erase(body.begin(), body.begin() + 4 * static_cast<std::ptrdiff_t>(random.below(8)));
    if (random.one_in(20))
        body.resize(random.below(body.size()));
    Bytes bytes(whole.begin(), whole.begin() + sizeof(Header));
    bytes.insert(bytes.end(), body.begin(), body.end());
    mend(bytes);
    return bytes;
}

void ask_everything(const World& world, Random& random) {
    const std::uint64_t seed = random.bits();
    worlds::for_all_questions([&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        const auto batch = worlds::queries_at<Query>(world, 12, seed);
        for (const lanecast::Traversal traversal :
             {lanecast::Traversal::exhaustive, lanecast::forced::single, lanecast::forced::stream,
              lanecast::forced::packets, lanecast::forced::interleaved})
            (void)worlds::ask(question, world.scene, batch,
                              worlds::with_traversal({}, traversal, 1));
    });
}

/// @returns whether the bytes were a scene
bool use(const Bytes& bytes, const World& original, Random& random) {
    World world;
    world.places = original.places;
    world.size = original.size;
    try {
        world.scene = Scene::load(bytes);
    } catch (const lanecast::Error& error) {
        EXPECT_EQ(error.code(), lanecast::ErrorCode::not_a_scene) << error.what();
        return false;
    }
    (void)world.scene.memory_bytes();
    (void)world.scene.bounds();
    ask_everything(world, random);
    for (int round = 0; round < 3; ++round) {
        worlds::edit(world.scene, random.bits());
        world.scene.commit(round == 2 ? lanecast::Build::thorough : lanecast::Build::balanced,
                           {.threads = 1});
    }
    ask_everything(world, random);
    Bytes again;
    world.scene.save(again);
    EXPECT_NO_THROW((void)Scene::load(again));
    return true;
}

TEST(SavedFuzz, DamagedScenesDoNoHarm) {
    const hostile::FuzzBudget budget(1500);
    std::vector<World> originals;
    std::vector<Bytes> saved(15);
    for (std::uint64_t i = 0; i < saved.size(); ++i) {
        originals.push_back(small_world(i));
        originals[i].scene.save(saved[i]);
    }
    const std::string name = "saved-fuzz-" + std::to_string(budget.seed());
    Random random(static_cast<std::uint64_t>(budget.seed()));
    long number = 0, used = 0;
    for (; budget.has(number); ++number) {
        const std::size_t which = random.below(saved.size());
        const Bytes bytes = damaged(random, saved[which]);
        if (budget.is_timed())
            std::ofstream(name, std::ios::binary)
                .write(reinterpret_cast<const char*>(bytes.data()),
                       static_cast<std::streamsize>(bytes.size()));
        used += use(bytes, originals[which], random) ? 1 : 0;
    }
    std::printf("%ld cases from seed %ld, of which %ld were scenes\n", number, budget.seed(), used);
    EXPECT_GT(used, number / 20);
    EXPECT_LT(used, number);
}

} // namespace
