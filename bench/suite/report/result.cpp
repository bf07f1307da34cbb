#include "suite/report/result.hpp"

#include <algorithm>
#include <cmath>

namespace lanecast::bench {

double Samples::quantile(double share) const {
    if (values.empty())
        return 0;
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Interval Samples::interval() const {
    if (values.empty())
        return {0, 0};
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    // The number of values below the median is binomial. `outside` is the probability that it is at
    // most `cut`, or, by symmetry, that as many are above.
    const auto n = static_cast<double>(sorted.size());
    double one = std::pow(0.5, n), outside = 0;
    std::size_t cut = 0;
    for (std::size_t k = 0; 2 * (k + 1) < sorted.size(); ++k) {
        outside += 2 * one;
        if (outside > 0.05)
            break;
        cut = k;
        one *= (n - static_cast<double>(k)) / static_cast<double>(k + 1);
    }
    return {sorted[cut], sorted[sorted.size() - 1 - cut]};
}

} // namespace lanecast::bench
