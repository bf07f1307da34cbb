#include "lanecast/validation.hpp"

#include <algorithm>

#include "host/columns/query_batch.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast {
namespace {

template <class Column>
std::vector<BadQuery> find_faults(FaultKernel<Inputs<Column>> kernel,
                                  const host::QueryBatch<Column>& batch, std::size_t limit) {
    const host::FloatEnvironment environment;
    std::vector<BadQuery> bad;
    constexpr std::size_t part = 1024;
    std::uint8_t faults[part];
    for (std::size_t first = 0; first < batch.count; first += part) {
        const std::size_t last = std::min(first + part, batch.count);
        kernel(batch.columns, {first, last}, faults);
        for (std::size_t i = first; i < last; ++i) {
            if (bad.size() == limit)
                return bad;
            if (const std::uint8_t fault = faults[i - first])
                bad.push_back({i, static_cast<Fault>(fault - 1)});
        }
    }
    return bad;
}

} // namespace

std::vector<BadQuery> validate(const Rays& rays, std::size_t limit) {
    return find_faults(host::kernels().faults->rays, host::view_queries(rays), limit);
}

std::vector<BadQuery> validate(const Sweeps& sweeps, std::size_t limit) {
    return find_faults(host::kernels().faults->sweeps, host::view_queries(sweeps), limit);
}

std::vector<BadQuery> validate(const CapsuleSweeps& sweeps, std::size_t limit) {
    return find_faults(host::kernels().faults->capsules, host::view_queries(sweeps), limit);
}

std::vector<BadQuery> validate(const BoxSweeps& sweeps, std::size_t limit) {
    return find_faults(host::kernels().faults->boxes, host::view_queries(sweeps), limit);
}

std::vector<BadQuery> validate(const CapsuleOverlaps& capsules, std::size_t limit) {
    return find_faults(host::kernels().faults->capsules, host::view_queries(capsules), limit);
}

std::vector<BadQuery> validate(const BoxOverlaps& boxes, std::size_t limit) {
    return find_faults(host::kernels().faults->boxes, host::view_queries(boxes), limit);
}

std::vector<BadQuery> validate(const OverlapQueries& spheres, std::size_t limit) {
    return find_faults(host::kernels().faults->spheres, host::view_queries(spheres), limit);
}

std::vector<BadQuery> validate(const Points& points, std::size_t limit) {
    return find_faults(host::kernels().faults->points, host::view_queries(points), limit);
}

const char* to_string(Fault fault) noexcept {
    switch (fault) {
    case Fault::origin_not_finite:
        return "the origin is not finite";
    case Fault::direction_not_finite:
        return "the direction is not finite";
    case Fault::direction_too_small:
        return "the direction is zero or subnormal";
    case Fault::bound_is_nan:
        return "t_min, t_max or max_distance is NaN";
    case Fault::bounds_reversed:
        return "t_min is greater than t_max";
    case Fault::center_not_finite:
        return "the centre is not finite";
    case Fault::displacement_not_finite:
        return "a displacement, or their difference, is not finite";
    case Fault::radius_not_finite:
        return "the radius is not finite";
    case Fault::radius_negative:
        return "the radius is negative";
    case Fault::bound_negative:
        return "t_max is negative";
    case Fault::position_not_finite:
        return "the position is not finite";
    case Fault::ends_not_finite:
        return "a or b is not finite";
    case Fault::half_extents_not_finite:
        return "a half extent is not finite";
    case Fault::half_extents_negative:
        return "a half extent is negative";
    case Fault::rotation_not_unit:
        return "the rotation does not have length 1, within 0.001";
    }
    return "unknown fault";
}

} // namespace lanecast
