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

File open(const std::string& path, const char* mode, const char* what) {
    errno = 0;
    File file(std::fopen(path.c_str(), mode));
    if (!file)
        fail(path, what);
    return file;
}

/// Reads a file of any kind to its end.
AlignedVector<std::byte> contents_of(const std::string& path) {
    const File file = open(path, "rb", "read");
    std::setvbuf(file.get(), nullptr, _IONBF, 0);
    AlignedVector<std::byte> bytes;
    std::size_t size = 0;
    std::error_code no_size; // of pipes
    if (std::filesystem::is_regular_file(path, no_size))
        bytes.resize(std::filesystem::file_size(path, no_size) + 1); // 1 more, to see the end
    constexpr std::size_t least = 65536;
    for (;;) {
        if (size == bytes.size())
            bytes.resize(std::max(2 * size, least));
        const std::size_t read =
            std::fread(bytes.data() + size, 1, bytes.size() - size, file.get());
        size += read;
        if (std::ferror(file.get()) != 0)
            fail(path, "read");
        if (read == 0)
            break;
    }
    bytes.resize(size);
    return bytes;
}

} // namespace

void Scene::save(std::vector<std::byte>& bytes) const {
    if (data_->changed)
        throw Error(ErrorCode::not_committed, "scene", Error::no_index,
                    "the scene was changed since its last commit()");
    host::save_scene(*data_, bytes);
}

void Scene::save(const std::string& path) const {
    std::vector<std::byte> bytes;
    save(bytes);
    File file = open(path, "wb", "written");
    const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    if (std::fclose(file.release()) != 0 || !is_written)
        fail(path, "written");
}

Scene Scene::load(std::span<const std::byte> bytes) { return Scene(host::load_scene(bytes)); }

Scene Scene::load(const std::string& path) {
    const AlignedVector<std::byte> bytes = contents_of(path);
    try {
        return load(std::span(bytes));
    } catch (const Error& error) {
        throw Error(error.code(), "path", Error::no_index, path + ": " + error.what());
    }
}

} // namespace lanecast
