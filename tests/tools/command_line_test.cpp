#include "program.hpp"

#include <filesystem>
#include <set>
#include <sstream>

namespace lanecast::test {
namespace {

using CommandLineTest = ProgramTest;

TEST_F(CommandLineTest, HelpAndVersionAreNoErrors) {
    for (const char* const word : {"--help", "--version", "info", "help", "version"}) {
        const Outcome outcome = lanecast({word});
        EXPECT_EQ(outcome.code, 0) << word;
        EXPECT_NE(outcome.out, "") << word;
    }
    EXPECT_EQ(lanecast({"version"}).out, lanecast({"--version"}).out);
    EXPECT_EQ(lanecast({"help"}).out, lanecast({"--help"}).out);
    expect_says(lanecast({"help", "cast"}), {"Usage: lanecast cast", "--rays"});
}

// The only message for a misspelt command was "A subcommand is required".
TEST_F(CommandLineTest, AMisspeltCommandIsToldWhatItMayMean) {
    expect_refused({"caast", "w.obj"}, {"caast", "did you mean", "cast"});
    expect_refused({"help", "veiw"}, {"veiw", "did you mean", "view"});
    expect_refused({"teleport"},
                   {"teleport", "cast, sweep, overlap, closest, view, simulate, ", "info"});
}

TEST_F(CommandLineTest, APictureThatIsTooLargeIsToldHowLargeItMayBe) {
    for (const char* const size : {"100000x100000", "99999999999x9"}) {
        const Outcome outcome =
            lanecast({"view", "--demo", "--out", path("p.png"), "--size", size});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find(std::string(size) + " is not between 1x1 and 16384x16384"),
                  std::string::npos)
            << outcome.err;
    }
}

// The world was loaded and its tree built first, which took minutes before the error.
TEST_F(CommandLineTest, MissingQueriesAreNamedBeforeTheWorldIsRead) {
    const std::string no_world = write("w.json", "no json");
    expect_refused({"cast", no_world, "--rays", path("r.csv"), "--out", path("h.csv")}, {"r.csv"});
}

// Reading an endless device never returned.
TEST_F(CommandLineTest, ADeviceIsNoFile) {
    for (const char* const name : {"zero.obj", "zero.json"}) {
        std::filesystem::create_symlink("/dev/zero", path(name));
        expect_refused({"view", path(name), "--out", path("p.png")}, {name, "device"});
    }
    for (const char* const name : {"zero.csv", "zero.npy"}) {
        std::filesystem::create_symlink("/dev/zero", path(name));
        expect_refused({"cast", "--demo", "--rays", path(name), "--out", path("h.csv")},
                       {name, "device"});
    }
}

TEST_F(CommandLineTest, MisuseEndsWithCode2AndAMessage) {
    const std::vector<std::vector<std::string>> commands = {
        {},
        {"throw"},
        {"cast"},
        {"cast", "--no-such-option"},
        {"cast", "world.obj"},
        {"cast", "world.obj", "--rays", "r.csv"},
        {"cast", "world.obj", "--demo"},
        {"cast", "--demo", "--interior", "gas"},
        {"cast", "--demo", "--build", "slow"},
        {"cast", "--demo", "--threads", "many"},
        {"cast", "--demo", "--threads", "-1"},
        {"cast", "--demo", "--all", "0"},
        {"cast", "--demo", "--all", "-1"},
        {"cast", "--demo", "--all", "few"},
        {"cast", "--demo", "--all", "2", "--any"},
        {"sweep"},
        {"sweep", "world.obj", "--spheres", "s.csv"},
        {"sweep", "world.obj", "--out", "i.csv"},
        {"sweep", "world.obj", "--rays", "s.csv", "--out", "i.csv"},
        {"sweep", "--demo", "--start-overlap", "forget"},
        {"sweep", "--demo", "--any"},
        {"closest"},
        {"closest", "world.obj", "--points", "p.csv"},
        {"closest", "--demo", "--all", "3"},
        {"cast", "--demo", "--any", "--columns", "t"},
        {"overlap", "--demo", "--columns", "id"},
        {"overlap"},
        {"overlap", "world.obj", "--spheres", "s.csv"},
        {"overlap", "--demo", "--all", "0"},
        {"view", "--demo"},
        {"view", "--demo", "--out", path("p.png"), "--size", "640"},
        {"view", "--demo", "--out", path("p.png"), "--size", "0x10"},
        {"view", "--demo", "--out", path("p.png"), "--from", "1,2"},
        {"view", "--demo", "--out", path("p.png"), "--at", "1,2,3"},
        {"view", "--demo", "--out", path("p.png"), "--fov", "0"},
        {"view", "--demo", "--out", path("p.png"), "--fov", "nan"},
        {"view", "--demo", "--out", path("p.png"), "--clip", "0,0,1"},
        {"view", "--demo", "--out", path("p.png"), "--clip", "0,0,0,1"},
        {"view", "--demo", "--out", path("p.png"), "--clip", "0,0,nan,1"},
        {"view", "--demo", "--out", path("p.png"), "--clip", "0,x,1,1"},
        {"view", "--demo", "--out", path("p.png"), "--clip", "0,0,1,inf"},
    };
    for (const std::vector<std::string>& command : commands) {
        const Outcome outcome = lanecast(command);
        const std::string shown = testing::PrintToString(command);
        EXPECT_EQ(outcome.code, 2) << shown;
        EXPECT_NE(outcome.err, "") << shown;
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(CommandLineTest, AnUnknownIsaIsNamed) {
    expect_refused({"cast", "--demo", "--isa", "avx1024"}, {"avx1024"});
}

TEST_F(CommandLineTest, FilesOfUnknownKindsAreRefused) {
    const std::string world = write("w.json", R"({"shapes": []})");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n");
    expect_refused({"cast", write("w.png", "solid"), "--rays", rays, "--out", path("h.csv")},
                   {"w.png", "a mesh (.obj,", ".json"});
    expect_refused({"cast", world, "--rays", write("r.txt", ""), "--out", path("h.csv")},
                   {"r.txt", ".csv or .npy"});
    expect_refused({"cast", world, "--rays", rays, "--out", path("h.bin")},
                   {"h.bin", ".csv or .npy"});
    expect_refused({"view", world, "--out", path("p.jpg")}, {"p.jpg", ".png"});
}

TEST_F(CommandLineTest, EveryCommandRefusesFilesOfUnknownKindsAndMissingOnes) {
    const std::string world = write("w.json", R"({"shapes": []})");
    const struct {
        const char* command;
        const char* option;
        const char* header;
    } cases[] = {{"sweep", "--spheres", "cx,cy,cz,mx,my,mz,radius\n"},
                 {"closest", "--points", "x,y,z\n"},
                 {"overlap", "--spheres", "cx,cy,cz,radius\n"}};
    for (const auto& c : cases) {
        SCOPED_TRACE(c.command);
        const std::string good = write("good.csv", c.header);
        expect_refused({c.command, world, c.option, write("q.txt", ""), "--out", path("a.csv")},
                       {"q.txt", ".csv or .npy"});
        expect_refused({c.command, world, c.option, path("none.csv"), "--out", path("a.csv")},
                       {"none.csv"});
        expect_refused({c.command, path("none.obj"), c.option, good, "--out", path("a.csv")},
                       {"none.obj"});
        expect_refused({c.command, world, c.option, good, "--out", path("a.bin")},
                       {"a.bin", ".csv or .npy"});
        expect_refused({c.command, world, c.option, good, "--out", path("none/a.csv")},
                       {"none/a.csv"});
        expect_refused({c.command, "--demo", "--isa", "avx1024"}, {"avx1024"});
    }
}

// The page is generated from the definitions of the options, so none can be forgotten.
TEST_F(CommandLineTest, TheManualPageHasEveryOptionAndNothingThatRoffTakesForItsOwn) {
    const std::string page = lanecast({"manual"}).out;
    for (const char* const part : {".TH LANECAST 1", ".SS lanecast cast",
                                   "\\fB\\-\\-start\\-overlap\\fR "
                                   "\\fIreport|ignore|leaving\\fR",
                                   "\\fB\\-\\-clip\\fR", "ox,oy,oz,dx,dy,dz", ".SH EXIT STATUS"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        if (line.substr(0, 1) == ".") {
            const std::set<std::string> macros = {".TH", ".SH", ".SS", ".TP", ".PP",
                                                  ".EX", ".EE", ".B",  ".br"};
            EXPECT_TRUE(macros.contains(line.substr(0, line.find(' ')))) << line;
        }
    }
}

TEST_F(CommandLineTest, BashCompletesCommandsOptionsAndValues) {
    const std::string script = write("lanecast.bash", lanecast({"completion"}).out);
    const auto completed = [&](const std::string& words) {
        const std::string command = "source " + script + "; COMP_WORDS=(" + words +
                                    "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lanecast; "
                                    "echo \"${COMPREPLY[*]}\"";
        return run_program({"/bin/bash", "-c", command}).out;
    };
    EXPECT_EQ(completed("lanecast c"), "cast closest\n");
    EXPECT_EQ(completed("lanecast sweep --start-overlap ''"), "report ignore leaving\n");
    EXPECT_EQ(completed("lanecast cast w.obj --in"), "--interior\n");
    EXPECT_EQ(completed("lanecast cast w.obj --any --inter"), "--interior\n");
    EXPECT_EQ(completed("lanecast view --c"), "--clip\n");
    EXPECT_EQ(completed("lanecast cast --rays ''"), "\n"); // left to the shell's file completion
    EXPECT_EQ(completed("lanecast cast w"), "\n");
}

TEST_F(CommandLineTest, HelpNamesTheColumnsOfEveryFile) {
    const struct {
        const char* command;
        std::vector<std::string> parts;
    } cases[] = {
        {"cast",
         {"ox,oy,oz,dx,dy,dz[,t_min,t_max,mask,ignore,ignore_count]", "t,id,part,nx,ny,nz",
          "(N + 1,)"}},
        {"sweep",
         {"cx,cy,cz,mx,my,mz,radius[,t_max,mask,ignore,ignore_count]",
          "t,id,part,nx,ny,nz,px,py,pz,depth"}},
        {"closest",
         {"x,y,z[,max_distance,mask,ignore,ignore_count]", "distance,id,part,px,py,pz,nx,ny,nz"}},
        {"overlap",
         {"cx,cy,cz,radius[,mask,ignore,ignore_count]", "overlaps", "sphere,id,part", "(N + 1,)"}},
    };
    for (const auto& c : cases) {
        const std::string help = lanecast({c.command, "--help"}).out;
        for (const std::string& part : c.parts)
            EXPECT_NE(help.find(part), std::string::npos) << part << " is not in\n" << help;
    }
}

TEST_F(CommandLineTest, MissingFilesAreNamed) {
    const std::string world = write("w.json", R"({"shapes": []})");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n");
    for (const char* const name : {"none.obj", "none.json"})
        expect_refused({"cast", path(name), "--rays", rays, "--out", path("h.csv")}, {name});
    for (const char* const name : {"none.csv", "none.npy"})
        expect_refused({"cast", world, "--rays", path(name), "--out", path("h.csv")}, {name});
}

TEST_F(CommandLineTest, InfoTellsVersionCompilerIsasAndThreads) {
    const std::string text = lanecast({"info"}).out;
    for (const char* const part :
         {"lanecast ", "compiler ", "built in ", "supported ", "chosen ", "threads "})
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    for (const std::string& isa : supported_isas())
        EXPECT_NE(text.find(isa), std::string::npos) << text;
}

} // namespace
} // namespace lanecast::test
