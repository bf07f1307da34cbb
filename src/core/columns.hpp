#pragma once

#include <cstddef>

/// Columns of a batch as kernels see them: checked by the host, nothing missing, nothing to decide.
namespace lanecast {

/// 32-bit elements at address + i * stride. One value for all is a stride of 0.
struct ReadableColumn {
    const void* address;
    std::ptrdiff_t stride;
};

/// Elements to write; address nullptr: not wanted.
struct WritableColumn {
    void* address;
    std::ptrdiff_t stride;
};

/// Columns are told apart by number. Each set of columns is an enumeration; a vector's components
/// stand side by side. Of queries the last two columns are mask and ignore, of shapes the last is
/// the mask.
struct ray_column {
    enum : int { origin = 0, direction = 3, t_min = 6, t_max, mask, ignore, count };
};
struct hit_column {
    enum : int { t, id, part, normal, u = 6, v, flags, count };
};

/// Columns to read, one for each number of an enumeration.
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
using HitColumns = Outputs<hit_column>;

inline constexpr int max_shape_columns = 10;

/// A batch of shapes of one kind: its float components in the order of the public struct.
struct ShapeColumns {
    ReadableColumn columns[max_shape_columns];
    ReadableColumn mask;
};

} // namespace lanecast
