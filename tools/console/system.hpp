#pragma once

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

/// The parts of the operating system that the program uses and the standard library does not have:
/// system_posix.cpp, system_windows.cpp. Paths are in UTF-8.
namespace lanecast::tools::system {

/// Makes standard streams usable as files. On POSIX, opens those that are closed, so that no other
/// file gets their numbers; on Windows, stops the translation of line ends.
void prepare_streams();

/// Whether messages go to a terminal that draws control sequences.
[[nodiscard]] bool shows_progress();

/// Opens a file to be read with read(); a copy of standard input without a path. @returns its
/// number, or a negative one with errno
[[nodiscard]] int open_to_read(const char* path);

/// Creates a file that does not exist. @returns nullptr with errno if it exists
[[nodiscard]] std::FILE* create(const char* path);

/// Gives a file the permissions of another one, if that exists.
void copy_permissions(const std::filesystem::path& from, std::FILE* to);

/// Whether files can be created in a folder; sets errno.
[[nodiscard]] bool is_writable(const std::filesystem::path& folder);

/// Whether standard input comes from this file.
[[nodiscard]] bool is_input(const std::filesystem::path& path);

/// The signals that end the program and are no fault of it.
[[nodiscard]] std::span<const int> interrupts();

/// Makes writes fail where the system would end the program: beyond the limit of a file's size.
void let_writes_fail();

} // namespace lanecast::tools::system
