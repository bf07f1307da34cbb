#include "lanecast/queries.hpp"

#include <algorithm>

#include "host/api/batch_columns.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast {

Hits into(std::span<Hit> records) noexcept {
    return {.t = field(records, &Hit::t),
            .id = field(records, &Hit::id),
            .part = field(records, &Hit::part),
            .normal = field(records, &Hit::normal),
            .u = field(records, &Hit::u),
            .v = field(records, &Hit::v),
            .flags = field(records, &Hit::flags)};
}

std::vector<BadQuery> validate(const Rays& rays, std::size_t limit) {
    const host::RayBatch batch(rays);
    const host::FloatEnvironment environment;
    std::vector<BadQuery> bad;
    constexpr std::size_t part = 1024;
    std::uint8_t faults[part];
    for (std::size_t first = 0; first < batch.count; first += part) {
        const std::size_t last = std::min(first + part, batch.count);
        host::kernels().scene->find_faults(batch.columns, {first, last}, faults);
        for (std::size_t i = first; i < last; ++i) {
            if (bad.size() == limit)
                return bad;
            if (const std::uint8_t fault = faults[i - first])
                bad.push_back({i, static_cast<Fault>(fault - 1)});
        }
    }
    return bad;
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
        return "t_min or t_max is NaN";
    case Fault::bounds_reversed:
        return "t_min is greater than t_max";
    }
    return "unknown fault";
}

} // namespace lanecast
