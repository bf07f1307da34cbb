#include "kernels/checkers/promises.hpp"

#include <algorithm>

namespace hostile {

using reference::Vector;

bool Worst::note(Measure measure, double error, double unit) {
    if (error <= 0.0)
        return true;
    const double measured = error / unit;
    errors[measure] = std::max(errors[measure], measured);
    return measured <= promised;
}

double last_place(Vector a, Vector b) {
    const double largest = std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z), std::fabs(b.x),
                                     std::fabs(b.y), std::fabs(b.z), 0x1p-126});
    return std::ldexp(1.0, std::ilogb(largest) - 23);
}

bool is_sane_hit(const Question& question, const Answer& answer, std::uint32_t index,
                 std::uint32_t possible_flags) {
    for (std::size_t k = 0; k < question.numbers; ++k)
        if (std::isnan(answer.numbers[k]))
            return false;
    return answer.id() == index && answer.part() == lanecast::no_id &&
           (answer.flags() & ~possible_flags) == 0;
}

bool has_unit_length(Vector normal) { return std::fabs(length(normal) - 1.0) <= 16.0 * epsilon; }

std::string check_normal(const reference::ClosestPoint& closest, Vector normal, double unit,
                         Doubtful doubtful, Worst& worst) {
    if (!has_unit_length(normal))
        return "normals have unit length";
    const double allowed = promised * unit;
    const bool at_edge = closest.edge <= allowed;
    double error = length(normal - closest.normal);
    double radius = closest.curvature_radius;
    if (!closest.unique(allowed)) {
        const bool on_face = !at_edge && std::isinf(radius);
        if (doubtful == Doubtful::any || !on_face)
            return {};
        error = std::min(error, length(normal + closest.normal));
    } else if (at_edge) {
        radius = std::min(radius, std::fabs(closest.distance));
    }
    return worst.note(Worst::normal, error, 4.0 * epsilon + unit / radius)
               ? ""
               : "normals are within 64 e + 16 e s / radius of curvature";
}

} // namespace hostile
