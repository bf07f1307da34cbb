#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace lanecast::tools {

/// The path that stands for standard input or output.
inline constexpr const char* standard_stream = "-";

/// Returns the ending of a path, see extension(); for a standard stream that of its chosen format.
[[nodiscard]] std::string ending_of(const std::string& path, const std::string& format);

/// Reads all of a file, a pipe or a terminal. @throws Failure that names the file, also for other
/// devices, which may never end
[[nodiscard]] std::string read_file(const std::string& path);

/// Returns the text of a file without the byte order mark that some editors write.
/// @throws Failure that names the file and its encoding if that is UTF-16 or UTF-32
[[nodiscard]] std::string_view text_of(std::string_view file, const std::string& path);

/// Checks in advance whether a file can be read. @throws Failure
void check_readable(const std::string& path);

/// Returns the ending of a path in lower case, with the dot; empty if there is none.
[[nodiscard]] std::string extension(const std::string& path);

/// A file that is written as a whole or not at all. Data goes to a temporary file next to it, which
/// commit() renames. Without commit() nothing remains, and an older file stays unchanged. Standard
/// output keeps the data written before a failure.
class OutputFile {
public:
    /// @throws Failure if the file cannot be written
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// @throws Failure, e.g. when the disk is full
    void write(std::string_view bytes);
    void commit();

    /// Checks in advance whether a file can be written. @throws Failure
    static void check(const std::string& path);
    /// Checks that two paths are not the same file, even by different names. @throws Failure
    static void check_apart(const std::string& path, const std::string& input);

    /// From now on, an interrupted program removes its unfinished file.
    static void remove_on_interrupt();

private:
    std::string path_;
    std::string temporary_;
    std::FILE* file_;
};

} // namespace lanecast::tools
