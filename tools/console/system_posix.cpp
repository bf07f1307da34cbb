#include "tools/console/system.hpp"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanecast::tools::system {

void prepare_streams() {
    constexpr std::array modes = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        if (::fcntl(stream, F_GETFD) < 0)
            ::open("/dev/null", modes[static_cast<std::size_t>(stream)]); // the lowest free number
}

bool shows_progress() { return ::isatty(STDERR_FILENO) != 0; }

int open_to_read(const char* path) {
    return path == nullptr ? ::dup(STDIN_FILENO) : ::open(path, O_RDONLY | O_CLOEXEC);
}

std::FILE* create(const char* path) { return std::fopen(path, "wbxe"); }

void copy_permissions(const std::filesystem::path& from, std::FILE* to) {
    struct stat old = {};
    if (::stat(from.c_str(), &old) == 0)
        ::fchmod(::fileno(to), old.st_mode & 07777);
}

bool is_writable(const std::filesystem::path& folder) {
    return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

bool is_input(const std::filesystem::path& path) {
    struct stat input = {}, file = {};
    return ::fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode) &&
           ::stat(path.c_str(), &file) == 0 && input.st_dev == file.st_dev &&
           input.st_ino == file.st_ino;
}

std::span<const int> interrupts() {
    static constexpr std::array signals = {SIGHUP, SIGINT, SIGTERM};
    return signals;
}

void let_writes_fail() { std::signal(SIGXFSZ, SIG_IGN); }

} // namespace lanecast::tools::system
