#include "kernels/volumes/volume_survey.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace volume_survey {

using reference::Random;
using reference::Vector;

namespace {

using Rotation = std::array<double, 4>;

double power_of_ten(Random& random, double low, double high) {
    return std::pow(10.0, random.between(low, high));
}

std::size_t below(Random& random, std::size_t count) {
    return static_cast<std::size_t>(random.between(0.0, static_cast<double>(count)));
}

double sign(Random& random) { return random.one_in(2) ? -1.0 : 1.0; }

/// The rotation by an angle about a unit vector.
Rotation rotation_about(Vector axis, double angle) {
    const Vector v = std::sin(0.5 * angle) * axis;
    return {v.x, v.y, v.z, std::cos(0.5 * angle)};
}

Rotation any_rotation(Random& random) {
    return rotation_about(random.direction(), random.between(0.0, std::numbers::pi));
}

/// The product of two quaternions: `first` in the frame that `second` turns.
Rotation in_frame(const Rotation& second, const Rotation& first) {
    const Vector a = {second[0], second[1], second[2]};
    const Vector b = {first[0], first[1], first[2]};
    const Vector v = second[3] * b + first[3] * a + cross(a, b);
    return {v.x, v.y, v.z, second[3] * first[3] - dot(a, b)};
}

/// A rotation that maps axes to axes.
Rotation quarter_turns(Random& random) {
    Rotation turned = {0.0, 0.0, 0.0, 1.0};
    const Vector axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const Vector axis : axes)
        if (random.one_in(3))
            turned = in_frame(turned, rotation_about(axis, 0.5 * std::numbers::pi));
    return turned;
}

Vector half_lengths(Random& random) {
    const double x = random.between(0.1, 2.0);
    const double y = random.between(0.1, 2.0);
    return {x, y, random.between(0.1, 2.0)};
}

/// Makes one or two half lengths much less than the others.
void make_thin(Random& random, Vector& half, bool may_be_flat) {
    double* const components[] = {&half.x, &half.y, &half.z};
    const std::size_t first = below(random, 3);
    const std::size_t count = 1 + below(random, 2);
    for (std::size_t i = 0; i < count; ++i)
        *components[(first + i) % 3] *=
            may_be_flat && random.one_in(4) ? 0.0 : power_of_ten(random, -6.0, -1.0);
}

/// A multiple of 1/64, so that sums of coordinates are exact.
double on_grid(double x) { return std::nearbyint(64.0 * x) / 64.0; }
Vector on_grid(Vector v) { return {on_grid(v.x), on_grid(v.y), on_grid(v.z)}; }

void multiply(Plan& plan, double unit) {
    for (Placement* const placement : {&plan.shape, &plan.volume}) {
        placement->centre = unit * placement->centre;
        placement->half = unit * placement->half;
    }
    plan.distance *= unit;
    plan.travel *= unit;
    plan.shape_speed *= unit;
}

/// Rotations, and the side from which the volume comes.
void set_rotations(Random& random, Family family, bool shape_is_turned, Plan& plan) {
    if (shape_is_turned && (family != Family::flat || random.one_in(2)))
        plan.shape.rotation = any_rotation(random);
    plan.volume.rotation = any_rotation(random);
    plan.normal = random.direction();
    plan.tangent = random.direction();
    if (family != Family::almost_parallel && family != Family::flat)
        return;
    // The same rotation may be given by a quaternion of another length.
    const double drift = random.one_in(2) ? random.between(0.9993, 1.0007) : 1.0;
    plan.volume.rotation = in_frame(plan.shape.rotation, quarter_turns(random));
    const std::array<Vector, 3> axes = plan.shape.axes();
    if (family == Family::almost_parallel) {
        const Vector about = random.one_in(2) ? random.direction() : axes[below(random, 3)];
        plan.volume.rotation =
            in_frame(rotation_about(about, power_of_ten(random, -9.0, -1.0)), plan.volume.rotation);
    }
    for (double& x : plan.volume.rotation)
        x *= drift;
    // The first two axes of a triangle are in its plane.
    if (family == Family::flat || random.one_in(2))
        plan.normal = sign(random) * axes[random.one_in(2) ? 2 : below(random, 3)];
    if (random.one_in(2))
        plan.tangent = sign(random) * axes[below(random, 3)];
}

/// How the volume approaches: straight, at any angle, almost along the surface, or along it. The
/// path often ends before the touch, or begins in an overlap.
void set_path(Random& random, Family family, double size, Plan& plan) {
    plan.tilt = random.one_in(4) ? 0.0 : random.between(0.0, 1.5);
    if (random.one_in(8))
        plan.tilt = power_of_ten(random, -9.0, -1.0);
    plan.distance = size * random.between(0.1, 4.0);
    if (random.one_in(8))
        plan.distance = size * power_of_ten(random, -7.0, -2.0);
    if (family == Family::far)
        plan.distance = power_of_ten(random, 1.0, 4.0);
    plan.travel = plan.distance * random.between(0.5, 2.5);
    plan.t_max = random.one_in(2) ? 1.0 : random.between(0.0, 3.0);
    if (random.one_in(8)) { // a short step, and many of them
        const double steps = power_of_ten(random, 0.0, 4.0);
        plan.travel /= steps;
        plan.t_max *= steps;
    }
    if (random.one_in(8)) {
        plan.distance = -size * (random.one_in(3) ? power_of_ten(random, -7.0, -1.0)
                                                  : random.between(0.0, 2.0));
        plan.travel = sign(random) * size * random.between(0.0, 2.0);
    }
    if (random.one_in(family == Family::flat ? 8 : 32)) {
        plan.tilt = 0.5 * std::numbers::pi;
        plan.distance = random.one_in(2) ? 0.0 : sign(random) * power_of_ten(random, -7.0, -4.0);
        plan.travel = size * random.between(0.5, 2.5);
    }
    if (random.one_in(32))
        plan.travel = 0.0;
    plan.shape_speed = random.one_in(8) ? std::fabs(plan.travel) : 0.0;
}

} // namespace

const char* to_string(Family family) {
    constexpr const char* names[family_count] = {
        "ordinary", "almost parallel", "flat", "large", "far", "needles", "tiny or huge"};
    return names[static_cast<std::size_t>(family)];
}

Plan make_plan(Random& random, Family family, const ShapeTraits& traits) {
    Plan plan{};
    plan.shape.half = half_lengths(random);
    plan.volume.half = half_lengths(random);
    plan.shape.centre = random.in_cube(random.one_in(8) ? 1000.0 : 2.0);
    set_rotations(random, family, traits.is_turned, plan);

    if (family == Family::large)
        plan.shape.half = power_of_ten(random, 0.0, 4.0) * plan.shape.half;
    const bool volume_is_thin = random.one_in(2);
    if (family == Family::needles) {
        if (volume_is_thin || random.one_in(2))
            make_thin(random, plan.volume.half, true);
        if (!volume_is_thin || random.one_in(2))
            make_thin(random, plan.shape.half, traits.may_be_flat);
    } else if (random.one_in(8)) { // a moving point, segment or rectangle
        (random.one_in(2) ? plan.volume.half.x : plan.volume.half.y) = 0.0;
    }
    if (family == Family::flat && plan.shape.rotation[3] == 1.0) {
        plan.shape.centre = on_grid(plan.shape.centre);
        plan.shape.half = on_grid(plan.shape.half);
        plan.volume.half = on_grid(plan.volume.half);
    }

    // Above a point of the shape, or beside it by as much as may still touch.
    const std::array<Vector, 3> axes = plan.shape.axes();
    const Vector spread = traits.spread(plan.shape.half);
    const double size = length(plan.volume.half);
    const auto within = [&](double half) { return random.between(-1.0, 1.0) * half; };
    plan.volume.centre = plan.shape.centre + within(spread.x) * axes[0] +
                         within(spread.y) * axes[1] + within(spread.z) * axes[2] +
                         random.in_cube(0.5 * size);
    set_path(random, family, size, plan);
    if (family == Family::tiny_or_huge)
        multiply(plan, std::ldexp(1.0, static_cast<int>(below(random, 81)) - 40));
    return plan;
}

} // namespace volume_survey
