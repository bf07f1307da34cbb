#include "program.hpp"

namespace lanecast::test {
namespace {

using CastTest = ProgramTest;

constexpr const char* ball =
    R"({"shapes": [{"type": "sphere", "center": [0, 0, 0], "radius": 1}]})";

TEST_F(CastTest, AHitIsARowOfTIdPartAndNormal) {
    EXPECT_EQ(hits(write("w.json", ball), write("r.csv", "ox,oy,oz,dx,dy,dz\n-3,0,0,1,0,0\n")),
              "t,id,part,nx,ny,nz\n2,0,4294967295,-1,0,0\n");
}

TEST_F(CastTest, AMissIsARowOfInfNoIdAndZeros) {
    EXPECT_EQ(hit(write("w.json", ball), "-3,0,0,0,1,0"), miss);
}

TEST_F(CastTest, TCountsInMultiplesOfTheDirection) {
    EXPECT_EQ(hit(write("w.json", ball), "-3,0,0,0.5,0,0"), "4,0,4294967295,-1,0,0\n");
}

TEST_F(CastTest, BoundsLimitTheRay) {
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz,t_min,t_max\n"
                                            "-3,0,0,1,0,0,0,1.5\n"
                                            "-3,0,0,1,0,0,5,9\n"
                                            "3,0,0,1,0,0,-inf,inf\n");
    EXPECT_EQ(hits(write("w.json", ball), rays),
              std::string("t,id,part,nx,ny,nz\n") + miss + miss + "-4,0,4294967295,-1,0,0\n");
}

TEST_F(CastTest, ARayFromInsideHitsAtOnceInASolidAndLeavesASurface) {
    const std::string world = write("w.json", ball);
    EXPECT_EQ(hit(world, "0,0,0,2,0,0"), "0,0,4294967295,-1,0,0\n");
    EXPECT_EQ(hit(world, "0,0,0,2,0,0", {"--interior", "solid"}), "0,0,4294967295,-1,0,0\n");
    EXPECT_EQ(hit(world, "0,0,0,2,0,0", {"--interior", "surface"}), "0.5,0,4294967295,1,0,0\n");
}

// Only the library could cull back faces.
TEST_F(CastTest, BackFacesCanBeCulled) {
    write("t.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "mesh", "file": "t.obj"},
        {"type": "sphere", "center": [0, 0, 5], "radius": 1}]})");
    const std::string upwards = "0,0,-2,0,0,1";
    EXPECT_EQ(hit(world, upwards), "2,0,4294967295,0,0,-1\n");
    EXPECT_EQ(hit(world, upwards, {"--backfaces", "hit"}), "2,0,4294967295,0,0,-1\n");
    EXPECT_EQ(hit(world, upwards, {"--backfaces", "cull"}), "6,1,4294967295,0,0,-1\n");
    EXPECT_EQ(hit(world, "0,0,5,0,0,1", {"--backfaces", "cull", "--interior", "surface"}), miss);
    EXPECT_EQ(hit(world, "8,-8,-2,0,0,1", {"--backfaces", "cull", "--any"}), "0\n");
    EXPECT_EQ(lanecast({"cast", "--demo", "--backfaces", "ignore"}).code, 2);
}

// The normals of triangles seen from behind had zeros with a sign, which are equal to others but
// differ from them in text and in bytes.
TEST_F(CastTest, NormalsHaveNoNegativeZeros) {
    const std::string world = write("w.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n0,0,2,0,0,-1\n0,0,-2,0,0,1\n");
    EXPECT_EQ(hits(world, rays, {"--columns", "normal"}), "nx,ny,nz\n0,0,1\n0,0,-1\n");
    EXPECT_EQ(hits(world, rays, {"--columns", "normal", "--all", "1"}),
              "ray,nx,ny,nz\n0,0,0,1\n1,0,0,-1\n");
    const std::string file = path("h.npy");
    EXPECT_EQ(lanecast({"cast", world, "--rays", rays, "--columns", "normal", "--out", file}).code,
              0);
    const std::string array = read("h.npy");
    EXPECT_EQ(array.substr(array.size() - 24, 12), std::string("\0\0\0\0\0\0\0\0\0\0\x80?", 12));
    EXPECT_EQ(array.substr(array.size() - 12), std::string("\0\0\0\0\0\0\0\0\0\0\x80\xBF", 12));
}

TEST_F(CastTest, AnyWritesTheOneColumnHit) {
    EXPECT_EQ(hits(write("w.json", ball),
                   write("r.csv", "ox,oy,oz,dx,dy,dz\n-3,0,0,1,0,0\n-3,0,0,0,1,0\n"), {"--any"}),
              "hit\n1\n0\n");
}

/// Three balls along x; the second and the third overlap.
constexpr const char* three_balls = R"({"shapes": [
    {"type": "sphere", "center": [8, 0, 0], "radius": 1},
    {"type": "sphere", "center": [4, 0, 0], "radius": 1},
    {"type": "sphere", "center": [7, 0, 0], "radius": 1}]})";

TEST_F(CastTest, AllWritesARowForEachHitWithTheRayInFront) {
    const std::string world = write("w.json", three_balls);
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n0,0,0,1,0,0\n0,0,0,0,1,0\n"
                                            "6.5,0,0,-1,0,0\n");
    EXPECT_EQ(hits(world, rays, {"--all", "5"}), "ray,t,id,part,nx,ny,nz\n"
                                                 "0,3,1,4294967295,-1,0,0\n"
                                                 "0,6,2,4294967295,-1,0,0\n"
                                                 "0,7,0,4294967295,-1,0,0\n"
                                                 "2,0,2,4294967295,1,0,0\n"
                                                 "2,1.5,1,4294967295,1,0,0\n");
}

TEST_F(CastTest, AllStopsAtItsNumberAndSaysSo) {
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n0,0,0,1,0,0\n0,0,0,0,1,0\n");
    const Outcome outcome = lanecast({"cast", write("w.json", three_balls), "--rays", rays, "--all",
                                      "2", "--out", path("h.csv")});
    EXPECT_EQ(read("h.csv"), "ray,t,id,part,nx,ny,nz\n"
                             "0,3,1,4294967295,-1,0,0\n"
                             "0,6,2,4294967295,-1,0,0\n");
    expect_says(outcome, {"1 rays have more"});
}

TEST_F(CastTest, ColumnsAreThoseThatAreNamedInThatOrder) {
    const std::string world = write("w.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string rays =
        write("r.csv", "ox,oy,oz,dx,dy,dz\n0.25,0.5,1,0,0,-1\n0.5,0.25,-1,0,0,1\n9,9,1,0,0,-1\n"
                       "nan,0,0,0,0,1\n");
    EXPECT_EQ(hits(world, rays, {"--columns", "flags,v,u,t"}), "flags,v,u,t\n"
                                                               "1,0.5,0.25,1\n"
                                                               "9,0.25,0.5,1\n"
                                                               "0,0,0,inf\n"
                                                               "2,0,0,inf\n");
    EXPECT_EQ(hits(world, rays, {"--columns", "id, normal", "--all", "2"}), "ray,id,nx,ny,nz\n"
                                                                            "0,0,0,0,1\n"
                                                                            "1,0,0,0,-1\n");
    for (const char* const bad : {"t,uu", "t,", ",t", "T"}) {
        expect_refused({"cast", world, "--rays", rays, "--out", path("h.csv"), "--columns", bad},
                       {"--columns",
                        "t, id, part, batch, index, user, part_user, normal, point, u, v, flags, "
                        "face, group, material"});
    }
    expect_refused({"cast", world, "--rays", rays, "--out", path("h.csv"), "--columns", "t,id,t"},
                   {"--columns", "\"t\"", "twice"});
}

// Only ids of triangles were written. As polygons are cut into triangles, users had to repeat the
// cuts to find the faces of their own file.
TEST_F(CastTest, FacesGroupsAndMaterialsAreThoseOfTheMeshFile) {
    // A strip of a pentagon, two triangles and a quad, from x = 0 to 4.
    const std::string mesh = write("w.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 4 0 0\n"
                                            "v 0 1 0\nv 1 1 0\nv 2 1 0\nv 3 1 0\nv 4 1 0\n"
                                            "v 0.5 2 0\n"
                                            "f 1 2 7 11 6\n"
                                            "g west wall\nusemtl oak, \"old\"\nf 2 3 7\n"
                                            "usemtl tin\nf 3 8 7\n"
                                            "o roof\nf 3 4 9 8\n");
    write("ball.json", R"({"shapes": [
        {"type": "sphere", "center": [0, 9, 0], "radius": 0.5},
        {"type": "mesh", "file": "w.obj"}]})");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz\n"
                                            "0.5,1.5,1,0,0,-1\n0.5,0.1,1,0,0,-1\n"
                                            "1.1,0.1,1,0,0,-1\n1.9,0.9,1,0,0,-1\n"
                                            "2.9,0.1,1,0,0,-1\n2.1,0.9,1,0,0,-1\n"
                                            "0,9,1,0,0,-1\n7,7,1,0,0,-1\n");
    const std::string none = "4294967295";
    const std::string faces = "face,material,group\n0,,\n0,,\n"
                              "1,\"oak, \"\"old\"\"\",west wall\n2,tin,west wall\n"
                              "3,tin,roof\n3,tin,roof\n";
    const std::vector<std::string> columns = {"--columns", "face,material,group"};
    EXPECT_EQ(hits(mesh, rays, columns), faces + none + ",,\n" + none + ",,\n");
    EXPECT_EQ(hits(path("ball.json"), rays, columns), faces + none + ",,\n" + none + ",,\n");
    const std::string twice = write("twice.json", R"({"shapes": [
        {"type": "instance", "world": "ball.json", "position": [0, 0, 0]},
        {"type": "instance", "world": "w.obj", "position": [-7, 0, 0]}]})");
    EXPECT_EQ(hits(twice, rays, columns), faces + none + ",,\n" + none + ",,\n");
    EXPECT_EQ(rows({"cast", twice, "--columns", "t,face,id", "--all", "2", "--rays",
                    write("r.csv", "ox,oy,oz,dx,dy,dz\n-6.5,0.1,1,0,0,-1\n2.9,0.1,1,0,0,-1\n")}),
              "0,1,0,1\n1,1,3,0\n");
    EXPECT_EQ(rows({"closest", mesh, "--columns", "group,distance,face", "--points",
                    write("p.csv", "x,y,z\n2.5,0.5,2\n")}),
              "roof,2,3\n");
    EXPECT_EQ(rows({"overlap", mesh, "--columns", "face,id", "--all", "9", "--spheres",
                    write("s.csv", "cx,cy,cz,radius\n2.5,0.5,0,0.25\n1.9,0.9,0,0.01\n")}),
              "0,3,5\n0,3,6\n1,2,4\n");
    EXPECT_EQ(rows({"sweep", mesh, "--columns", "material,id", "--spheres",
                    write("s.csv", "cx,cy,cz,mx,my,mz,radius\n2.5,0.4,2,0,0,-9,0.25\n")})
                  .substr(0, 4),
              "tin,");
}

// Own words of shapes had to be looked up by ids, in a table beside the file.
TEST_F(CastTest, ShapesOfAWorldHaveMasksAndWords) {
    write("quad.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n");
    write("ball.json", R"({"shapes": [
        {"type": "sphere", "center": [0, 0, 0], "radius": 1, "user": 4294967295}]})");
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "sphere", "center": [0, 0, 0], "radius": 1, "user": 7},
        {"type": "sphere", "center": [10, 0, 0], "radius": 1, "mask": 2},
        {"type": "mesh", "file": "quad.obj", "translate": [20, 0, 3], "user": 8, "mask": 1},
        {"type": "instance", "world": "ball.json", "position": [30, 0, 0], "user": 9}]})");
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz,mask\n0,0,9,0,0,-1,1\n"
                                            "10,0,9,0,0,-1,1\n10,0,9,0,0,-1,2\n"
                                            "20.5,-0.5,9,0,0,-1,1\n30,0,9,0,0,-1,1\n");
    EXPECT_EQ(hits(world, rays, {"--columns", "user,part_user,batch,index,point"}),
              "user,part_user,batch,index,px,py,pz\n"
              "7,0,0,0,0,0,1\n"
              "0,0,4294967295,4294967295,0,0,0\n"
              "0,0,0,1,10,0,1\n"
              "8,0,1,0,20.5,-0.5,3\n"
              "9,4294967295,2,0,30,0,1\n");
    EXPECT_EQ(rows({"sweep", world, "--columns", "user,center", "--spheres",
                    write("s.csv", "cx,cy,cz,mx,my,mz,radius\n0,0,9,0,0,-10,1\n")}),
              "7,0,0,2\n");
    expect_refused({"cast", write("b.json", R"({"shapes": [{"type": "sphere",
                    "center": [0, 0, 0], "radius": 1, "user": -1}]})"),
                    "--rays", rays, "--out", path("h.csv")},
                   {"shapes[0].user is -1", "0 to 4294967295"});
}

TEST_F(CastTest, NamesInAnNpyAreTextsOfOneLength) {
    const std::string mesh = write("w.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n"
                                            "usemtl a\nf 1 2 3\nusemtl birch\nf 2 4 3\n");
    const std::string rays =
        write("r.csv", "ox,oy,oz,dx,dy,dz\n0.1,0.1,1,0,0,-1\n0.9,0.9,1,0,0,-1\n9,9,1,0,0,-1\n");
    EXPECT_EQ(lanecast({"cast", mesh, "--rays", rays, "--columns", "material,face,group", "--out",
                        path("h.npy")})
                  .code,
              0);
    const std::string array = read("h.npy");
    EXPECT_NE(array.find("[('material', '|S5'), ('face', '<u4'), ('group', '|S1')]"),
              std::string::npos);
    EXPECT_EQ(array.substr(array.size() - 30),
              std::string("a\0\0\0\0\0\0\0\0\0birch\1\0\0\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF\0", 30));
}

TEST_F(CastTest, NoRaysGiveNoRows) {
    EXPECT_EQ(hits(write("w.json", ball), write("r.csv", "ox,oy,oz,dx,dy,dz\n")),
              "t,id,part,nx,ny,nz\n");
}

TEST_F(CastTest, AWorldOfNoShapesIsMissed) {
    EXPECT_EQ(hit(write("w.json", R"({"shapes": []})"), "0,0,0,1,0,0"), miss);
}

TEST_F(CastTest, BadQueriesAreCountedAndWrittenAsMisses) {
    const std::string rays = write("r.csv", "ox,oy,oz,dx,dy,dz,t_min,t_max\n"
                                            "-3,0,0,1,0,0,0,inf\n"
                                            "nan,0,0,1,0,0,0,inf\n"
                                            "-3,0,0,0,0,0,0,inf\n"
                                            "-3,0,0,-inf,0,0,0,inf\n"
                                            "-3,0,0,1,0,0,0,nan\n"
                                            "-3,0,0,1,0,0,2,1\n"
                                            "-3,0,0,1,0,0,0,inf\n");
    const Outcome outcome =
        lanecast({"cast", write("w.json", ball), "--rays", rays, "--out", path("hits.csv")});
    const std::string good = "2,0,4294967295,-1,0,0\n";
    EXPECT_EQ(read("hits.csv"),
              "t,id,part,nx,ny,nz\n" + good + miss + miss + miss + miss + miss + good);
    expect_says(outcome, {"2 hits, 5 misses", "5 invalid", "ray 1:"});
}

TEST_F(CastTest, ItSaysWhatItDid) {
    const Outcome outcome =
        lanecast({"cast", write("w.json", ball), "--rays",
                  write("r.csv", "ox,oy,oz,dx,dy,dz\n-3,0,0,1,0,0\n-3,0,0,0,1,0\n"), "--out",
                  path("hits.csv"), "--threads", "1"});
    expect_says(outcome, {"1 primitives", "built in", "1 hits, 1 misses", "0 invalid", "Mrays/s",
                          "1 thread", "hits.csv"});
}

} // namespace
} // namespace lanecast::test
