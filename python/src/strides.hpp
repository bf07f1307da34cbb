#pragma once

#include <cstddef>
#include <optional>

/// Strides of several axes as one.
namespace lanecast::python {

/// Returns the one stride, in bytes, that leads through all elements of an array in C order, or
/// nothing if there is none. If there is one element or none, that is 0.
inline std::optional<std::ptrdiff_t> common_stride(const std::ptrdiff_t* shape,
                                                   const std::ptrdiff_t* strides, int axes) {
    std::optional<std::ptrdiff_t> stride;
    std::ptrdiff_t outer = 0; // the stride that the next axis must have
    for (int i = axes - 1; i >= 0; --i) {
        if (shape[i] == 1)
            continue;
        if (!stride)
            stride = strides[i];
        else if (strides[i] != outer)
            return std::nullopt;
        outer = strides[i] * shape[i];
    }
    return stride.value_or(0);
}

} // namespace lanecast::python
