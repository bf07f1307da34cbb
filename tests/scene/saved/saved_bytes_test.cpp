#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lanecast/lanecast.hpp"

// A scene that was saved on one system is loaded on another: its bytes are the same with every
// compiler, on every ISA and on Windows.

namespace {

using namespace lanecast;

/// Numbers that do not depend on the order in which a compiler evaluates arguments.
class Numbers {
public:
    float in(float low, float high) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return low + (high - low) * static_cast<float>(state_ >> 40) * 0x1p-24f;
    }
    Vec3 point(float reach) {
        Vec3 p;
        p.x = in(-reach, reach);
        p.y = in(-reach, reach);
        p.z = in(-reach, reach);
        return p;
    }
    std::vector<Vec3> points(std::size_t count, float reach) {
        std::vector<Vec3> all(count);
        for (Vec3& p : all)
            p = point(reach);
        return all;
    }
    std::vector<float> floats(std::size_t count, float low, float high) {
        std::vector<float> all(count);
        for (float& value : all)
            value = in(low, high);
        return all;
    }

private:
    std::uint64_t state_ = 1;
};

std::vector<Vec3> moved(std::vector<Vec3> points, Vec3 by) {
    for (Vec3& p : points)
        p = {p.x + by.x, p.y + by.y, p.z + by.z};
    return points;
}

/// All kinds of shapes with words and surfaces, large triangles that are cut, duplicates, a mesh,
/// instances that move, edits in place and removed shapes.
Scene world(Build quality) {
    constexpr std::size_t count = 700;
    Numbers numbers;
    std::vector<std::uint32_t> words(count);
    for (std::uint32_t i = 0; i < count; ++i)
        words[i] = i * i;
    const auto restitution = numbers.floats(count, 0, 1);
    const Surfaces surface = {.restitution = restitution, .friction = 0.5f};
    const auto a = numbers.points(count, 20), b = moved(a, {0.3f, 0.2f, -0.5f}),
               c = moved(a, {-0.6f, 0.1f, 0.2f}), far = numbers.points(count, 30);
    const auto radius = numbers.floats(count, 0.05f, 0.4f);
    const auto above = moved(c, {0.1f, 0.2f, 0.3f}), updated = numbers.points(50, 18),
               starts = numbers.points(20, 15), targets = numbers.points(20, 15);

    Scene prototype;
    prototype.add(Boxes{.center = Vec3{0, 0, 0}, .half_extents = Vec3{1, 2, 0.5f}});
    prototype.add(Spheres{.center = Vec3{0, 0, 1}, .radius = 0.5f, .user = 5u});
    prototype.commit();

    Scene scene;
    const IdRange spheres = scene.add(
        Spheres{.center = a, .radius = radius, .mask = 3u, .user = words, .surface = surface});
    scene.add(Aabbs{.lo = c, .hi = above});
    const IdRange boxes = scene.add(Boxes{.center = b,
                                          .half_extents = Vec3{0.3f, 0.1f, 0.2f},
                                          .rotation = Quaternion{0.5f, 0.1f, 0.7f, 0.5f}});
    scene.add(Capsules{.a = a, .b = b, .radius = radius});
    scene.add(Cylinders{.a = b, .b = c, .radius = radius, .user = words});
    scene.add(Cones{.base = c, .apex = a, .radius = radius});
    scene.add(Triangles{.v0 = a, .v1 = b, .v2 = c});
    scene.add(Triangles{.v0 = far, .v1 = c, .v2 = a});
    scene.add(Planes{.normal = {0, 0.6f, 0.8f}, .offset = -30});
    scene.add(Lines{.point = {1, 2, 3}, .direction = {0, 0, 1}});
    scene.add(Spheres{.center = Vec3{1, 1, 1}, .radius = 0.5f, .count = 300});
    const std::vector<Index3> faces = {{0, 1, 2}, {2, 3, 4}, {4, 5, 0}};
    scene.add(TriangleMesh{.vertices = far, .indices = faces});
    const IdRange instances = scene.add(prototype, Instances{.position = starts, .scale = 0.5f});
    scene.commit(quality);

    scene.update(IdRange{boxes.first, 50, boxes.batch}, Boxes{.center = updated});
    scene.remove(IdRange{spheres.first + 100, 30, spheres.batch});
    scene.add(Cones{.base = Vec3{3, 3, 3}, .apex = Vec3{3, 3, 4}, .radius = 0.2f});
    scene.commit();
    scene.move(instances, {.position = targets});
    scene.commit();
    return scene;
}

std::vector<std::byte> saved(const Scene& scene) {
    std::vector<std::byte> bytes;
    scene.save(bytes);
    return bytes;
}

/// FNV-1a.
std::uint64_t hash(const std::vector<std::byte>& bytes) {
    std::uint64_t state = 0xCBF29CE484222325;
    for (const std::byte byte : bytes)
        state = (state ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3;
    return state;
}

TEST(SavedBytes, AreTheSameOnEverySystem) {
    EXPECT_EQ(hash(saved(world(Build::balanced))), 1990670404098870743u);
    EXPECT_EQ(hash(saved(world(Build::fast))), 16886577863430287572u);
    EXPECT_EQ(hash(saved(world(Build::thorough))), 16855042451265887596u);
}

// The path of a file is in UTF-8 on Windows, too, where fopen() would take it for another one.
TEST(SavedBytes, GoToFilesWithNamesInAnyScript) {
    const Scene scene = world(Build::balanced);
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    const std::filesystem::path name = folder / u8"lanecast Gel\u00e4nde \u65e5\u672c.scene";
    const std::u8string utf8 = name.u8string();
    const std::string path(utf8.begin(), utf8.end());
    scene.save(path);
    EXPECT_EQ(std::filesystem::file_size(name), saved(scene).size());
    EXPECT_EQ(saved(Scene::load(path)), saved(scene));
    std::filesystem::remove(name);
    EXPECT_THROW((void)Scene::load(path), Error);
}

} // namespace
