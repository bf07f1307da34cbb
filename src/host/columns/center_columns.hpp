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

    /// Writes the centre of query i; 0 for a miss.
    template <class Column>
    void write(const Inputs<Column>& sweeps, std::size_t i) const {
        const auto t = double{element<float>({t_.address, t_.stride}, i)};
        const bool hit = t <= double{std::numeric_limits<float>::max()};
        for (int axis = 0; axis < 3; ++axis) {
            const double center =
                start(sweeps, i, axis) + t * number(sweeps, Column::displacement + axis, i);
            write_element(at_[axis], i, hit ? static_cast<float>(center) + 0.0f : 0.0f); // no -0
        }
    }

private:
    template <class Column>
    static double number(const Inputs<Column>& sweeps, int column, std::size_t i) {
        return double{element<float>(sweeps.at[column], i)};
    }
    static double start(const SweepColumns& sweeps, std::size_t i, int axis) {
        return number(sweeps, sweep_column::center + axis, i);
    }
    static double start(const BoxColumns& boxes, std::size_t i, int axis) {
        return number(boxes, box_column::position + axis, i);
    }
    static double start(const CapsuleColumns& capsules, std::size_t i, int axis) {
        return 0.5 * (number(capsules, capsule_column::a + axis, i) +
                      number(capsules, capsule_column::b + axis, i));
    }

    WritableColumn at_[3] = {};
    WritableColumn t_ = {};
};

} // namespace lanecast::host
