#include "tools/program.hpp"

namespace lanecast::test {
namespace {

using RaysCsvTest = ProgramTest;

constexpr const char* wall = "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n";
constexpr const char* one_hit = "t,id,part,nx,ny,nz\n5,0,4294967295,0,0,1\n";

TEST_F(RaysCsvTest, BlanksEmptyLinesAndOtherLineEndsDoNotMatter) {
    const std::string world = write("w.obj", wall);
    for (const char* const text :
         {"ox,oy,oz,dx,dy,dz\n0,0,5,0,0,-1\n", "ox,oy,oz,dx,dy,dz\r\n0,0,5,0,0,-1\r\n",
          "ox,oy,oz,dx,dy,dz\n0,0,5,0,0,-1", " ox, oy ,oz,dx,dy,\tdz\n\n 0, 0 ,5,0,0,-1 \n\n",
          "\xEF\xBB\xBFox,oy,oz,dx,dy,dz\n0,0,5,0,0,-1\n",
          "ox,oy,oz,dx,dy,dz\n+0,-0,5.0,0e5,.0,-1.\n"})
        EXPECT_EQ(hits(world, write("r.csv", text)), one_hit) << text;
}

// Files of other programs had to be rewritten first.
TEST_F(RaysCsvTest, ColumnsStandInAnyOrderInCapitalsAndBetweenOtherSigns) {
    const std::string world = write("w.obj", wall);
    for (const char* const text :
         {"dx,dy,dz,ox,oy,oz\n0,0,-1,0,0,5\n", "OX,OY,OZ,Dx,Dy,Dz\n0,0,5,0,0,-1\n",
          "ox;oy;oz;dx;dy;dz\n0;0;5;0;0;-1\n", "ox;oy;oz;dx;dy;dz\n0,0;0;5,0;0;0;-1,0\n",
          "ox\toy\toz\tdx\tdy\tdz\n0\t0\t5\t0\t0\t-1\n",
          "\"ox\",\"oy\",\"oz\",\"dx\",\"dy\",\"dz\"\n\"0\",\"0\",\"5\",\"0\",\"0\",\"-1\"\n",
          "t_max,ox,oy,oz,dx,dy,dz\n9,0,0,5,0,0,-1\n", "ox,oy,oz,dx,dy,dz,t_min\n0,0,5,0,0,-1,4\n"})
        EXPECT_EQ(hits(world, write("r.csv", text)), one_hit) << text;
    EXPECT_EQ(rows({"cast", world, "--rays",
                    write("r.csv", "t_max,ox,oy,oz,dx,dy,dz\n"
                                   "4,0,0,5,0,0,-1\n")}),
              miss);
}

TEST_F(RaysCsvTest, OtherColumnsAreLeftOutWhichIsSaid) {
    const Outcome outcome =
        lanecast({"cast", write("w.obj", wall), "--rays",
                  write("r.csv", "ring,ox,oy,oz,dx,dy,dz,echo\n7,0,0,5,0,0,-1,weak\n"), "--out",
                  path("h.csv")});
    EXPECT_EQ(outcome.err, "lanecast: " + path("r.csv") +
                               ": left out: \"ring\", \"echo\"; rays have "
                               "ox,oy,oz,dx,dy,dz[,t_min,t_max,mask,ignore,ignore_count]\n");
    EXPECT_EQ(read("h.csv"), one_hit);
}

// Masks and ignored ids could be given to the library only.
TEST_F(RaysCsvTest, EveryCommandReadsMasksAndIgnoredIds) {
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "sphere", "center": [0, 0, 0], "radius": 1},
        {"type": "sphere", "center": [4, 0, 0], "radius": 1}]})");
    const std::string none = "4294967295";
    const struct {
        std::vector<std::string> command;
        std::string header, query;
    } cases[] = {
        {{"cast", world, "--columns", "id", "--rays"}, "ox,oy,oz,dx,dy,dz", "-3,0,0,1,0,0"},
        {{"sweep", world, "--columns", "id", "--spheres"},
         "cx,cy,cz,mx,my,mz,radius",
         "-3,0,0,9,0,0,0.5"},
        {{"closest", world, "--columns", "id", "--points"}, "x,y,z", "-3,0,0"}};
    for (const auto& c : cases) {
        const std::string file = write("q.csv", "ignore," + c.header + ",MASK\n" +     //
                                                    "0," + c.query + ",1\n" +          //
                                                    "1," + c.query + ",4294967295\n" + //
                                                    "-1," + c.query + ",-1\n" +        //
                                                    none + "," + c.query + ",0\n");
        EXPECT_EQ(rows(with(c.command, {file})), "1\n0\n0\n" + none + "\n") << c.command[0];
        const std::string ranges = write("q.csv", "ignore_count,Ignore," + c.header + "\n" + //
                                                      "1,0," + c.query + "\n" +              //
                                                      "0,0," + c.query + "\n" +              //
                                                      "7,1," + c.query + "\n" +              //
                                                      "-1,-1," + c.query + "\n" +            //
                                                      "2,0," + c.query + "\n");
        EXPECT_EQ(rows(with(c.command, {ranges})), "1\n0\n0\n0\n" + none + "\n") << c.command[0];
    }
    EXPECT_EQ(rows({"overlap", world, "--all", "1", "--spheres",
                    write("q.csv", "cx,cy,cz,radius,ignore,ignore_count\n" //
                                   "2,0,0,3,0,1\n"                         //
                                   "2,0,0,3,0,0\n"                         //
                                   "2,0,0,3,1,7\n"                         //
                                   "2,0,0,3,0,2\n"                         //
                                   "2,0,0,3,-1,-1\n")}),
              "0,1,4294967295\n1,0,4294967295\n2,0,4294967295\n4,0,4294967295\n");
    EXPECT_EQ(rows({"overlap", world, "--spheres",
                    write("q.csv", "cx,cy,cz,radius,mask\n0,0,0,1,1\n0,0,0,1,0\n")}),
              "1\n0\n");
    for (const char* const bad : {"-2", "4294967296", "1.5", "x", ""}) {
        expect_refused_rays("r.csv",
                            std::string("ox,oy,oz,dx,dy,dz,mask\n0,0,5,0,0,-1,") + bad + "\n",
                            {"line 2", "mask is", "an integer from 0 to 4294967295"});
    }
}

TEST_F(RaysCsvTest, NumbersBeyondFloatAreInfiniteOrZero) {
    const std::string world = write("w.obj", wall);
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz,t_min,t_max\n"
                                            "1e-60,0,5,0,0,-1,-1e99,1e99\n");
    EXPECT_EQ(hits(world, rays), one_hit);
}

TEST_F(RaysCsvTest, FaultsAreRefusedWithLineAndColumn) {
    const std::string header = "ox,oy,oz,dx,dy,dz\n";
    const struct {
        std::string text;
        std::vector<std::string> parts;
    } cases[] = {
        {"", {"header"}},
        {"0,0,5,0,0,-1\n", {"line 1", "ox,oy,oz,dx,dy,dz"}},
        {"ox,oy,oz,dx,dy\n", {"line 1", "ox,oy,oz,dx,dy,dz"}},
        {"ox,oy,oz,dx,dz\n", {"line 1", "dy is missing", "ox,oy,oz,dx,dy,dz"}},
        {"ox,oy,oz,dx,dy,dz,OX\n", {"line 1", "ox occurs twice"}},
        {"ox;oy;oz;dx;dy,dz\n", {"line 1", "ox is missing"}},
        {"ox;oy;oz;dx;dy;dz\n0;0;5;0;0;-1,0,0\n", {"line 2", "dz", "\"-1,0,0\""}},
        {header + "0,0,5,0,0,-1\n0,0,5,0,zero,-1\n", {"line 3", "dy", "\"zero\""}},
        {header + "0,0,5,0,0,-1\n0,0,5,0,,-1\n", {"line 3", "dy", "\"\""}},
        {header + "0,0,5,0,0,-1x\n", {"line 2", "dz", "\"-1x\""}},
        {header + "0,0,0x5,0,0,-1\n", {"line 2", "oz", "\"0x5\""}},
        {header + "0,0,5,0,0,-1\n\n0,0,5,0,0\n", {"line 4", "5 fields", "6"}},
        {header + "0,0,5,0,0,-1,7\n", {"line 2", "7 fields", "6"}},
        {header + "0 0 5 0 0 -1\n", {"line 2", "ox"}},
        {"ox,oy,oz,dx,dy,dz,t_min,t_max\n0,0,5,0,0,-1\n", {"line 2", "6 fields", "8"}},
        {header + std::string("\0\0", 2), {"line 2"}},
    };
    for (const auto& c : cases)
        expect_refused_rays("r.csv", c.text, c.parts);
}

} // namespace
} // namespace lanecast::test
