#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tools/files/temporary_folder.hpp"

namespace lanecast::test {

/// Exit code and output of a program.
struct Outcome {
    int code = -1;
    std::string out;
    std::string err;
};

/// Runs a program to its end.
/// @param file_limit largest size of a file in bytes; 0: unlimited
Outcome run_program(const std::vector<std::string>& command, std::uint64_t file_limit = 0);

/// Gives each test its own folder, and runs the built program.
class ProgramTest : public testing::Test {
protected:
    /// Path of a file in the folder.
    [[nodiscard]] std::string path(const std::string& name) const {
        return folder_.path() + "/" + name;
    }
    /// Writes a file into the folder and returns its path.
    std::string write(const std::string& name, std::string_view content) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> files() const;

    /// Runs `lanecast arguments...`.
    static Outcome lanecast(const std::vector<std::string>& arguments,
                            std::uint64_t file_limit = 0);
    /// Runs `lanecast arguments...`, and sends it a signal as soon as the folder has a file with
    /// this ending.
    /// @returns the signal that ended the program, or 0
    int interrupted(const std::vector<std::string>& arguments, const std::string& ending,
                    int signal) const;
    /// The file written by `lanecast command... --out <a new .csv>`.
    std::string answer(std::vector<std::string> command) const;
    /// The rows of answer() without the header.
    std::string rows(const std::vector<std::string>& command) const;
    /// The file written by `lanecast cast world --rays rays more...`.
    std::string hits(const std::string& world, const std::string& rays,
                     const std::vector<std::string>& more = {}) const;
    /// The row of hits() for a single ray.
    std::string hit(const std::string& world, const std::string& ray,
                    const std::vector<std::string>& more = {}) const;

    /// Expects exit code 2, one line on stderr that contains all `parts`, and no new file.
    void expect_refused(const std::vector<std::string>& arguments,
                        const std::vector<std::string>& parts, std::uint64_t file_limit = 0) const;
    /// Expects exit code 0, and all `parts` on stdout.
    static void expect_says(const Outcome& outcome, const std::vector<std::string>& parts);

    /// Calls expect_refused() for `lanecast command... file --out ...` and a file with this
    /// content. The message must also name the file.
    void expect_refused_file(const std::vector<std::string>& command, const std::string& name,
                             std::string_view content, const std::vector<std::string>& parts) const;
    /// Calls expect_refused() for a valid ray and a world with this content.
    void expect_refused_world(const std::string& name, std::string_view content,
                              const std::vector<std::string>& parts) const;
    /// Calls expect_refused() for rays with this content and a valid world.
    void expect_refused_rays(const std::string& name, std::string_view content,
                             const std::vector<std::string>& parts) const;

private:
    TemporaryFolder folder_;
};

/// The first `count` fields of each row of a file, without the header.
std::vector<std::string> first_fields(const std::string& answer, int count);

/// `command` followed by `more`.
std::vector<std::string> with(std::vector<std::string> command,
                              const std::vector<std::string>& more);

/// The row of a ray without a hit.
inline constexpr const char* miss = "inf,4294967295,4294967295,0,0,0\n";

/// Names of the ISAs that `lanecast info` lists as supported.
std::vector<std::string> supported_isas();

/// Whether `lanecast info` lists glTF. The program reads it if tinygltf and Draco were
/// installed.
bool reads_gltf();

} // namespace lanecast::test
