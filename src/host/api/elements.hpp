#pragma once

#include <charconv>
#include <cstddef>
#include <cstring>
#include <string>

#include "core/columns.hpp"

/// Single elements of columns, for copying and for messages.
namespace lanecast::host {

template <class T>
T element(const ReadableColumn& column, std::size_t i) {
    T value;
    std::memcpy(&value,
                static_cast<const char*>(column.address) +
                    static_cast<std::ptrdiff_t>(i) * column.stride,
                sizeof value);
    return value;
}

template <class T>
void copy_elements(const ReadableColumn& column, std::size_t count, T* to) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = element<T>(column, i);
}

/// The shortest text that reads back as the same float.
inline std::string to_text(float value) {
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

} // namespace lanecast::host
