#pragma once

#include <algorithm>
#include <cstring>
#include <string>

namespace lanecast::test {

/// Appends the bytes of a number, on this little-endian machine the lowest one first.
template <class Number>
void put(std::string& bytes, Number number, bool big_endian = false) {
    char raw[sizeof(Number)];
    std::memcpy(raw, &number, sizeof(Number));
    if (big_endian)
        std::reverse(raw, raw + sizeof(Number));
    bytes.append(raw, sizeof(Number));
}

} // namespace lanecast::test
