#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "lanecast/queries.hpp"

#include "answer_file.hpp"

/// The answers that files hold, one struct per kind: a member per field, in the file's order.
namespace lanecast::tools {

/// Of closest hits and all hits.
struct HitRow {
    static constexpr std::array fields = {
        AnswerField{"t", "<f4", "t"}, AnswerField{"id", "<u4", "id"},
        AnswerField{"part", "<u4", "part"}, AnswerField{"normal", "<f4", "nx,ny,nz"}};

    float t;
    std::uint32_t id;
    std::uint32_t part;
    Vec3 normal;
};

/// Of whether a ray hits anything.
struct HitFlag {
    static constexpr std::array fields = {AnswerField{"hit", "|b1", "hit"}};

    std::uint8_t value;
};

/// Of sweeps.
struct ImpactRow {
    static constexpr std::array fields = {AnswerField{"t", "<f4", "t"},
                                          AnswerField{"id", "<u4", "id"},
                                          AnswerField{"part", "<u4", "part"},
                                          AnswerField{"normal", "<f4", "nx,ny,nz"},
                                          AnswerField{"point", "<f4", "px,py,pz"},
                                          AnswerField{"depth", "<f4", "depth"}};

    float t;
    std::uint32_t id;
    std::uint32_t part;
    Vec3 normal;
    Vec3 point;
    float depth;
};

/// Of closest points.
struct NearestRow {
    static constexpr std::array fields = {
        AnswerField{"distance", "<f4", "distance"}, AnswerField{"id", "<u4", "id"},
        AnswerField{"part", "<u4", "part"}, AnswerField{"point", "<f4", "px,py,pz"},
        AnswerField{"normal", "<f4", "nx,ny,nz"}};

    float distance;
    std::uint32_t id;
    std::uint32_t part;
    Vec3 point;
    Vec3 normal;
};

/// Of whether a sphere overlaps anything.
struct OverlapFlag {
    static constexpr std::array fields = {AnswerField{"overlaps", "|b1", "overlaps"}};

    std::uint8_t value;
};

/// Of what a sphere overlaps.
struct OverlapRow {
    static constexpr std::array fields = {AnswerField{"id", "<u4", "id"},
                                          AnswerField{"part", "<u4", "part"}};

    std::uint32_t id;
    std::uint32_t part;
};

static_assert(sizeof(HitRow) == 24 && sizeof(ImpactRow) == 40 && sizeof(NearestRow) == 36 &&
                  sizeof(OverlapRow) == 8 && sizeof(HitFlag) == 1 && sizeof(OverlapFlag) == 1,
              "an .npy has no padding");

/// Where the library writes them.
[[nodiscard]] inline Hits columns_of(std::span<HitRow> rows) {
    return {.t = field(rows, &HitRow::t),
            .id = field(rows, &HitRow::id),
            .part = field(rows, &HitRow::part),
            .normal = field(rows, &HitRow::normal)};
}
[[nodiscard]] inline Impacts columns_of(std::span<ImpactRow> rows) {
    return {.t = field(rows, &ImpactRow::t),
            .id = field(rows, &ImpactRow::id),
            .part = field(rows, &ImpactRow::part),
            .normal = field(rows, &ImpactRow::normal),
            .point = field(rows, &ImpactRow::point),
            .depth = field(rows, &ImpactRow::depth)};
}
[[nodiscard]] inline ClosestPoints columns_of(std::span<NearestRow> rows) {
    return {.distance = field(rows, &NearestRow::distance),
            .id = field(rows, &NearestRow::id),
            .part = field(rows, &NearestRow::part),
            .point = field(rows, &NearestRow::point),
            .normal = field(rows, &NearestRow::normal)};
}
template <class Flag>
[[nodiscard]] Output<bool> column_of(std::span<Flag> flags) {
    return field<bool>(flags, &Flag::value);
}

} // namespace lanecast::tools
