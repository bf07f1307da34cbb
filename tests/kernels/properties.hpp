#pragma once

#include <rapidcheck/gtest.h>

#include "kernels/hostile/kinds.hpp"
#include "lanecast/isa.hpp"
#include "lanecast/options.hpp"

/// Inputs of the property tests. Queries and shapes follow from a seed and their number, so that a
/// counterexample can shrink.
namespace hostile {

struct Setup {
    std::uint64_t seed;
    std::size_t count;
    lanecast::Options options;
};

inline Setup any_setup() {
    Setup setup{};
    setup.seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000).as("seed");
    setup.count = *rc::gen::inRange<std::size_t>(1, 60).as("queries");
    setup.options.interior =
        *rc::gen::element(lanecast::Interior::solid, lanecast::Interior::surface);
    setup.options.backfaces =
        *rc::gen::element(lanecast::Backfaces::hit, lanecast::Backfaces::cull);
    setup.options.start_overlap =
        *rc::gen::element(lanecast::StartOverlap::report, lanecast::StartOverlap::ignore,
                          lanecast::StartOverlap::leaving);
    setup.options.threads = 1;
    const auto isas = lanecast::supported_isas();
    lanecast::set_isa(isas[*rc::gen::inRange<std::size_t>(0, isas.size()).as("isa")]);
    return setup;
}

/// A random kind of cases of about unit size.
inline Kind any_kind() {
    return *rc::gen::element(Kind::near, Kind::far, Kind::grazing, Kind::axis_parallel,
                             Kind::in_face_plane, Kind::edges_and_corners, Kind::start_inside,
                             Kind::start_on_surface, Kind::limited, Kind::slender);
}

} // namespace hostile
