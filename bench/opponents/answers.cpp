#include "opponents/answers.hpp"

#include <algorithm>
#include <cmath>

namespace lanecast::bench {
namespace {

bool same_t(float a, float b) {
    constexpr float tolerance = 1e-4f;
    return a == b || // also true for two infinities
           std::fabs(a - b) <= tolerance * std::max({1.0f, std::fabs(a), std::fabs(b)});
}

bool agree(const Answers& a, const Answers& b, std::size_t i, Same same) {
    switch (same) {
    case Same::id_and_t:
        return a.id[i] == b.id[i] && same_t(a.t[i], b.t[i]);
    case Same::id:
        return a.id[i] == b.id[i];
    case Same::t:
        return (a.id[i] == no_id) == (b.id[i] == no_id) && same_t(a.t[i], b.t[i]);
    case Same::hit:
        break;
    }
    return a.hit[i] == b.hit[i];
}

} // namespace

double agreement(const Answers& ours, const Answers& theirs, Same same, std::size_t count) {
    std::size_t agreeing = 0;
    for (std::size_t i = 0; i < count; ++i)
        agreeing += agree(ours, theirs, i, same) ? 1u : 0u;
    return static_cast<double>(agreeing) / static_cast<double>(count);
}

} // namespace lanecast::bench
