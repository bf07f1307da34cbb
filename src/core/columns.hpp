#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

/// Columns of a batch as kernels access them. The host has validated the call and filled in
/// defaults.
namespace lanecast {

/// The queries [first, last) of a batch.
struct BatchPart {
    std::size_t first;
    std::size_t last;
};

/// 32-bit elements at address + i * stride. With stride 0, all queries share one value.
struct ReadableColumn {
    const void* address;
    std::ptrdiff_t stride;
};

template <class T>
T element(const ReadableColumn& column, std::size_t i) {
    T value;
    std::memcpy(&value,
                static_cast<const char*>(column.address) +
                    static_cast<std::ptrdiff_t>(i) * column.stride,
                sizeof value);
    return value;
}

/// Elements to write. If the address is nullptr, the column is not written.
struct WritableColumn {
    void* address;
    std::ptrdiff_t stride;
};

/// Columns are identified by number. Each set of columns is an enumeration; the components of a
/// vector have consecutive numbers. The last columns of a query are mask, ignore and ignore_count.
struct ray_column {
    enum : int { origin, direction = 3, t_min = 6, t_max, mask, ignore, ignore_count, count };
};
struct sweep_column {
    enum : int {
        center,
        displacement = 3,
        shape_displacement = 6,
        radius = 9,
        t_max,
        mask,
        ignore,
        ignore_count,
        count
    };
};
/// Moving capsules and boxes; overlaps with them have no displacement.
struct capsule_column {
    enum : int {
        a,
        b = 3,
        displacement = 6,
        shape_displacement = 9,
        radius = 12,
        t_max,
        mask,
        ignore,
        ignore_count,
        count
    };
};
struct box_column {
    enum : int {
        position,
        half_extents = 3,
        displacement = 6,
        shape_displacement = 9,
        rotation = 12,
        t_max = 16,
        mask,
        ignore,
        ignore_count,
        count
    };
};
/// Particles on their paths, which cover one displacement for t from 0 to 1.
struct contact_column {
    enum : int {
        center,
        displacement = 3,
        reach = 6, ///< distance from the centre at which the particle touches a shape; of a sensor
                   ///< without what rounding adds
        slack,     ///< see ContactSweep::slack
        mask,
        ignore,
        ignore_count,
        count
    };
};
struct sphere_query_column {
    enum : int { center, radius = 3, mask, ignore, ignore_count, count };
};
struct point_column {
    enum : int { position, max_distance = 3, mask, ignore, ignore_count, count };
};
/// The first columns of every question for the first answer. The columns after these are details of
/// the answer.
struct answer_column {
    enum : int { value, id, part, details };
};
struct hit_column {
    enum : int { t, id, part, normal, point = 6, u = 9, v, clearance, flags, count };
};
struct impact_column {
    enum : int { t, id, part, normal, point = 6, depth = 9, flags, count };
};
struct closest_column {
    enum : int { distance, id, part, point, normal = 6, flags = 9, count };
};
static_assert(int{hit_column::id} == answer_column::id &&
              int{hit_column::normal} == answer_column::details);
static_assert(int{impact_column::id} == answer_column::id &&
              int{impact_column::normal} == answer_column::details);
static_assert(int{closest_column::id} == answer_column::id &&
              int{closest_column::point} == answer_column::details);
struct overlap_column {
    enum : int { id, part, count };
};

/// Columns to read, one for each number of the enumeration.
template <class Column>
struct Inputs {
    ReadableColumn at[Column::count];
};
/// Columns to write.
template <class Column>
struct Outputs {
    WritableColumn at[Column::count];
};

using RayColumns = Inputs<ray_column>;

/// A single ray: the elements of all columns.
struct OneRay {
    std::uint32_t at[ray_column::count];
};
/// The first hit of a single ray.
struct OneHit {
    float t;
    std::uint32_t id, part, flags;
};

using SweepColumns = Inputs<sweep_column>;
using CapsuleColumns = Inputs<capsule_column>;
using BoxColumns = Inputs<box_column>;
using ContactSweepColumns = Inputs<contact_column>;
using SphereQueryColumns = Inputs<sphere_query_column>;
using PointColumns = Inputs<point_column>;
using HitColumns = Outputs<hit_column>;
using ImpactColumns = Outputs<impact_column>;
using ClosestColumns = Outputs<closest_column>;

/// Rows of `capacity` answers. The row of query i begins at element i * capacity.
template <class Column>
struct RowsOf {
    Outputs<Column> columns;
    WritableColumn found; ///< true number of answers of each query
    std::size_t capacity;
};
using HitRows = RowsOf<hit_column>;
using OverlapRows = RowsOf<overlap_column>;
using ImpactRows = RowsOf<impact_column>;

inline constexpr int max_shape_columns = 10;

/// A batch of shapes of one kind: its float components in the order of the public struct.
struct ShapeColumns {
    ReadableColumn columns[max_shape_columns];
    ReadableColumn mask;
};

/// Words of a shape beside its geometry. The last three are those of Surfaces.
struct shape_word {
    enum : int { mask, user, restitution, friction, response, count };
};

} // namespace lanecast
