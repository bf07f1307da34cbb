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
    struct Load {
        double count;
        Resource resource;
        const char* name;
    };
    const Load loads[] = {
        {demand.add, Resource::add, "add"},
        {demand.multiply, Resource::multiply, "multiply"},
        {demand.add + demand.multiply, Resource::arithmetic, "add, multiply"},
        {demand.compare, Resource::compare, "compare"},
        {demand.any, Resource::any, "vector units"},
        {demand.load, Resource::load, "load"},
        {demand.store, Resource::store, "store"},
    };
    Limit busiest = {0, ""};
    for (const Load& load : loads) {
        const double seconds = load.count / capacity[static_cast<std::size_t>(load.resource)];
        if (seconds > busiest.seconds) {
            busiest = {seconds, load.name};
        }
    }
    return busiest;
}

} // namespace lanecast::bench
