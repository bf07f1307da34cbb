#pragma once

#include <cstddef>
#include <limits>

#include "core/columns.hpp"
#include "host/columns/batch_columns.hpp"
#include "host/columns/elements.hpp"
#include "lanecast/queries.hpp"

namespace lanecast::host {

/// The output column Impacts::center. It is written after the kernels, from the sweeps and their t.
class CenterColumns {
public:
    /// Directs the t that kernels write to a column of the caller: if it is not wanted itself, to a
    /// component of the centres.
    /// @throws Error wrong_length or wrong_stride
    CenterColumns(const Impacts& impacts, std::size_t count, ImpactColumns& columns) {
        if (impacts.center.missing())
            return;
        BatchWriter("Impacts", count, at_).write("center", impacts.center);
        WritableColumn& t = columns.at[impact_column::t];
        for (const WritableColumn& component : at_)
            if (t.address == nullptr)
                t = component;
        t_ = t;
    }
    /// The answers of other queries have no centres.
    template <class Answers, class Columns>
    CenterColumns(const Answers&, std::size_t, Columns&) {}

    [[nodiscard]] bool wanted() const { return t_.address != nullptr; }

    /// Writes the centre of sweep i; 0 for a miss.
    void write(const SweepColumns& sweeps, std::size_t i) const {
        const auto t = double{element<float>({t_.address, t_.stride}, i)};
        const bool hit = t <= double{std::numeric_limits<float>::max()};
        for (int axis = 0; axis < 3; ++axis) {
            const auto number = [&](int column) {
                return double{element<float>(sweeps.at[column + axis], i)};
            };
            const double center =
                number(sweep_column::center) + t * number(sweep_column::displacement);
            write_element(at_[axis], i, hit ? static_cast<float>(center) + 0.0f : 0.0f); // no -0
        }
    }

private:
    WritableColumn at_[3] = {};
    WritableColumn t_ = {};
};

} // namespace lanecast::host
