#pragma once

#include "isa/kernels/packets/picture.hpp"

/// Whether the rays of a batch lead to one point light, so that rays that start close to each other
/// go the same way, in whatever order they come.
namespace lanecast::LANECAST_ISA {
namespace {

/// Origin and direction of one ray, for geometry that affects speed only.
struct RayLine {
    double origin[3], direction[3]; ///< of unit length

    RayLine() = default;
    RayLine(const RayColumns& columns, std::size_t i) {
        for (int a = 0; a < 3; ++a) {
            origin[a] = value(columns.at[ray_column::origin + a], i);
            direction[a] = value(columns.at[ray_column::direction + a], i);
        }
        const double length = __builtin_sqrt(dot(direction, direction));
        for (double& d : direction)
            d /= length;
    }

    [[nodiscard]] static double dot(const double* a, const double* b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    /// Distance along the ray to the point that is nearest to another line.
    [[nodiscard]] double nearest_to(const RayLine& other) const {
        double between[3];
        for (int a = 0; a < 3; ++a)
            between[a] = other.origin[a] - origin[a];
        const double cosine = dot(direction, other.direction);
        return (dot(between, direction) - cosine * dot(between, other.direction)) /
               (1.0 - cosine * cosine);
    }
    void point_at(double t, double* point) const {
        for (int a = 0; a < 3; ++a)
            point[a] = origin[a] + t * direction[a];
    }
    /// Cosine of the angle between the ray and the way from its origin to a point.
    [[nodiscard]] double cosine_to(const double* point) const {
        double way[3];
        for (int a = 0; a < 3; ++a)
            way[a] = point[a] - origin[a];
        return dot(way, direction) / __builtin_sqrt(dot(way, way));
    }

private:
    static double value(const ReadableColumn& column, std::size_t i) {
        return static_cast<double>(__builtin_bit_cast(float, *element(column, i)));
    }
};

/// Samples some rays. The light is where two of them come closest; most of the others must lead
/// there. Rays without any angle between them lead to a sun.
inline bool are_converging(const RayColumns& columns, BatchPart part) {
    constexpr std::size_t samples = tuning::convergence_samples;
    constexpr double least_cosine = tuning::least_cosine_to_light;
    const std::size_t size = part.last - part.first;
    if (size < samples)
        return false;
    RayLine rays[samples];
    const RayLine *const first = rays, *other = rays;
    for (std::size_t sample = 0; sample < samples; ++sample) {
        // Steps of 2^16 times the golden section, which no alternation of point lights follows.
        const std::size_t at = size * (sample * 40503 % 65536) / 65536;
        rays[sample] = RayLine(columns, part.first + at);
        if (RayLine::dot(first->direction, rays[sample].direction) <
            RayLine::dot(first->direction, other->direction))
            other = rays + sample;
    }
    const bool to_sun = RayLine::dot(first->direction, other->direction) >= least_cosine;
    double light[3];
    first->point_at(first->nearest_to(*other), light);
    std::size_t leading = 0;
    for (const RayLine& ray : rays)
        leading += (to_sun ? RayLine::dot(first->direction, ray.direction)
                           : ray.cosine_to(light)) >= least_cosine;
    return leading >= samples * 3 / 4;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
