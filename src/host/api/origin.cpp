#include "lanecast/origin.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "host/columns/batch_columns.hpp"
#include "host/columns/elements.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast {
namespace {

constexpr std::array members = {&Vec3d::x, &Vec3d::y, &Vec3d::z};

float rounded(double number) {
    constexpr double largest = std::numeric_limits<float>::max();
    if (std::abs(number) > largest) // the conversion would be undefined
        return std::copysign(std::numeric_limits<float>::infinity(), number > 0 ? 1.0f : -1.0f);
    return static_cast<float>(number);
}

} // namespace

float subtract_origin(double coordinate, double origin) noexcept {
    const host::FloatEnvironment environment;
    return rounded(coordinate - origin);
}

double subtract_origin(std::span<const Vec3d> positions, const Vec3d& origin,
                       const Output<Vec3>& local) {
    if (local.missing()) {
        host::refuse(ErrorCode::missing_column, "subtract_origin", "local",
                     "is required but was left out");
    }
    std::array<WritableColumn, 3> columns;
    host::BatchWriter("subtract_origin", positions.size(), columns.data()).write("local", local);
    const host::FloatEnvironment environment;
    double largest_error = 0.0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (std::size_t c = 0; c < members.size(); ++c) {
            const double difference = positions[i].*members[c] - origin.*members[c];
            const float number = rounded(difference);
            std::memcpy(static_cast<char*>(columns[c].address) +
                            static_cast<std::ptrdiff_t>(i) * columns[c].stride,
                        &number, sizeof number);
            const double error = std::abs(difference - double{number});
            largest_error = error > largest_error && std::isfinite(error) ? error : largest_error;
        }
    }
    return largest_error;
}

void add_origin(const Input<Vec3>& local, const Vec3d& origin, std::span<Vec3d> positions) {
    std::array<ReadableColumn, 3> columns;
    host::BatchReader reader("add_origin", positions.size(), columns.data());
    reader.read("local", local);
    const host::FloatEnvironment environment;
    for (std::size_t i = 0; i < positions.size(); ++i)
        for (std::size_t c = 0; c < members.size(); ++c)
            positions[i].*members[c] = double{element<float>(columns[c], i)} + origin.*members[c];
}

} // namespace lanecast
