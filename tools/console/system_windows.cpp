#include "tools/console/system.hpp"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

namespace lanecast::tools::system {
namespace {

/// Information that is the same for all names of a file. @returns false if there is none
bool identify(HANDLE file, BY_HANDLE_FILE_INFORMATION& information) {
    return file != INVALID_HANDLE_VALUE && ::GetFileInformationByHandle(file, &information) != 0;
}

} // namespace

void prepare_streams() {
    for (int stream = 0; stream <= 2; ++stream)
        ::_setmode(stream, _O_BINARY);
}

bool shows_progress() {
    DWORD mode = 0;
    return ::GetConsoleMode(::GetStdHandle(STD_ERROR_HANDLE), &mode) != 0 &&
           (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

int open_to_read(const char* path) {
    return path == nullptr ? ::_dup(0) : ::_open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}

std::FILE* create(const char* path) {
    const int file = ::_open(path, _O_WRONLY | _O_BINARY | _O_NOINHERIT | _O_CREAT | _O_EXCL,
                             _S_IREAD | _S_IWRITE);
    return file < 0 ? nullptr : ::_fdopen(file, "wb");
}

void copy_permissions(const std::filesystem::path&, std::FILE*) {} // the folder's are inherited

bool is_writable(const std::filesystem::path& folder) { return ::_waccess(folder.c_str(), 2) == 0; }

bool is_input(const std::filesystem::path& path) {
    BY_HANDLE_FILE_INFORMATION input = {}, file = {};
    if (!identify(::GetStdHandle(STD_INPUT_HANDLE), input))
        return false;
    const HANDLE opened =
        ::CreateFileW(path.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                      nullptr, OPEN_EXISTING, 0, nullptr);
    const bool is_known = identify(opened, file);
    if (opened != INVALID_HANDLE_VALUE)
        ::CloseHandle(opened);
    return is_known && input.dwVolumeSerialNumber == file.dwVolumeSerialNumber &&
           input.nFileIndexHigh == file.nFileIndexHigh && input.nFileIndexLow == file.nFileIndexLow;
}

std::span<const int> interrupts() {
    static constexpr std::array signals = {SIGINT, SIGTERM};
    return signals;
}

void let_writes_fail() {}

} // namespace lanecast::tools::system
