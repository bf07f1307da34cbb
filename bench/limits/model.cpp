#include "limits/model.hpp"

#include <algorithm>

namespace lanecast::bench {

Limit divider_limit(const Demand& demand, const Capacity& capacity) {
    const auto time = [&capacity](double count, Resource resource) {
        return count / capacity[static_cast<std::size_t>(resource)];
    };
    const double both = std::min(demand.divide, demand.root);
    return {time(both, Resource::divide_and_root) + time(demand.divide - both, Resource::divide) +
                time(demand.root - both, Resource::root),
            "divider"};
}

Limit port_limit(const Demand& demand, const Capacity& capacity) {
    const auto at = [&capacity](Resource resource) {
        return capacity[static_cast<std::size_t>(resource)];
    };
    // Throughput of all vector units together: the highest rate of any exercise.
    const double units = std::max({at(Resource::any), at(Resource::arithmetic), at(Resource::add),
                                   at(Resource::multiply), at(Resource::compare)});
    struct Load {
        double count;
        double rate;
        const char* name;
    };
    const Load loads[] = {
        {demand.add, at(Resource::add), "add"},
        {demand.multiply, at(Resource::multiply), "multiply"},
        {demand.add + demand.multiply, at(Resource::arithmetic), "add, multiply"},
        {demand.compare, at(Resource::compare), "compare"},
        {demand.any, units, "vector units"},
        {demand.load, at(Resource::load), "load"},
        {demand.store, at(Resource::store), "store"},
    };
    Limit busiest = {0, ""};
    for (const Load& load : loads) {
        const double seconds = load.count / load.rate;
        if (seconds > busiest.seconds)
            busiest = {seconds, load.name};
    }
    return busiest;
}

const char* Limits::nearest_name() const {
    if (nearest() == ports)
        return port;
    return nearest() == divider ? "divider" : "bandwidth";
}

Limits limits_of(const Demand& demand, const Capacity& capacity, std::size_t lanes,
                 double bandwidth) {
    const Limit ports = port_limit(demand, capacity);
    const auto pairs = static_cast<double>(lanes);
    return {.divider = pairs / divider_limit(demand, capacity).seconds,
            .ports = pairs / ports.seconds,
            .port = ports.what,
            .bandwidth = bandwidth};
}

} // namespace lanecast::bench
