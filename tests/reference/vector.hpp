#pragma once

#include <cmath>

/// Textbook solutions in double precision. They share no code with the library, so a mistake goes
/// unnoticed only if it is made twice.
namespace reference {

struct Vector {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

constexpr Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vector operator-(Vector a) { return {-a.x, -a.y, -a.z}; }
constexpr Vector operator*(double k, Vector a) { return {k * a.x, k * a.y, k * a.z}; }
constexpr double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vector cross(Vector a, Vector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vector a) { return std::sqrt(dot(a, a)); }
inline Vector normalised(Vector a) { return (1.0 / length(a)) * a; }

} // namespace reference
