#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <string>

#include "core/columns.hpp"

/// Writes and copies elements of columns, and turns them into text for messages.
namespace lanecast::host {

/// Writes an element, unless the column was left out.
template <class T>
void write_element(const WritableColumn& column, std::size_t i, T value) {
    if (column.address != nullptr)
        std::memcpy(static_cast<char*>(column.address) +
                        static_cast<std::ptrdiff_t>(i) * column.stride,
                    &value, sizeof value);
}

/// A column without its first elements.
inline ReadableColumn from(const ReadableColumn& column, std::size_t first) {
    return {static_cast<const char*>(column.address) +
                static_cast<std::ptrdiff_t>(first) * column.stride,
            column.stride};
}

template <class T>
void copy_elements(const ReadableColumn& column, std::size_t count, T* to) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = element<T>(column, i);
}

/// Returns the first of n columns if they are the members of contiguous structs of n numbers,
/// otherwise nullptr.
template <class T>
const T* as_records(const ReadableColumn* columns, std::size_t n) {
    if (columns[0].address == nullptr)
        return nullptr; // columns without elements
    for (std::size_t c = 0; c < n; ++c)
        if (columns[c].address != static_cast<const char*>(columns[0].address) + c * sizeof(T) ||
            columns[c].stride != static_cast<std::ptrdiff_t>(n * sizeof(T)))
            return nullptr;
    return static_cast<const T*>(columns[0].address);
}

/// Interleaves n columns into contiguous structs of n numbers. Columns that are already part of the
/// result are not copied.
template <class T>
void copy_records(const ReadableColumn* columns, std::size_t n, std::size_t count, T* to) {
    if (const T* from = as_records<T>(columns, n)) {
        if (from != to && count != 0)
            std::memcpy(to, from, n * count * sizeof(T));
        return;
    }
    constexpr std::size_t some = 256; // so few that their columns stay in the cache
    for (std::size_t first = 0; first < count; first += some) {
        const std::size_t last = std::min(first + some, count);
        for (std::size_t c = 0; c < n; ++c)
            if (columns[c].address != to + c)
                for (std::size_t i = first; i < last; ++i)
                    to[i * n + c] = element<T>(columns[c], i);
    }
}

/// The shortest text that reads back as the same float.
inline std::string to_text(float value) {
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

} // namespace lanecast::host
