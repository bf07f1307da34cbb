#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "scene/saved/edited_worlds.hpp"

// A scene that was saved on one system is loaded on another: its bytes are the same with every
// compiler, on every ISA and on Windows.

namespace {

/// FNV-1a.
class Hash {
public:
    void add(const std::vector<std::byte>& bytes) {
        for (const std::byte byte : bytes)
            state_ = (state_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3;
    }
    [[nodiscard]] std::uint64_t state() const { return state_; }

private:
    std::uint64_t state_ = 0xCBF29CE484222325;
};

std::vector<std::byte> saved(const lanecast::Scene& scene) {
    std::vector<std::byte> bytes;
    scene.save(bytes);
    return bytes;
}

TEST(SavedBytes, AreTheSameOnEverySystem) {
    Hash hash;
    for (const worlds::Edited& world : worlds::edited_worlds())
        hash.add(saved(world.make().scene));
    EXPECT_EQ(hash.state(), 13342466458425683595u);
}

// The path of a file is in UTF-8 on Windows, too, where fopen() would take it for another one.
TEST(SavedBytes, GoToFilesWithNamesInAnyScript) {
    const lanecast::Scene scene = worlds::mixed().scene;
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    const std::filesystem::path name = folder / u8"lanecast Gel\u00e4nde \u65e5\u672c.scene";
    const std::u8string utf8 = name.u8string();
    const std::string path(utf8.begin(), utf8.end());
    scene.save(path);
    EXPECT_EQ(std::filesystem::file_size(name), saved(scene).size());
    EXPECT_EQ(saved(lanecast::Scene::load(path)), saved(scene));
    std::filesystem::remove(name);
    EXPECT_THROW((void)lanecast::Scene::load(path), lanecast::Error);
}

} // namespace
