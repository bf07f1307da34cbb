#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/pairwise_answers.hpp"
#include "lanecast/lanecast.hpp"

/// Everything that a scene answers about a batch of rays, and how two such answers differ.
namespace worlds {

struct Answers {
    std::vector<lanecast::Hit> hits;
    std::vector<std::uint8_t> occluded;
    lanecast::Summary hit_summary;
    lanecast::Summary occluded_summary;
};

/// Asks closest_hit and occluded. Slots that are not written keep a filling that no answer has.
Answers ask(const lanecast::Scene& scene, const lanecast::Rays& rays, std::size_t count,
            const lanecast::Options& options);

/// The first ray that is answered differently, bit by bit, and how; empty if there is none.
std::string difference(const Answers& a, const Answers& b);

std::string to_string(const lanecast::Hit& hit);

/// Runs `body` on every ISA that this CPU has.
template <class Body>
void on_every_isa(Body body) {
    const hostile::IsaGuard guard;
    for (const lanecast::Isa isa : lanecast::supported_isas()) {
        lanecast::set_isa(isa);
        SCOPED_TRACE(std::string(to_string(isa)));
        body();
    }
}

} // namespace worlds
