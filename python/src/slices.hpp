#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lanecast/options.hpp"

#include "batch.hpp"
#include "gil.hpp"
#include "numbers.hpp"

/// Batches in slices, so that Ctrl-C ends a long call. Answers do not depend on the slices.
namespace lanecast::python {

/// Returns `columns` of queries or answers from element `first` on.
template <class Columns>
Columns from(const Columns& columns, std::span<const Field<Columns>> fields, std::size_t first,
             std::size_t count) {
    Columns part = columns;
    for (const Field<Columns>& field : fields) {
        std::array<Component, 4> parts = {};
        field.components(columns, parts.data());
        for (Component& component : parts) {
            if (component.kind == Component::Kind::array) {
                component.address = static_cast<const char*>(component.address) +
                                    static_cast<std::ptrdiff_t>(first) * component.stride;
                component.length = count;
            }
        }
        field.fill(part, parts.data());
    }
    return part;
}

/// Returns flags from element `first` on.
inline Output<bool> from(const Output<bool>& flags, std::size_t first, std::size_t count) {
    Component component = flags.components()[0];
    component.address = static_cast<const char*>(component.address) +
                        static_cast<std::ptrdiff_t>(first) * component.stride;
    component.length = count;
    return Output<bool>::over({component});
}

/// Returns `count` queries from number `first` on.
template <class Queries>
Queries slice(const Queries& all, std::span<const Field<Queries>> fields, std::size_t first,
              std::size_t count) {
    Queries part = from(all, fields, first, count);
    part.count = count;
    return part;
}

/// Handles signals that have arrived. Call it with the GIL.
/// @throws py::error_already_set if a handler raises, as that of Ctrl-C does
inline void handle_signals() {
    if (PyErr_CheckSignals() != 0) {
        throw py::error_already_set();
    }
}

/// Calls run() without the GIL, then handles signals.
/// @throws py::error_already_set if a handler raises
template <class Run>
void in_one_slice(Run&& run) {
    {
        const WithoutGil unlocked;
        run();
    }
    handle_signals();
}

/// Calls run(first, count) without the GIL for slices of a batch that take about a twentieth of a
/// second, and handles signals between them.
/// @param primitives  number of primitives that each query may test
/// @throws py::error_already_set if a handler raises; the answers are then undefined
template <class Run>
void in_slices(std::size_t queries, const Options& options, std::size_t primitives, Run&& run) {
    using Seconds = std::chrono::duration<double>;
    constexpr double wanted = 0.05, most_growth = 16.0;
    constexpr std::size_t most_at_first = std::size_t{1} << 15, tests_at_first = 10'000'000;
    std::size_t size = most_at_first;
    if (options.traversal == Traversal::exhaustive) {
        size = std::clamp<std::size_t>(tests_at_first / (primitives + 1), 1, size);
    }
    for (std::size_t first = 0; first < queries;) {
        const std::size_t left = queries - first;
        const std::size_t count = left <= size + size / 2 ? left : size;
        const auto start = std::chrono::steady_clock::now();
        {
            const WithoutGil unlocked;
            run(first, count);
        }
        const Seconds taken = std::chrono::steady_clock::now() - start;
        const double growth = std::clamp(wanted / std::max(taken.count(), 1e-9), 0.1, most_growth);
        size =
            std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(count) * growth));
        first += count;
        if (first < queries) {
            handle_signals();
        }
    }
}

} // namespace lanecast::python
