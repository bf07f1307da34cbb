#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/volumes/volume_cases.hpp"
#include "lanecast/sweeps.hpp"

/// Checks impacts of moving volumes against the reference and the promised accuracy. With e = 2^-23
/// and s = VolumeCast::scale():
///  * A hit may be missed only if a translation of the shape by 16 e s makes the path miss it.
///  * At a hit, right or wrong, the signed separation is at most 16 e s, and it was not less than
///    -16 e s before. It is convex along the path, so such times lie between those of the shape
///    grown and shrunk by 16 e s.
///  * A start may count as an overlap or not only if the signed separation there is within 16 e s
///  of
///    0. A depth is off by at most 16 e s.
///  * Within 32 e s, a plane with the reported normal separates volume and shape at the hit; or, at
///    an overlap, after a translation by the depth. To this adds the effect of a normal that is off
///    by 64 e. The normals of planes and lines are off by at most 64 e.
///  * Contact points are within 16 e s and a unit in the last place of the boundary of the shape
///  and
///    of the volume at t; after an overlap, of the volume grown by the depth.
///  * A touch without an overlap at the start has n.m < 0, with m rounded to float.
///  * The centre is that of the volume at t, within a unit in the last place.
namespace volume_survey {

inline constexpr double epsilon = 0x1p-23;
inline constexpr double promised = 16.0;

/// The worst errors, in multiples of e s.
struct Worst {
    enum Measure : std::size_t {
        decision, ///< displacement that explains a wrong hit or miss
        position, ///< signed separation at a hit that the reference has, too
        normal,   ///< overlap of volume and shape along the normal: 32 and the tilt are promised
        point,
        depth,
        count
    };
    std::size_t cases = 0;
    std::size_t hits = 0;
    std::size_t overlaps = 0;
    std::size_t flipped = 0; ///< hits that should be misses, and vice versa
    std::array<double, count> errors = {};

    /// Records an error. Returns whether it is at most `allowed` units.
    bool note(Measure measure, double error, double unit, double allowed = promised);
    void include(const Worst& other);
};
inline constexpr const char* measures[Worst::count] = {"decision", "position", "normal", "point",
                                                       "depth"};

/// Checks one impact and updates the worst errors. Returns the promise that it breaks, or "".
template <class Volume, class Shape>
std::string judge(const Volume& volume, const Shape& shape, const lanecast::Impact& impact,
                  std::uint32_t index, Worst& worst);

/// Whether the impact is a miss as documented.
bool is_miss(const lanecast::Impact& impact);

} // namespace volume_survey
