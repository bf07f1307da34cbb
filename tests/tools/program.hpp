#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace lanecast::test {

/// What a run of a program left behind.
struct Outcome {
    int code = -1;
    std::string out;
    std::string err;
};

/// Runs a program to its end. @param file_limit bytes that each file may have, 0: as many as fit
Outcome run_program(const std::vector<std::string>& command, std::uint64_t file_limit = 0);

/// A folder of its own for each test, and the built program to run in it.
class ProgramTest : public testing::Test {
protected:
    ProgramTest();
    ~ProgramTest() override;

    /// The path of a file in the folder.
    [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
    /// Writes a file into the folder and returns its path.
    std::string write(const std::string& name, std::string_view content) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> files() const;

    /// `lanecast arguments...`
    static Outcome lanecast(const std::vector<std::string>& arguments,
                            std::uint64_t file_limit = 0);
    /// Sends a signal to `lanecast arguments...` as soon as the folder has a file of this ending.
    /// @returns the signal that ended it, or 0
    int interrupted(const std::vector<std::string>& arguments, const std::string& ending,
                    int signal) const;
    /// The answer to `lanecast command... --out <a new .csv>`.
    std::string answer(std::vector<std::string> command) const;
    /// The rows of that, with unsigned_zeros(): without the header.
    std::string rows(const std::vector<std::string>& command) const;
    /// The answer to `lanecast cast world --rays rays more...`.
    std::string hits(const std::string& world, const std::string& rays,
                     const std::vector<std::string>& more = {}) const;
    /// The same of one ray: the row below the header, with unsigned_zeros().
    std::string hit(const std::string& world, const std::string& ray,
                    const std::vector<std::string>& more = {}) const;

    /// Exit code 2, one line on stderr with all `parts` in it, and no new file.
    void expect_refused(const std::vector<std::string>& arguments,
                        const std::vector<std::string>& parts, std::uint64_t file_limit = 0) const;
    /// Exit code 0, and all `parts` on stdout.
    static void expect_says(const Outcome& outcome, const std::vector<std::string>& parts);

    /// expect_refused for `lanecast command... file --out ...` with a file of this content; it is
    /// named, too.
    void expect_refused_file(const std::vector<std::string>& command, const std::string& name,
                             std::string_view content, const std::vector<std::string>& parts) const;
    /// expect_refused for casting a good ray at a world of this content.
    void expect_refused_world(const std::string& name, std::string_view content,
                              const std::vector<std::string>& parts) const;
    /// The same for casting rays of this content at a good world.
    void expect_refused_rays(const std::string& name, std::string_view content,
                             const std::vector<std::string>& parts) const;

private:
    std::string folder_;
};

/// Rows with 0 for -0: the sign of a normal's zeros is nothing to rely on.
std::string unsigned_zeros(std::string rows);

/// What stands first in each row of an answer, so many fields; not of the header.
std::vector<std::string> first_fields(const std::string& answer, int count);

/// `command` with `more` behind it.
std::vector<std::string> with(std::vector<std::string> command,
                              const std::vector<std::string>& more);

/// The row of a ray that hits nothing.
inline constexpr const char* miss = "inf,4294967295,4294967295,0,0,0\n";

/// Names of the ISAs that `lanecast info` calls supported.
std::vector<std::string> supported_isas();

} // namespace lanecast::test
