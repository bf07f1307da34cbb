#pragma once

#include "isa/simd/compiler/guides.hpp"

/// Keeps vectors in registers with g++ 12.

/// The register of a lane type. g++ 12 keeps constant objects in memory, because it never splits an
/// object that no one may write to, unless a member is mutable.
#if LANECAST_GUIDES
#define LANECAST_REGISTER mutable
#else
#define LANECAST_REGISTER
#endif

namespace lanecast::LANECAST_ISA {

/// Two registers, copied one by one. g++ 12 would make a defaulted copy through memory, in pieces
/// of 8 bytes.
template <class T>
struct Two {
    T lo, hi;

    Two() = default;
    Two(T first, T second) : lo(first), hi(second) {}
#if LANECAST_GUIDES
    Two(const Two& other) : lo(other.lo), hi(other.hi) {}
    Two& operator=(const Two& other) {
        lo = other.lo;
        hi = other.hi;
        return *this;
    }
#endif
};

/// Three vectors of one lane type, copied one by one for the same reason.
template <class Lanes>
struct Three {
    Lanes x, y, z;

    Three() = default;
    Three(Lanes x0, Lanes y0, Lanes z0) : x(x0), y(y0), z(z0) {}
#if LANECAST_GUIDES
    Three(const Three& other) : x(other.x.v), y(other.y.v), z(other.z.v) {}
    Three& operator=(const Three& other) {
        x.v = other.x.v;
        y.v = other.y.v;
        z.v = other.z.v;
        return *this;
    }
#endif
};

} // namespace lanecast::LANECAST_ISA
