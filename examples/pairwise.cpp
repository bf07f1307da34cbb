// Pairwise queries: ray i against sphere i, without a scene. Inputs and outputs are plain arrays.
// All instruction sets produce the same bits, and an invalid value does not affect other pairs.

#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

int main() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> ox = {0, 1, 2, nan, 4, 5}, oy = {0, 0, 0, 0, 0, 9};
    const std::vector<float> cx = {0, 1, 2, 3, 4, 5}, radius = {1, 2, 0.5f, 1, -1, 1};
    const Rays rays = {.origin = {ox, oy, 10}, .direction = {0, 0, -1}};
    const Spheres spheres = {.center = {cx, 0, 0}, .radius = radius};

    std::vector<float> t(ox.size()), first_t;
    std::vector<std::uint32_t> flags(ox.size());
    for (const Isa isa : supported_isas()) {
        set_isa(isa);
        const Summary summary = pairwise::closest_hit(rays, spheres, {.t = t, .flags = flags});
        if (first_t.empty())
            first_t = t;
        std::printf("%s, %zu lanes: %zu of %zu rays hit, %zu invalid%s\n",
                    std::string(to_string(isa)).c_str(), lanes(isa), summary.hits, summary.queries,
                    summary.invalid, t == first_t ? "" : "; another answer!");
    }

    for (std::size_t i = 0; i < t.size(); ++i) {
        const char* why = flags[i] & flag::invalid     ? " (a bad ray)"
                          : flags[i] & flag::bad_shape ? " (a bad sphere)"
                                                       : "";
        std::printf("pair %zu: t = %g%s\n", i, t[i], why);
    }
    for (const BadQuery& bad : validate(rays))
        std::printf("ray %zu: %s\n", bad.index, to_string(bad.fault));
}
