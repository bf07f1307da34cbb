#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/saved/saved_scene.hpp"
#include "scene/saved/edited_worlds.hpp"
#include "scene/worlds/all_engines.hpp"

// A loaded scene is the one that was saved: its answers, ids, batches and words, and what later
// edits and commits make of it.

namespace {

using lanecast::Build;
using lanecast::Error;
using lanecast::ErrorCode;
using lanecast::Options;
using lanecast::Scene;
using lanecast::Vec3;
using worlds::Edited;
using worlds::World;

using Bytes = std::vector<std::byte>;

Bytes saved(const Scene& scene) {
    Bytes bytes(3, std::byte{7}); // are replaced
    scene.save(bytes);
    return bytes;
}

class SavedScene : public testing::TestWithParam<Edited> {};

TEST_P(SavedScene, GivesTheSameAnswers) {
    const World world = GetParam().make();
    World loaded = GetParam().make();
    loaded.scene = Scene::load(saved(world.scene));
    EXPECT_EQ(loaded.scene.size(), world.scene.size());
    worlds::for_all_questions([&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        const auto batch = worlds::queries_at<Query>(world, 60, 15);
        for (const lanecast::Traversal traversal :
             {lanecast::Traversal::automatic, lanecast::Traversal::exhaustive,
              lanecast::forced::stream, lanecast::forced::single}) {
            const Options options = worlds::with_traversal({}, traversal, 1);
            ASSERT_EQ(difference(worlds::ask(question, world.scene, batch, options),
                                 worlds::ask(question, loaded.scene, batch, options)),
                      "")
                << worlds::name_of(question);
        }
    });
}

TEST_P(SavedScene, IsSavedAsItWas) {
    const Bytes bytes = saved(GetParam().make().scene);
    EXPECT_EQ(saved(Scene::load(bytes)), bytes);
}

// All that commits decide by is saved, or else the bytes would differ some time: free ids, batches
// that are gone, the least surface of the boxes, the turn of sorting.
TEST_P(SavedScene, LivesOnAsTheOriginal) {
    World world = GetParam().make();
    Scene loaded = Scene::load(saved(world.scene));
    for (std::uint64_t round = 0; round < 12; ++round) {
        worlds::edit(world.scene, round);
        worlds::edit(loaded, round);
        const Build how = round % 3 == 0 ? Build::fast : Build::balanced;
        world.scene.commit(how);
        loaded.commit(how);
        ASSERT_EQ(saved(loaded), saved(world.scene)) << "after edit " << round;
        if (round % 4 == 3)
            loaded = Scene::load(saved(loaded));
    }
}

/// Fills memory that is then freed, so that what is not written later shows.
void soil_memory(int with) {
    std::vector<std::unique_ptr<char[]>> soiled;
    for (std::size_t size = 16; size < (std::size_t{1} << 22); size += size / 2)
        for (int i = 0; i < 8; ++i) {
            soiled.push_back(std::make_unique<char[]>(size));
            std::memset(soiled.back().get(), with, size);
        }
}

TEST_P(SavedScene, HasTheSameBytesOnEveryIsaAndInAnyMemory) {
    const hostile::IsaGuard guard;
    lanecast::set_isa(lanecast::supported_isas().front());
    const Bytes expected = saved(GetParam().make().scene);
    int with = 0xFF;
    worlds::on_every_isa([&] {
        soil_memory(with -= 17);
        ASSERT_EQ(saved(GetParam().make().scene), expected);
    });
}

INSTANTIATE_TEST_SUITE_P(Worlds, SavedScene, testing::ValuesIn(worlds::edited_worlds()),
                         testing::PrintToStringParamName());

TEST(SavedBytes, AreTheSameForAnyThreadsAndBuild) {
    const auto bytes = [](Build how, std::uint32_t threads) {
        worlds::Random random(4);
        Scene scene;
        const auto spheres = worlds::places(random, 50'000), boxes = worlds::places(random, 5'000);
        scene.add(lanecast::Spheres{.center = spheres, .radius = 0.01f});
        scene.add(lanecast::Boxes{.center = boxes, .half_extents = Vec3{0.02f, 0.01f, 0.03f}});
        scene.commit(how, {.threads = threads});
        const auto moved = worlds::places(random, 1000);
        scene.update(lanecast::IdRange{0, 1000}, lanecast::Spheres{.center = moved});
        scene.commit(how, {.threads = threads});
        return saved(scene);
    };
    for (const Build how : {Build::fast, Build::balanced, Build::thorough})
        EXPECT_EQ(bytes(how, 1), bytes(how, 0));
}

TEST(SavedBytes, HavePrototypesOnce) {
    worlds::Random random(4);
    Scene car;
    const auto spheres = worlds::places(random, 10'000), cars = worlds::places(random, 3);
    car.add(lanecast::Spheres{.center = spheres, .radius = 0.01f});
    car.commit();
    const auto size_with = [&](std::size_t calls) {
        Scene street;
        for (std::size_t i = 0; i < calls; ++i)
            street.add(car, {.position = cars});
        street.commit();
        return saved(street).size();
    };
    EXPECT_LT(size_with(2) - size_with(1), std::size_t{10'000});
}

/// The ids, batches, indices and words of what rays hit, and the ids that the next add() gives.
TEST(LoadedScene, KeepsIdsBatchesAndWords) {
    Scene scene;
    for (std::uint32_t i = 0; i < 10; ++i)
        scene.add(lanecast::Spheres{.center = Vec3{static_cast<float>(10 * i), 0, 0},
                                    .radius = 1,
                                    .user = 100 + i,
                                    .count = 1});
    for (const std::uint32_t id : {3u, 4u, 7u})
        scene.remove(lanecast::IdRange{id, 1});
    scene.commit();
    Scene loaded = Scene::load(saved(scene));
    const auto look = [](const Scene& at, float x) {
        lanecast::Hit hit;
        closest_hit(at, {.origin = Vec3{x, 0, 5}, .direction = Vec3{0, 0, -1}}, into(hit));
        return hit;
    };
    EXPECT_EQ(look(loaded, 60).id, 6u);
    EXPECT_EQ(look(loaded, 60).batch, 6u);
    EXPECT_EQ(look(loaded, 60).user, 106u);
    EXPECT_FALSE(look(loaded, 30));
    EXPECT_THROW((void)loaded.locate(3), Error);
    const lanecast::IdRange two =
        loaded.add(lanecast::Lines{.point = Vec3{}, .direction = Vec3{1, 0, 0}, .count = 2});
    EXPECT_EQ(two, (lanecast::IdRange{3, 2}));
    EXPECT_EQ(two.batch, 3u);
    EXPECT_EQ(loaded.add(lanecast::Lines{.point = Vec3{}, .direction = Vec3{1, 0, 0}}).first, 7u);
    EXPECT_EQ(loaded.add(lanecast::Lines{.point = Vec3{}, .direction = Vec3{1, 0, 0}}).first, 10u);
}

TEST(LoadedScene, CanBePlacedInOthers) {
    Scene car;
    car.add(lanecast::Spheres{.center = Vec3{}, .radius = 1, .user = 5u});
    car.commit();
    const Scene loaded = Scene::load(saved(car));
    Scene street;
    street.add(loaded, {.position = Vec3{10, 0, 0}, .user = 6u});
    street.commit();
    street = Scene::load(saved(street)); // the original and its prototype are gone
    lanecast::Hit hit;
    closest_hit(street, {.origin = Vec3{10, 0, 5}, .direction = Vec3{0, 0, -1}}, into(hit));
    EXPECT_EQ(hit.t, 4.0f);
    EXPECT_EQ(hit.user, 6u);
    EXPECT_EQ(hit.part_user, 5u);
}

/// Expects a refusal. @returns the message
std::string refusal(const std::function<void()>& call, ErrorCode code) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "was not refused";
    return "";
}

std::string refusal(const Bytes& bytes) {
    return refusal([&] { (void)Scene::load(bytes); }, ErrorCode::not_a_scene);
}

TEST(SavedBytes, AreRefusedIfCutOffOrDamaged) {
    const Bytes whole = saved(worlds::mixed().scene);
    for (std::size_t size = 0; size < whole.size(); size += size < 300 ? 1 : 97)
        refusal(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    worlds::Random random(3);
    for (int i = 0; i < 2000; ++i) {
        Bytes damaged = whole;
        damaged[random.below(i % 2 == 0 ? 64 : damaged.size())] ^=
            static_cast<std::byte>(1u << random.below(8));
        refusal(damaged);
    }
}

TEST(SavedBytes, AreRefusedWithAReason) {
    const Bytes whole = saved(worlds::mixed().scene);
    const auto changed = [&](std::size_t offset, std::uint32_t to) {
        Bytes bytes = whole;
        std::memcpy(bytes.data() + offset, &to, sizeof to);
        return refusal(bytes);
    };
    using Header = lanecast::host::SavedHeader;
    EXPECT_EQ(changed(0, 0), "the bytes are no saved scene: they do not begin with \"lanecast\"");
    EXPECT_EQ(changed(offsetof(Header, byte_order), 0x04030201),
              "the bytes were saved on a machine with another order of bytes");
    EXPECT_EQ(changed(offsetof(Header, version), 1000),
              "the bytes were saved by a newer version of lanecast");
    EXPECT_EQ(changed(offsetof(Header, layout), 2),
              "the bytes were saved by another version of lanecast");
    EXPECT_EQ(changed(200, 0x12345678), "the bytes are damaged: their checksum is another");
    EXPECT_EQ(refusal(Bytes(whole.begin(), whole.end() - 1)), "the bytes are cut off");
    EXPECT_EQ(refusal(Bytes()),
              "the bytes are no saved scene: they do not begin with \"lanecast\"");
}

TEST(SavedBytes, MayBeFollowedByOthers) {
    const Bytes whole = saved(worlds::mixed().scene);
    Bytes longer = whole;
    longer.resize(whole.size() + 5, std::byte{1});
    EXPECT_EQ(saved(Scene::load(longer)), whole);
}

TEST(SavedBytes, TellTheirSize) {
    const Bytes whole = saved(worlds::mixed().scene);
    EXPECT_EQ(Scene::saved_size(whole), whole.size());
    EXPECT_EQ(Scene::saved_size(std::span(whole).first(40)), whole.size());
    refusal([&] { (void)Scene::saved_size(std::span(whole).first(39)); }, ErrorCode::not_a_scene);
}

TEST(SavedBytes, AreNotMadeOfChangedScenes) {
    Scene scene;
    scene.add(lanecast::Spheres{.center = Vec3{}, .radius = 1});
    Bytes bytes(2);
    refusal([&] { scene.save(bytes); }, ErrorCode::not_committed);
    EXPECT_EQ(bytes, Bytes(2));
}

TEST(SavedFiles, AreWrittenAndRead) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    const std::string path = (folder / "lanecast_saved_scene_test.lanecast").string();
    const Scene scene = worlds::mixed().scene;
    scene.save(path);
    EXPECT_EQ(std::filesystem::file_size(path), saved(scene).size());
    EXPECT_EQ(saved(Scene::load(path)), saved(scene));
    std::ofstream(path, std::ios::binary) << "lanecast?";
    EXPECT_EQ(refusal([&] { (void)Scene::load(path); }, ErrorCode::not_a_scene),
              path + ": the bytes are cut off");
    std::filesystem::remove(path);
    EXPECT_EQ(refusal([&] { (void)Scene::load(path); }, ErrorCode::file_access),
              path + " cannot be read: No such file or directory");
    // It was read until the memory was full.
    if (std::filesystem::exists("/dev/zero"))
        refusal([&] { (void)Scene::load("/dev/zero"); }, ErrorCode::not_a_scene);
    EXPECT_NE(refusal([&] { scene.save(folder.string()); }, ErrorCode::file_access), "");
    EXPECT_NE(refusal([&] { (void)Scene::load(folder.string()); }, ErrorCode::file_access), "");
}

} // namespace
