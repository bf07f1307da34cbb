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

struct RayColumns {
    ReadableColumn origin[3];
    ReadableColumn direction[3];
    ReadableColumn t_min;
    ReadableColumn t_max;
    ReadableColumn mask;
    ReadableColumn ignore;
};

struct HitColumns {
    WritableColumn t;
    WritableColumn id;
    WritableColumn part;
    WritableColumn normal[3];
    WritableColumn u;
    WritableColumn v;
    WritableColumn flags;
};

inline constexpr int max_shape_columns = 10;

/// A batch of shapes of one kind: its float components in the order of the public struct.
struct ShapeColumns {
    ReadableColumn columns[max_shape_columns];
    ReadableColumn mask;
};

} // namespace lanecast
