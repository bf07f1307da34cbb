#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace lanecast::tools {

/// The whole of a file. @throws Failure that names the file.
[[nodiscard]] std::string read_file(const std::string& path);

/// The ending of a path in lower case, with the dot; empty if there is none.
[[nodiscard]] std::string extension(const std::string& path);

/// A file that is there whole or not at all: what is written goes to a temporary beside it, which
/// commit() gives its name. Without commit() nothing is left, and an older file stays as it was.
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

    /// Finds out before the work is done whether its result could be written.
    static void check(const std::string& path);

private:
    std::string path_;
    std::string temporary_;
    std::FILE* file_;
};

} // namespace lanecast::tools
