#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/planar.hpp"
#include "reference/planar.hpp"

/// Ellipses, points, lines and segments in the plane that are hard on floating point, and the
/// answers of lanecast::planar to them.
namespace planar_cases {

namespace planar = lanecast::planar;

/// Columns of single numbers, in the order of the fields of a public batch.
template <std::size_t n>
using Columns = std::array<std::vector<float>, n>;

struct Ellipse {
    static constexpr std::size_t numbers = 6; ///< center, axis, a, b
    static reference::Ellipse exact(const Columns<numbers>& c, std::size_t i);
    static planar::Ellipses batch(const Columns<numbers>& c, std::size_t first, std::size_t count);
};

struct Point {
    static constexpr const char* name = "point";
    static constexpr std::size_t numbers = 2; ///< position
    static reference::Point exact(const Columns<numbers>& c, std::size_t i);
    static planar::Points2 batch(const Columns<numbers>& c, std::size_t first, std::size_t count);
};

struct Line {
    static constexpr const char* name = "line";
    static constexpr std::size_t numbers = 4; ///< point, direction
    static reference::PlanarLine exact(const Columns<numbers>& c, std::size_t i);
    static planar::Lines2 batch(const Columns<numbers>& c, std::size_t first, std::size_t count);
};

struct Segment {
    static constexpr const char* name = "segment";
    static constexpr std::size_t numbers = 5; ///< a, b, radius
    static reference::PlanarCapsule exact(const Columns<numbers>& c, std::size_t i);
    static planar::Segments batch(const Columns<numbers>& c, std::size_t first, std::size_t count);
};

enum class Form : std::uint32_t {
    regular,
    circle,
    nearly_circle, ///< axes differ by 1e-8 to 1e-2
    flat,          ///< 1e-2
    slender,       ///< 1e-4
    needle,        ///< 1e-6
    tiny,          ///< 1e-30 to 1e-4
    huge,          ///< 1e4 to 2^59
    far_from_zero, ///< centres 1e2 to 1e6 sizes away from the coordinates' origin
    /// The axis runs along x or y, except for a component of 2^-149 to 2^-10.
    nearly_axis_parallel,
};
inline constexpr std::size_t form_count = 10;
const char* to_string(Form form);

/// Where points are placed, and the points that define lines and segments.
enum class Place : std::uint32_t {
    near,
    far,                  ///< 1 to 1e6 sizes away
    axes,                 ///< on the ellipse's axes
    centre,               ///< at the centre and next to it
    boundary,             ///< on the boundary and next to it
    evolute,              ///< at the centres of curvature and next to them
    parallel,             ///< lines and segments along the axes, exactly or nearly
    long_way,             ///< points of lines, and ends of segments, 1 to 1e6 sizes along the line
    nearly_axis_parallel, ///< offsets from the centre, and lines, as in Form
};
inline constexpr std::size_t place_count = 9;
const char* to_string(Place place);

/// Ellipses and other figures by column: ellipse i is paired with figure i.
template <class Other>
struct Cases {
    Columns<Ellipse::numbers> ellipses;
    Columns<Other::numbers> others;
    [[nodiscard]] std::size_t size() const { return ellipses[0].size(); }
};

template <class Other>
Cases<Other> make_cases(Form form, Place place, std::size_t count, std::uint64_t seed);

/// Cases of all forms and places, interleaved.
template <class Other>
Cases<Other> mixed_cases(std::size_t count);

/// Everything that separation() writes for one pair.
struct Answer {
    float distance;
    lanecast::Vec2 on_ellipse, on_other;
    std::uint32_t flags;
};

struct Answers {
    std::vector<float> distance;
    std::vector<lanecast::Vec2> on_ellipse, on_other;
    std::vector<std::uint32_t> flags;
    lanecast::Summary summary;

    explicit Answers(std::size_t size)
        : distance(size), on_ellipse(size), on_other(size), flags(size) {}
    [[nodiscard]] planar::Gaps columns() {
        return {
            .distance = distance, .on_ellipse = on_ellipse, .on_other = on_other, .flags = flags};
    }
    [[nodiscard]] Answer operator[](std::size_t i) const {
        return {distance[i], on_ellipse[i], on_other[i], flags[i]};
    }
};

bool same_bits(const Answer& a, const Answer& b);
/// Whether the answer is a miss with these flags, bit by bit.
bool is_miss(const Answer& answer, std::uint32_t flags);

template <class Other>
Answers answers_of(const Cases<Other>& cases, lanecast::Options options = {.threads = 1}) {
    Answers answers(cases.size());
    answers.summary =
        planar::separation(Ellipse::batch(cases.ellipses, 0, cases.size()),
                           Other::batch(cases.others, 0, cases.size()), answers.columns(), options);
    return answers;
}

} // namespace planar_cases
