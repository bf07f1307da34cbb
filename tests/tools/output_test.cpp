#include "program.hpp"

#include <csignal>
#include <filesystem>

namespace lanecast::test {
namespace {

using OutputTest = ProgramTest;

std::string many_lines(const std::string& header, const std::string& line) {
    std::string text = header + "\n";
    for (int i = 0; i < 1000; ++i)
        text += line + "\n";
    return text;
}
std::string many_rays() { return many_lines("ox,oy,oz,dx,dy,dz", "0,0,5,0,0,-1"); }

TEST_F(OutputTest, AWriteThatFailsLeavesNothing) {
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::string rays = write("r.csv", many_rays());
    for (const char* const name : {"h.csv", "h.npy"})
        expect_refused({"cast", world, "--rays", rays, "--out", path(name)}, {name}, 4096);
    const std::string points = write("p.csv", many_lines("x,y,z", "0,0,5"));
    const std::string spheres = write("s.csv", many_lines("cx,cy,cz,radius", "0,0,0,1"));
    const std::string moving =
        write("m.csv", many_lines("cx,cy,cz,mx,my,mz,radius", "0,0,5,0,0,-9,1"));
    for (const char* const name : {"a.csv", "a.npy"})
        for (const std::vector<std::string>& command :
             {std::vector<std::string>{"cast", world, "--rays", rays, "--all", "3"},
              {"sweep", world, "--spheres", moving},
              {"closest", world, "--points", points},
              {"overlap", world, "--spheres", spheres, "--all", "3"}})
            expect_refused(with(command, {"--out", path(name)}), {name}, 4096);
    expect_refused({"view", world, "--size", "320x180", "--out", path("p.png")}, {"p.png"}, 4096);
}

TEST_F(OutputTest, AnOlderAnswerIsReplacedOnlyByAWholeOne) {
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::string rays = write("r.csv", many_rays());
    write("h.csv", "old");
    expect_refused({"cast", world, "--rays", rays, "--out", path("h.csv")}, {"h.csv"}, 4096);
    EXPECT_EQ(read("h.csv"), "old");
    EXPECT_EQ(lanecast({"cast", world, "--rays", rays, "--out", path("h.csv")}).code, 0);
    EXPECT_EQ(read("h.csv").substr(0, 19), "t,id,part,nx,ny,nz\n");
}

TEST_F(OutputTest, WhoMayReadAnAnswerStaysAsItWas) {
    namespace fs = std::filesystem;
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::string rays = write("r.csv", many_rays());
    const std::string answer = write("h.csv", "old");
    const fs::perms mine = fs::perms::owner_read | fs::perms::owner_write;
    fs::permissions(answer, mine);
    EXPECT_EQ(lanecast({"cast", world, "--rays", rays, "--out", answer}).code, 0);
    EXPECT_EQ(fs::status(answer).permissions(), mine);
}

// A column with a misspelt t_max was ignored, and with --quiet without a message.
TEST_F(OutputTest, EvenTheQuietHearOfColumnsThatAreLeftOutAndOfBadQueries) {
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const auto errors = [&](const std::string& rays) {
        return lanecast({"cast", world, "--rays", write("r.csv", rays), "--out", path("h.csv"),
                         "--quiet"})
            .err;
    };
    EXPECT_NE(errors("ox,oy,oz,dx,dy,dz,tmax\n0,0,5,0,0,-1,1\n").find("tmax"), std::string::npos);
    EXPECT_NE(errors("ox,oy,oz,dx,dy,dz\n0,0,5,0,0,0\n").find("invalid"), std::string::npos);
}

TEST_F(OutputTest, APlaceThatCannotBeWrittenIsNamedBeforeAnythingIsDone) {
    for (const std::string& out : {path("none/h.csv"), std::string("/proc/h.csv")})
        expect_refused({"cast", "--demo", "--out", out}, {out});
    std::filesystem::create_directory(path("folder.csv"));
    expect_refused({"cast", "--demo", "--out", path("folder.csv")}, {"folder.csv"});
    expect_refused({"view", "--demo", "--out", path("none/p.png")}, {"none/p.png"});
}

// `cast W --rays a.npy --out a.npy` overwrote its own queries without a message.
TEST_F(OutputTest, WhatIsReadIsNotOverwrittenWhateverItIsCalled) {
    const std::string world = write("w.json", R"({"shapes": []})");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n");
    std::filesystem::create_directory(path("folder"));
    std::filesystem::create_symlink(rays, path("soft.csv"));
    std::filesystem::create_hard_link(rays, path("hard.csv"));
    std::filesystem::create_symlink(world, path("world.csv"));
    for (const char* const out : {"r.csv", "folder/../r.csv", "soft.csv", "hard.csv"}) {
        expect_refused({"cast", world, "--rays", rays, "--out", path(out)}, {out, "is read"});
        expect_refused({"cast", world, "--rays", path(out), "--out", rays}, {"is read"});
    }
    expect_refused({"cast", world, "--rays", rays, "--out", path("world.csv")}, {"is read"});
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"sweep", world, "--spheres", rays},
          {"overlap", world, "--spheres", rays},
          {"closest", world, "--points", rays}})
        expect_refused(with(command, {"--out", rays}), {"is read"});
    std::filesystem::create_symlink(world, path("world.png"));
    expect_refused({"view", world, "--out", path("world.png")}, {"is read"});
    EXPECT_EQ(read("r.csv"), "ox,oy,oz,dx,dy,dz\n");
}

TEST_F(OutputTest, QueriesAndAnswersGoThroughPipes) {
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::string rays = write("r.csv", many_rays());
    const auto piped = [&](const std::string& from, const std::string& more) {
        return run_program({"/bin/sh", "-c",
                            "cat " + path(from) + " | " + LANECAST_PROGRAM + " cast " + world +
                                " --rays - --out - " + more});
    };
    for (const char* const ending : {"csv", "npy"}) {
        const std::string file = path(std::string("h.") + ending);
        EXPECT_EQ(lanecast({"cast", world, "--rays", rays, "--out", file}).code, 0);
    }
    const Outcome csv = piped("r.csv", "");
    EXPECT_EQ(csv.code, 0) << csv.err;
    EXPECT_EQ(csv.out, read("h.csv"));
    EXPECT_NE(csv.err.find("1000 rays"), std::string::npos) << csv.err;
    const Outcome quiet = piped("r.csv", "--quiet");
    EXPECT_EQ(quiet.out, read("h.csv"));
    EXPECT_EQ(quiet.err, "");

    std::string array = "\x93NUMPY\x01";
    const std::string header = "{'descr': '<i1', 'fortran_order': False, 'shape': (1, 6), }\n";
    array += '\0';
    array += static_cast<char>(header.size());
    array += '\0';
    array += header + std::string("\0\0\5\0\0\xFF", 6);
    write("r.npy", array);
    EXPECT_EQ(lanecast({"cast", world, "--rays", path("r.npy"), "--out", path("one.npy")}).code, 0);
    EXPECT_EQ(piped("r.npy", "--format npy").out, read("one.npy"));
    EXPECT_EQ(piped("r.csv", "--format obj").code, 2);
    EXPECT_EQ(run_program({"/bin/sh", "-c",
                           std::string(LANECAST_PROGRAM) + " cast " + world +
                               " --rays - --out - < /dev/zero"})
                  .code,
              2);
}

TEST_F(OutputTest, HowItWentCanBeSaidInJson) {
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::vector<std::string> command = {
        "cast", world, "--rays", write("r.csv", many_rays()), "--json", "--out"};
    const std::vector<std::string> parts = {"\"queries\":1000", "\"hits\":1000", "\"invalid\":0",
                                            "\"question\":\"closest hit, solid\"", "\"seconds\":"};
    const Outcome to_file = lanecast(with(command, {path("h.csv")}));
    expect_says(to_file, parts);
    EXPECT_EQ(to_file.out.front(), '{');
    EXPECT_EQ(to_file.out.find('\n') + 1, to_file.out.size());
    const Outcome to_stdout = lanecast(with(command, {"-"}));
    EXPECT_EQ(to_stdout.out, read("h.csv"));
    for (const std::string& part : parts)
        EXPECT_NE(to_stdout.err.find(part), std::string::npos) << to_stdout.err;
}

// A message that could not be written was an exception within the handler of exceptions, so the
// program aborted with 134.
TEST_F(OutputTest, ClosedAndFullStreamsEndItWithACode) {
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz,tmax\n0,0,5,0,0,-1,1\n");
    const std::string cast = "cast " + world + " --rays " + rays + " --out ";
    const struct {
        std::string command, streams;
        int code;
    } cases[] = {
        {cast + path("h.csv"), ">&- 2>&-", 2}, // the report cannot be written
        {cast + path("h.csv"), "<&- >&- 2>&-", 2},
        {cast + path("h.csv"), "> /dev/full 2> /dev/full", 2},
        {cast + path("h.csv"), "2>&-", 0},
        {cast + path("h.csv") + " --quiet", ">&- 2>&-", 0},
        {cast + path("h.csv") + " --quiet", "2> /dev/full", 0},
        {cast + "-", ">&- 2>&-", 2},
        {cast + "-", "2>&-", 0},
        {"cast none.obj --rays - --out -", ">&- 2>&-", 2},
        {"no_command", "<&- >&- 2>&-", 2},
        {"--help", "> /dev/full", 2},
        {"info", ">&- 2>&-", 2},
    };
    for (const auto& c : cases) {
        const std::string command =
            std::string(LANECAST_PROGRAM) + " " + c.command + " " + c.streams;
        EXPECT_EQ(run_program({"/bin/sh", "-c", command}).code, c.code) << command;
    }
    EXPECT_EQ(first_fields(read("h.csv"), 2), std::vector<std::string>{"5,0"});
    EXPECT_EQ(files(), (std::vector<std::string>{"h.csv", "r.csv", "w.obj"}));
}

// After an interrupt, out.csv.PID.part was left behind.
TEST_F(OutputTest, AnInterruptLeavesNothing) {
    for (const int signal : {SIGINT, SIGTERM}) {
        EXPECT_EQ(interrupted({"cast", "--demo", "--out", path("h.csv")}, "part", signal), signal);
        EXPECT_EQ(files(), std::vector<std::string>{});
    }
}

TEST_F(OutputTest, ALinkIsFollowed) {
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n");
    write("real.csv", "old");
    std::filesystem::create_symlink(path("real.csv"), path("link.csv"));
    EXPECT_EQ(lanecast({"cast", world, "--rays", rays, "--out", path("link.csv")}).code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(path("link.csv")));
    EXPECT_EQ(read("real.csv"), "t,id,part,nx,ny,nz\n");
}

} // namespace
} // namespace lanecast::test
