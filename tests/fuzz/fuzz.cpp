#include "fuzz/fuzz.hpp"

std::string fuzz::finding(std::span<const std::uint8_t> bytes) {
    hostile::Random random(bytes);
    switch (random.below(8)) {
    case 0:
        return finding_in_plane(random);
    case 1:
    case 2:
    case 3:
        return finding_in_scene(random);
    default:
        return finding_in_pairs(random);
    }
}
