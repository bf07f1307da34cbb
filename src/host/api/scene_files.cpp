#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "core/aligned_buffer.hpp"
#include "host/saved/saved_scene.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/error.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw Error(ErrorCode::file_access, "path", Error::no_index,
                path + " cannot be " + what + ": " + std::strerror(errno));
}

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

/// The path in the system's encoding.
std::filesystem::path path_of(const std::string& utf8) {
    try {
        return std::u8string(utf8.begin(), utf8.end());
    } catch (const std::system_error& error) { // of Windows, where paths are in UTF-16
        throw Error(ErrorCode::file_access, "path", Error::no_index,
                    utf8 + " is no path in UTF-8: " + error.code().message());
    }
}

enum class Mode { read, write };

File open(const std::string& path, Mode mode) {
    errno = 0;
#ifdef _WIN32
    File file(::_wfopen(path_of(path).c_str(), mode == Mode::read ? L"rb" : L"wb"));
#else
    File file(std::fopen(path.c_str(), mode == Mode::read ? "rb" : "wb"));
#endif
    if (!file)
        fail(path, mode == Mode::read ? "read" : "written");
    return file;
}

/// Reads the saved scene at the beginning of a file, and nothing behind it: pipes and devices may
/// have no end.
AlignedVector<std::byte> saved_scene_in(const std::string& path) {
    const File file = open(path, Mode::read);
    std::setvbuf(file.get(), nullptr, _IONBF, 0);
    AlignedVector<std::byte> bytes(sizeof(host::SavedHeader));
    std::size_t size = 0;
    const auto read_all = [&] {
        size += std::fread(bytes.data() + size, 1, bytes.size() - size, file.get());
        if (std::ferror(file.get()) != 0)
            fail(path, "read");
        return size == bytes.size();
    };
    const bool has_header = read_all();
    const std::uint64_t wanted = host::saved_size(std::span(bytes).first(size));
    std::error_code unknown;
    std::uint64_t room = std::filesystem::file_size(path_of(path), unknown); // fails for pipes
    if (unknown)
        room = 1 << 20; // the size may be damaged, so memory grows with what is read
    while (has_header && bytes.size() < wanted) {
        bytes.resize(std::min(wanted, std::max<std::uint64_t>(room, 2 * bytes.size())));
        if (!read_all())
            break;
    }
    bytes.resize(size);
    return bytes;
}

} // namespace

void Scene::save(std::vector<std::byte>& bytes) const {
    data_->require_commit("Scene");
    std::vector<std::byte> saved;
    host::save_scene(
        *data_, [&](std::size_t size) { saved.reserve(size); },
        [&](std::span<const std::byte> piece) {
            saved.insert(saved.end(), piece.begin(), piece.end());
        });
    bytes = std::move(saved);
}

void Scene::save(const std::string& path) const {
    data_->require_commit("Scene");
    File file = open(path, Mode::write);
    bool is_written = true;
    host::save_scene(
        *data_, [](std::size_t) {},
        [&](std::span<const std::byte> piece) {
            is_written = is_written &&
                         std::fwrite(piece.data(), 1, piece.size(), file.get()) == piece.size();
        });
    if (std::fclose(file.release()) != 0 || !is_written)
        fail(path, "written");
}

Scene Scene::load(std::span<const std::byte> bytes) { return Scene(host::load_scene(bytes)); }

std::size_t Scene::saved_size(std::span<const std::byte> bytes) { return host::saved_size(bytes); }

Scene Scene::load(const std::string& path) {
    try {
        const AlignedVector<std::byte> bytes = saved_scene_in(path);
        return load(std::span(bytes));
    } catch (const Error& error) {
        if (error.code() == ErrorCode::file_access)
            throw;
        throw Error(error.code(), "path", Error::no_index, path + ": " + error.what());
    }
}

} // namespace lanecast
