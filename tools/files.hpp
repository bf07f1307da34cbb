#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace lanecast::tools {

/// Stands for standard input or output.
inline constexpr const char* standard_stream = "-";

/// The ending of a path, see extension(); of a standard stream the format that was chosen for it.
[[nodiscard]] std::string ending_of(const std::string& path, const std::string& format);

/// The whole of a file, a pipe or what is typed in. @throws Failure that names the file; also for
/// other devices, which may never end.
[[nodiscard]] std::string read_file(const std::string& path);

/// Finds out before the work is done whether a file could be read. @throws Failure
void check_readable(const std::string& path);

/// The ending of a path in lower case, with the dot; empty if there is none.
[[nodiscard]] std::string extension(const std::string& path);

/// A file that is there whole or not at all: what is written goes to a temporary beside it, which
/// commit() gives its name. Without commit() nothing is left, and an older file stays as it was.
/// Standard output has what was written.
class OutputFile {
public:
    /// @throws Failure if nothing can be written there.
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// @throws Failure, e.g. when the disk is full.
    void write(std::string_view bytes);
    void commit();

    /// Finds out before the work is done whether its result could be written. @throws Failure
    static void check(const std::string& path);
    /// Whether writing would overwrite a file that is read, by whatever name. @throws Failure
    static void check_apart(const std::string& path, const std::string& input);

    /// From now on nothing stays of an unfinished file when the program is interrupted.
    static void remove_on_interrupt();

private:
    std::string path_;
    std::string temporary_;
    std::FILE* file_;
};

} // namespace lanecast::tools
