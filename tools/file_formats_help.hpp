#pragma once

/// The parts of `lanecast COMMAND --help` that describe the files of a command.
namespace lanecast::tools {

inline constexpr const char* cast_formats = R"(Formats:
rays     .csv  ox,oy,oz,dx,dy,dz[,t_min,t_max,mask,ignore,ignore_count], in any order, between
               , ; or tabs
         .npy  numbers, (N, 6) or (N, 8), or records with such fields, or origin, direction;
               N may be several lengths, as in (480, 640, 6), which the answers keep
answers  .csv  t,id,part,nx,ny,nz
         .npy  (N,) of t, id, part, normal
--any    .csv  hit
         .npy  (N,) of hit
--all K  .csv  ray,t,id,part,nx,ny,nz: a line for each hit, `ray` counts the rays from 0
         .npy  hits and offsets, one array behind the other: (M,) of t, id, part, normal;
               (N + 1,), hits[offsets[i]:offsets[i + 1]] are those of ray i
               with open(path, "rb") as f: hits = numpy.load(f); offsets = numpy.load(f)
A miss has t = inf and id = part = 4294967295. --columns may name t, id, part, batch, index, user,
part_user, normal, point, u, v, flags, face, group, material; u and v are the weights of a
triangle's second and third corner; flags: 1 hit, 2 invalid, 4 inside, 8 back; face: of the mesh
file, counted from 0, before polygons are cut; user: the word that a .json world gives a shape.
A ray with mask 0 is a miss. Rays pass through the `ignore_count` shapes (1 by default) whose ids
begin with `ignore`.)";

inline constexpr const char* sweep_formats =
    R"(Formats:
spheres  .csv  cx,cy,cz,mx,my,mz,radius[,t_max,mask,ignore,ignore_count]: the centre moves from
               c to c + t_max m; in any order, between , ; or tabs
         .npy  numbers, (N, 7) or (N, 8), or records with such fields, or center, displacement;
               N may be several lengths, which the answers keep
answers  .csv  t,id,part,nx,ny,nz,px,py,pz,depth: p is where they touch, n the normal there
         .npy  (N,) of t, id, part, normal, point, depth
t_max is 1 by default. An overlap at the start has t = 0 and its depth, a miss t = inf and
id = part = 4294967295. --columns may name t, id, part, batch, index, user, part_user, normal,
point, center, depth, flags, face, group, material; flags: 1 hit, 2 invalid, 4 inside; center: of
the sphere at t; face: of the mesh file, counted from 0; user: the word that a .json world gives a
shape.
A sphere with mask 0 is a miss. The `ignore_count` shapes (1 by default) whose ids begin with
`ignore` are ignored.)";

inline constexpr const char* overlap_formats = R"(Formats:
spheres  .csv  cx,cy,cz,radius[,mask,ignore,ignore_count], in any order, between , ; or tabs
         .npy  numbers, (N, 4), or records with such fields, or center, radius;
               N may be several lengths, which the answers keep
answers  .csv  overlaps
         .npy  (N,) of overlaps
--all K  .csv  sphere,id,part: a line for each overlap, `sphere` counts the spheres from 0
         .npy  overlaps and offsets, one array behind the other: (M,) of id, part; (N + 1,),
               overlaps[offsets[i]:offsets[i + 1]] are those of sphere i
--columns of --all may name id, part, batch, index, user, part_user, face, group, material; face: of
the mesh file, counted from 0; user: the word that a .json world gives a shape.
A sphere with mask 0 overlaps nothing. The `ignore_count` shapes (1 by default) whose ids begin
with `ignore` are ignored.)";

inline constexpr const char* closest_formats = R"(Formats:
points   .csv  x,y,z[,max_distance,mask,ignore,ignore_count], in any order, between , ; or tabs
         .npy  numbers, (N, 3) or (N, 4), or records with such fields, or position;
               N may be several lengths, which the answers keep
answers  .csv  distance,id,part,px,py,pz,nx,ny,nz: p is the nearest point, n the normal there
         .npy  (N,) of distance, id, part, point, normal
Distances are negative in solids. A small max_distance is several times as fast as none. Where
nothing is within it, the distance is inf and id = part = 4294967295. --columns may name distance,
id, part, batch, index, user, part_user, point, normal, flags, face, group, material; flags: 1
found, 2 invalid, 4 inside; face: of the mesh file, counted from 0; user: the word that a .json
world gives a shape. A point with mask 0 finds nothing. The `ignore_count` shapes (1 by default)
whose ids begin with `ignore` are ignored.)";

inline constexpr const char* particle_formats = R"(Formats:
particles  .csv  x,y,z,vx,vy,vz[,radius], in any order, between , ; or tabs; per second
           .npy  numbers, (N, 6) or (N, 7), or records with such fields, or position, velocity
--out      .csv  x,y,z,vx,vy,vz,radius,flags
           .npy  (N,) of position, velocity, radius, flags; both can be read again
Each step is a line of a .csv on stdout, or on stderr if the last state goes to stdout. Reports go
to stderr. flags: 1 touched something, 4 began in overlap, 32 at rest, 64 dropped some of its time,
128 stuck, 256 killed, 512 could not be pushed out. Frames are numbered from 0, the state before the
first step. All have one camera, which shows the world and the particles of frame 0.)";

} // namespace lanecast::tools
