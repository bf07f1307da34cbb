#include "program.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanecast::test {
namespace {

namespace fs = std::filesystem;

std::string read_text(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

constexpr const char* header = "ox,oy,oz,dx,dy,dz";

} // namespace

namespace {

/// Starts a program.
/// @param file_limit as in run_program()
pid_t start(const std::vector<std::string>& command, const std::string& out, const std::string& err,
            std::uint64_t file_limit) {
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
        ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
        if (file_limit > 0) {
            const rlimit limit{file_limit, file_limit};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        }
        ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    return child;
}

} // namespace

Outcome run_program(const std::vector<std::string>& command, std::uint64_t file_limit) {
    const TemporaryFolder folder;
    const std::string out = folder.path() + "/out";
    const std::string err = folder.path() + "/err";
    const pid_t child = start(command, out, err, file_limit);
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(out), read_text(err)};
}

std::string ProgramTest::write(const std::string& name, std::string_view content) const {
    return folder_.write(name, content);
}

std::string ProgramTest::read(const std::string& name) const { return read_text(path(name)); }

std::vector<std::string> ProgramTest::files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

Outcome ProgramTest::lanecast(const std::vector<std::string>& arguments, std::uint64_t file_limit) {
    std::vector<std::string> command = {LANECAST_PROGRAM};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_program(command, file_limit);
}

int ProgramTest::interrupted(const std::vector<std::string>& arguments, const std::string& ending,
                             int signal) const {
    const pid_t child = start(with({LANECAST_PROGRAM}, arguments), "/dev/null", "/dev/null", 0);
    const auto has_begun = [&] {
        const std::vector<std::string> names = files();
        return std::any_of(names.begin(), names.end(),
                           [&](const std::string& name) { return name.ends_with(ending); });
    };
    int status = 0;
    while (!has_begun()) {
        if (::waitpid(child, &status, WNOHANG) == child) {
            ADD_FAILURE() << "it ended before a file ended with " << ending;
            return 0;
        }
    }
    ::kill(child, signal);
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

std::string ProgramTest::answer(std::vector<std::string> command) const {
    const Outcome outcome = lanecast(with(std::move(command), {"--out", path("answer.csv")}));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return read("answer.csv");
}

std::string ProgramTest::rows(const std::vector<std::string>& command) const {
    const std::string text = answer(command);
    return text.substr(text.find('\n') + 1);
}

std::string ProgramTest::hits(const std::string& world, const std::string& rays,
                              const std::vector<std::string>& more) const {
    return answer(with({"cast", world, "--rays", rays}, more));
}

std::string ProgramTest::hit(const std::string& world, const std::string& ray,
                             const std::vector<std::string>& more) const {
    const std::string rays = write("ray.csv", std::string(header) + "\n" + ray + "\n");
    return rows(with({"cast", world, "--rays", rays}, more));
}

void ProgramTest::expect_refused(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& parts,
                                 std::uint64_t file_limit) const {
    const std::vector<std::string> before = files();
    const Outcome outcome = lanecast(arguments, file_limit);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.err.find('\n') + 1, outcome.err.size()) << outcome.err;
    for (const std::string& part : parts) {
        EXPECT_NE(outcome.err.find(part), std::string::npos)
            << "\"" << part << "\" is not in: " << outcome.err;
    }
    EXPECT_EQ(files(), before);
}

void ProgramTest::expect_says(const Outcome& outcome, const std::vector<std::string>& parts) {
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const std::string& part : parts) {
        EXPECT_NE(outcome.out.find(part), std::string::npos) << part << " is not in\n"
                                                             << outcome.out;
    }
}

void ProgramTest::expect_refused_file(const std::vector<std::string>& command,
                                      const std::string& name, std::string_view content,
                                      const std::vector<std::string>& parts) const {
    SCOPED_TRACE(content.substr(0, 200));
    expect_refused(with(command, {write(name, content), "--out", path("refused.csv")}),
                   with(parts, {name}));
}

void ProgramTest::expect_refused_world(const std::string& name, std::string_view content,
                                       const std::vector<std::string>& parts) const {
    const std::string rays = write("good.csv", std::string(header) + "\n0,0,5,0,0,-1\n");
    expect_refused_file({"cast", "--rays", rays}, name, content, parts);
}

void ProgramTest::expect_refused_rays(const std::string& name, std::string_view content,
                                      const std::vector<std::string>& parts) const {
    const std::string world = write("good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_refused_file({"cast", world, "--rays"}, name, content, parts);
}

std::vector<std::string> first_fields(const std::string& answer, int count) {
    std::istringstream lines(answer);
    std::vector<std::string> begins;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::size_t end = 0;
        for (int i = 0; i < count; ++i)
            end = line.find(',', end + 1);
        begins.push_back(line.substr(0, end));
    }
    return begins;
}

std::vector<std::string> with(std::vector<std::string> command,
                              const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
    return command;
}

namespace {

/// The words of a line of `lanecast info` after its first one.
std::vector<std::string> info_words(const std::string& label) {
    std::istringstream lines(run_program({LANECAST_PROGRAM, "info"}).out);
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == label)
            while (words >> word)
                found.push_back(word);
    }
    return found;
}

} // namespace

std::vector<std::string> supported_isas() { return info_words("supported"); }

bool reads_gltf() {
    const std::vector<std::string> endings = info_words("meshes");
    return std::find(endings.begin(), endings.end(), ".gltf") != endings.end();
}

} // namespace lanecast::test
