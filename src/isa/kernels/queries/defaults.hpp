#pragma once

/// The values of limits that callers leave out.
namespace lanecast::LANECAST_ISA {

struct Default {
    int column;
    float value;
};

template <int n>
struct Defaults {
    Default of[n + 1]; ///< the last one is not used

    [[nodiscard]] constexpr const Default* begin() const { return of; }
    [[nodiscard]] constexpr const Default* end() const { return of + n; }
};

} // namespace lanecast::LANECAST_ISA
