#pragma once

#include <array>

#include "lanecast/queries.hpp"

#include "tools/formats/answer_rows.hpp"

/// The answers in files: the fields of each kind, those written by default, and the columns through
/// which the library writes them.
namespace lanecast::tools {

inline constexpr AnswerField t_field{"t", "<f4", "t"};
inline constexpr AnswerField id_field{"id", "<u4", "id"};
inline constexpr AnswerField part_field{"part", "<u4", "part"};
inline constexpr AnswerField batch_field{"batch", "<u4", "batch"};
inline constexpr AnswerField index_field{"index", "<u4", "index"};
inline constexpr AnswerField user_field{"user", "<u4", "user"};
inline constexpr AnswerField part_user_field{"part_user", "<u4", "part_user"};
inline constexpr AnswerField normal_field{"normal", "<f4", "nx,ny,nz"};
inline constexpr AnswerField point_field{"point", "<f4", "px,py,pz", true};
inline constexpr AnswerField flags_field{"flags", "<u4", "flags"};
inline constexpr AnswerField face_field{"face", "<u4", "face"};
inline constexpr AnswerField group_field{"group", text_type, "group"};
inline constexpr AnswerField material_field{"material", text_type, "material"};

/// Adds the columns that name the shape of an answer.
template <class Columns>
Columns with_ids(Columns columns, AnswerRows& rows, std::size_t first, std::size_t count) {
    const auto words = [&](std::string_view name) {
        return rows.column<std::uint32_t>(name, first, count);
    };
    columns.id = words("id");
    columns.part = words("part");
    columns.batch = words("batch");
    columns.index = words("index");
    columns.user = words("user");
    columns.part_user = words("part_user");
    return columns;
}

/// Answers of closest-hit and all-hits queries.
struct HitAnswer {
    static constexpr std::array fields = {t_field,
                                          id_field,
                                          part_field,
                                          batch_field,
                                          index_field,
                                          user_field,
                                          part_user_field,
                                          normal_field,
                                          point_field,
                                          AnswerField{"u", "<f4", "u"},
                                          AnswerField{"v", "<f4", "v"},
                                          flags_field,
                                          face_field,
                                          group_field,
                                          material_field};
    static constexpr std::string_view usual = "t,id,part,normal";

    static Hits columns(AnswerRows& rows, std::size_t first, std::size_t count) {
        return with_ids(Hits{.t = rows.column<float>("t", first, count),
                             .normal = rows.column<Vec3>("normal", first, count),
                             .point = rows.column<Vec3>("point", first, count),
                             .u = rows.column<float>("u", first, count),
                             .v = rows.column<float>("v", first, count),
                             .flags = rows.column<std::uint32_t>("flags", first, count)},
                        rows, first, count);
    }
};

/// Answers of sweeps.
struct ImpactAnswer {
    static constexpr std::array fields = {t_field,
                                          id_field,
                                          part_field,
                                          batch_field,
                                          index_field,
                                          user_field,
                                          part_user_field,
                                          normal_field,
                                          point_field,
                                          AnswerField{"center", "<f4", "cx,cy,cz", true},
                                          AnswerField{"depth", "<f4", "depth"},
                                          flags_field,
                                          face_field,
                                          group_field,
                                          material_field};
    static constexpr std::string_view usual = "t,id,part,normal,point,depth";

    static Impacts columns(AnswerRows& rows, std::size_t first, std::size_t count) {
        return with_ids(Impacts{.t = rows.column<float>("t", first, count),
                                .normal = rows.column<Vec3>("normal", first, count),
                                .point = rows.column<Vec3>("point", first, count),
                                .center = rows.column<Vec3>("center", first, count),
                                .depth = rows.column<float>("depth", first, count),
                                .flags = rows.column<std::uint32_t>("flags", first, count)},
                        rows, first, count);
    }
};

/// Answers of closest-point queries.
struct NearestAnswer {
    static constexpr std::array fields = {AnswerField{"distance", "<f4", "distance"},
                                          id_field,
                                          part_field,
                                          batch_field,
                                          index_field,
                                          user_field,
                                          part_user_field,
                                          point_field,
                                          normal_field,
                                          flags_field,
                                          face_field,
                                          group_field,
                                          material_field};
    static constexpr std::string_view usual = "distance,id,part,point,normal";

    static ClosestPoints columns(AnswerRows& rows, std::size_t first, std::size_t count) {
        return with_ids(ClosestPoints{.distance = rows.column<float>("distance", first, count),
                                      .point = rows.column<Vec3>("point", first, count),
                                      .normal = rows.column<Vec3>("normal", first, count),
                                      .flags = rows.column<std::uint32_t>("flags", first, count)},
                        rows, first, count);
    }
};

/// States of particles, as `lanecast simulate` reads and writes them.
struct ParticleAnswer {
    static constexpr std::array fields = {AnswerField{"position", "<f4", "x,y,z", true},
                                          AnswerField{"velocity", "<f4", "vx,vy,vz"},
                                          AnswerField{"radius", "<f4", "radius"}, flags_field};
    static constexpr std::string_view usual = "position,velocity,radius,flags";
};

/// Answers of queries for all overlaps.
struct OverlapAnswer {
    static constexpr std::array fields = {id_field,    part_field,  batch_field,
                                          index_field, user_field,  part_user_field,
                                          face_field,  group_field, material_field};
    static constexpr std::string_view usual = "id,part";
};

/// Whether a ray hits anything.
struct HitTruth {
    static constexpr std::array fields = {AnswerField{"hit", "|b1", "hit"}};
    static constexpr std::string_view usual = "hit";
};

/// Whether a sphere overlaps anything.
struct OverlapTruth {
    static constexpr std::array fields = {AnswerField{"overlaps", "|b1", "overlaps"}};
    static constexpr std::string_view usual = "overlaps";
};

} // namespace lanecast::tools
