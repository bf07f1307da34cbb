#pragma once

#include <filesystem>
#include <string>

/// Paths are in UTF-8 in the program, and in UTF-16 on Windows.
namespace lanecast::tools {

[[nodiscard]] inline std::filesystem::path native(const std::string& path) {
    return std::u8string(path.begin(), path.end());
}

[[nodiscard]] inline std::string utf8(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

} // namespace lanecast::tools
