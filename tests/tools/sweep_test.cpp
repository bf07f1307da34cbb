#include "program.hpp"

namespace lanecast::test {
namespace {

class SweepTest : public ProgramTest {
protected:
    /// Output rows for the moving spheres in a .csv with the given content.
    std::string impacts(const std::string& world, const std::string& spheres,
                        const std::vector<std::string>& more = {}) const {
        return rows(with({"sweep", world, "--spheres", write("s.csv", spheres)}, more));
    }
};

constexpr const char* ball =
    R"({"shapes": [{"type": "sphere", "center": [0, 0, 0], "radius": 1}]})";
constexpr const char* header = "cx,cy,cz,mx,my,mz,radius\n";
constexpr const char* no_impact = "inf,4294967295,4294967295,0,0,0,0,0,0,0\n";

TEST_F(SweepTest, AnImpactIsARowOfTIdPartNormalPointAndDepth) {
    const std::string spheres = write("s.csv", header + std::string("-3,0,0,2,0,0,0.5\n"));
    EXPECT_EQ(answer({"sweep", write("w.json", ball), "--spheres", spheres}),
              "t,id,part,nx,ny,nz,px,py,pz,depth\n"
              "0.75,0,4294967295,-1,0,0,-1,0,0,0\n");
}

TEST_F(SweepTest, ASweepThatEndsBeforeOrPassesByMisses) {
    EXPECT_EQ(impacts(write("w.json", ball), header + std::string("-3,0,0,1,0,0,0.5\n"
                                                                  "-3,2,0,9,0,0,0.5\n")),
              no_impact + std::string(no_impact));
}

TEST_F(SweepTest, TMaxMayBeSaid) {
    EXPECT_EQ(impacts(write("w.json", ball), "cx,cy,cz,mx,my,mz,radius,t_max\n"
                                             "-3,0,0,1,0,0,0.5,1\n"
                                             "-3,0,0,1,0,0,0.5,2\n"
                                             "-3,0,0,1,0,0,0.5,inf\n"),
              no_impact + std::string("1.5,0,4294967295,-1,0,0,-1,0,0,0\n"
                                      "1.5,0,4294967295,-1,0,0,-1,0,0,0\n"));
}

TEST_F(SweepTest, AnOverlapAtTheStartIsReportedOrNotThere) {
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "sphere", "center": [0, 0, 0], "radius": 1},
        {"type": "sphere", "center": [4, 0, 0], "radius": 1}]})");
    const std::string spheres = header + std::string("1.25,0,0,2,0,0,0.5\n");
    const std::string reported = "0,0,4294967295,1,0,0,1,0,0,0.25\n";
    EXPECT_EQ(impacts(world, spheres), reported);
    EXPECT_EQ(impacts(world, spheres, {"--start-overlap", "report"}), reported);
    EXPECT_EQ(impacts(world, spheres, {"--start-overlap", "ignore"}),
              "0.625,1,4294967295,-1,0,0,3,0,0,0\n");
    EXPECT_EQ(impacts(world, spheres, {"--start-overlap", "leaving"}),
              "0.625,1,4294967295,-1,0,0,3,0,0,0\n");
    const std::string inward = header + std::string("1.25,0,0,-2,0,0,0.5\n");
    EXPECT_EQ(impacts(world, inward, {"--start-overlap", "leaving"}), reported);
}

TEST_F(SweepTest, BadQueriesAreCountedAndWrittenAsMisses) {
    const std::string spheres = write("s.csv", "cx,cy,cz,mx,my,mz,radius,t_max\n"
                                               "-3,0,0,2,0,0,0.5,1\n"
                                               "nan,0,0,2,0,0,0.5,1\n"
                                               "-3,0,0,inf,0,0,0.5,1\n"
                                               "-3,0,0,2,0,0,-0.5,1\n"
                                               "-3,0,0,2,0,0,nan,1\n"
                                               "-3,0,0,2,0,0,0.5,-1\n"
                                               "-3,0,0,2,0,0,0.5,nan\n"
                                               "-3,0,0,2,0,0,0.5,1\n");
    const Outcome outcome =
        lanecast({"sweep", write("w.json", ball), "--spheres", spheres, "--out", path("i.csv")});
    const std::string good = "0.75,0,4294967295,-1,0,0,-1,0,0,0\n";
    std::string expected = "t,id,part,nx,ny,nz,px,py,pz,depth\n" + good;
    for (int i = 0; i < 6; ++i)
        expected += no_impact;
    EXPECT_EQ(read("i.csv"), expected + good);
    expect_says(outcome, {"2 hits, 6 misses", "6 invalid", "sphere 1:", "spheres/s"});
}

TEST_F(SweepTest, FaultsOfTheFileAreRefused) {
    const std::string world = write("w.json", ball);
    const struct {
        std::string text;
        std::vector<std::string> parts;
    } cases[] = {
        {"", {"header"}},
        {"cx,cy,cz,mx,my,mz\n",
         {"line 1", "cx,cy,cz,mx,my,mz,radius[,t_max,mask,ignore,ignore_count]"}},
        {"cx,cy,cz,mx,my,mz,t_max\n", {"line 1", "radius"}},
        {header + std::string("1,2,3,4,5,6,7\n1,2,3,4,5,6,seven\n"),
         {"line 3", "radius", "\"seven\""}},
        {header + std::string("1,2,3,4,5,6\n"), {"line 2", "6 fields", "7"}},
        {header + std::string("1,2,3,4,5,6,7,8\n"), {"line 2", "8 fields", "7"}},
    };
    for (const auto& c : cases)
        expect_refused_file({"sweep", world, "--spheres"}, "s.csv", c.text, c.parts);
}

} // namespace
} // namespace lanecast::test
