#include "tools/console/files.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/console/failure.hpp"
#include "tools/console/paths.hpp"
#include "tools/console/system.hpp"

namespace lanecast::tools {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view doing, std::error_code error) {
    throw Failure(fmt::format("{}: {}: {}", path, doing, error.message()));
}

/// The error of the last call that sets errno.
std::error_code last_error() { return {errno, std::generic_category()}; }

/// Returns the target of a symbolic link, so that the link itself is not replaced.
std::string target_of(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_symlink(native(path), ignored))
        return path;
    const std::filesystem::path target = std::filesystem::weakly_canonical(native(path), ignored);
    return target.empty() ? path : utf8(target);
}

/// Path of the temporary file being written, where a signal handler can read it.
std::array<char, 4096> unfinished;
volatile std::sig_atomic_t is_unfinished = 0;

void note_unfinished(const std::string& path) {
    if (path.size() < unfinished.size()) {
        std::memcpy(unfinished.data(), path.c_str(), path.size() + 1);
        is_unfinished = 1;
    }
}

extern "C" void remove_unfinished(int signal) {
    if (is_unfinished != 0)
        ::unlink(unfinished.data());
    // Continue as if the signal had not been caught.
    std::signal(signal, SIG_DFL);
    ::raise(signal);
}

int open_to_read(const std::string& path) {
    const int file = system::open_to_read(path == standard_stream ? nullptr : path.c_str());
    if (file < 0)
        fail(path, "cannot be opened", last_error());
    struct stat status = {};
    const bool is_device = ::fstat(file, &status) == 0 &&
                           (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) &&
                           ::isatty(file) == 0;
    if (is_device) {
        ::close(file);
        throw Failure(fmt::format("{}: cannot be read: it is a device, not a file or pipe", path));
    }
    return file;
}

} // namespace

void check_readable(const std::string& path) {
    std::error_code ignored;
    if (path == standard_stream || std::filesystem::is_fifo(native(path), ignored))
        return; // opening it would consume its content
    ::close(open_to_read(path));
}

std::string read_file(const std::string& path) {
    const int file = open_to_read(path);
    // One byte more than the file has, so that its end is found without growing the buffer.
    std::error_code ignored;
    const std::uintmax_t known = std::filesystem::file_size(native(path), ignored);
    std::string text(ignored ? 1 << 16 : static_cast<std::size_t>(known) + 1, '\0');
    std::size_t used = 0;
    for (;;) {
        const auto got =
            ::read(file, text.data() + used,
                   static_cast<unsigned>(std::min(text.size() - used, std::size_t{1} << 30)));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            const std::error_code error = got < 0 ? last_error() : std::error_code();
            ::close(file);
            if (error)
                fail(path, "cannot be read", error);
            text.resize(used);
            return text;
        }
        used += static_cast<std::size_t>(got);
        if (used == text.size())
            text.resize(2 * used);
    }
}

std::string_view text_of(std::string_view file, const std::string& path) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    const std::string_view begin = file.substr(0, 2);
    // Without a byte order mark, a zero byte beside the first letter shows it.
    if (begin == "\xFF\xFE" || begin == "\xFE\xFF" ||
        (begin.size() == 2 && (begin[0] == '\0') != (begin[1] == '\0'))) {
        throw Failure(
            fmt::format("{}: is encoded in UTF-16 or UTF-32, must be in UTF-8 or ASCII", path));
    }
    return file.substr(file.starts_with(mark) ? mark.size() : 0);
}

std::string extension(const std::string& path) {
    std::string ending = utf8(native(path).extension());
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

std::string ending_of(const std::string& path, const std::string& format) {
    return path == standard_stream ? "." + format : extension(path);
}

OutputFile::OutputFile(std::string path)
    : path_(target_of(path)), temporary_(fmt::format("{}.{}.part", path_, ::getpid())),
      file_(nullptr) {
    if (path_ == standard_stream) {
        file_ = stdout;
        return;
    }
    check(path_);
    note_unfinished(temporary_);
    file_ = system::create(temporary_.c_str());
    if (file_ == nullptr) {
        const std::error_code error = last_error();
        is_unfinished = 0;
        fail(path_, "cannot be written", error);
    }
    system::copy_permissions(native(path_), file_);
}

OutputFile::~OutputFile() {
    if (file_ != nullptr && file_ != stdout) {
        std::fclose(file_);
        std::remove(temporary_.c_str());
    }
    is_unfinished = 0;
}

void OutputFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
        fail(path_, "cannot be written", last_error());
}

void OutputFile::commit() {
    std::error_code error;
    if (std::fflush(file_) != 0)
        error = last_error();
    if (file_ != stdout) {
        if (std::fclose(std::exchange(file_, nullptr)) != 0 && !error)
            error = last_error();
        if (!error)
            std::filesystem::rename(native(temporary_), native(path_), error);
        if (error)
            std::remove(temporary_.c_str());
    }
    if (error)
        fail(path_, "cannot be written", error);
}

void OutputFile::check_apart(const std::string& path, const std::string& input) {
    std::error_code ignored; // a missing file is not the same as any other
    const bool is_redirected = input == standard_stream && system::is_input(native(path));
    if (is_redirected || std::filesystem::equivalent(native(path), native(input), ignored)) {
        throw Failure(fmt::format("{}: cannot be written: it is the same file as {}, which is read",
                                  path, input));
    }
}

void OutputFile::remove_on_interrupt() {
    for (const int signal : system::interrupts())
        if (std::signal(signal, remove_unfinished) == SIG_IGN)
            std::signal(signal, SIG_IGN); // as under nohup
}

void OutputFile::check(const std::string& path) {
    namespace fs = std::filesystem;
    if (path == standard_stream)
        return;
    std::error_code ignored;
    const fs::path target = native(target_of(path));
    if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored)) {
        throw Failure(
            fmt::format("{}: cannot be written: it exists and is not a regular file", path));
    }
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (!system::is_writable(folder))
        fail(path, "cannot be written", last_error());
}

} // namespace lanecast::tools
