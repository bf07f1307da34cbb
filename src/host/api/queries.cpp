#include "lanecast/queries.hpp"

namespace lanecast {

Hits into(std::span<Hit> records) noexcept {
    return {.t = field(records, &Hit::t),
            .id = field(records, &Hit::id),
            .part = field(records, &Hit::part),
            .batch = field(records, &Hit::batch),
            .index = field(records, &Hit::index),
            .user = field(records, &Hit::user),
            .part_user = field(records, &Hit::part_user),
            .normal = field(records, &Hit::normal),
            .point = field(records, &Hit::point),
            .u = field(records, &Hit::u),
            .v = field(records, &Hit::v),
            .clearance = field(records, &Hit::clearance),
            .flags = field(records, &Hit::flags)};
}

Impacts into(std::span<Impact> records) noexcept {
    return {.t = field(records, &Impact::t),
            .id = field(records, &Impact::id),
            .part = field(records, &Impact::part),
            .batch = field(records, &Impact::batch),
            .index = field(records, &Impact::index),
            .user = field(records, &Impact::user),
            .part_user = field(records, &Impact::part_user),
            .normal = field(records, &Impact::normal),
            .point = field(records, &Impact::point),
            .center = field(records, &Impact::center),
            .depth = field(records, &Impact::depth),
            .flags = field(records, &Impact::flags)};
}

ClosestPoints into(std::span<ClosestPoint> records) noexcept {
    return {.distance = field(records, &ClosestPoint::distance),
            .id = field(records, &ClosestPoint::id),
            .part = field(records, &ClosestPoint::part),
            .batch = field(records, &ClosestPoint::batch),
            .index = field(records, &ClosestPoint::index),
            .user = field(records, &ClosestPoint::user),
            .part_user = field(records, &ClosestPoint::part_user),
            .point = field(records, &ClosestPoint::point),
            .normal = field(records, &ClosestPoint::normal),
            .flags = field(records, &ClosestPoint::flags)};
}

} // namespace lanecast
