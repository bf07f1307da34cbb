#include "kernels/hostile/kinds.hpp"

#include <array>

namespace hostile {

const char* to_string(Kind kind) {
    constexpr std::array<const char*, kind_count> names = {"near",
                                                           "far",
                                                           "grazing",
                                                           "axis parallel",
                                                           "in face plane",
                                                           "edges/corners",
                                                           "start inside",
                                                           "start on surface",
                                                           "limited",
                                                           "infinite lines",
                                                           "tiny",
                                                           "huge",
                                                           "slender",
                                                           "lengths",
                                                           "world offsets",
                                                           "extreme sizes",
                                                           "extreme directions",
                                                           "nearly equal ends",
                                                           "zero displacement",
                                                           "zero radius",
                                                           "medial axes",
                                                           "nearly axis par.",
                                                           "least sizes",
                                                           "slight slopes"};
    return names[static_cast<std::size_t>(kind)];
}

double size_of(Random& random, Kind kind) {
    switch (kind) {
    case Kind::tiny:
        return random.between(1e-4, 1e-3);
    case Kind::huge:
        return random.between(1e5, 1e6);
    case Kind::extreme_sizes:
        return random.power_of_two(-60, 56);
    case Kind::least_sizes:
        return random.power_of_two(-130, -50);
    default:
        return random.between(0.3, 3.0);
    }
}

reference::Vector centre_of(Random& random, Kind kind, double size) {
    switch (kind) {
    case Kind::world_offsets:
        return size * random.magnitude(2, 6) * random.direction();
    case Kind::extreme_sizes:
    case Kind::least_sizes:
        return random.in_cube(size);
    case Kind::nearly_axis_parallel: // around 0, tiny components are not rounded away
        return random.one_in(2) ? reference::Vector{} : random.in_cube(2.0 * size);
    default:
        return random.in_cube(2.0 * size);
    }
}

Form form_of(Kind kind) {
    switch (kind) {
    case Kind::slender:
        return Form::slender;
    case Kind::in_face_plane:
        return Form::in_axis_plane;
    case Kind::nearly_equal_ends:
        return Form::nearly_equal_ends;
    case Kind::nearly_axis_parallel:
        return Form::nearly_in_axis_plane;
    default:
        return Form::regular;
    }
}

} // namespace hostile
