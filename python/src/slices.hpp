#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "lanecast/options.hpp"
#include "lanecast/points.hpp"
#include "lanecast/scene.hpp"

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
    if (PyErr_CheckSignals() != 0)
        throw py::error_already_set();
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

/// Size of the next slice, so that each takes about a twentieth of a second.
class Pace {
public:
    explicit Pace(std::size_t first) : size_(std::max<std::size_t>(1, first)) {}

    /// Returns the size of the next slice. @param left  what is still to be done
    [[nodiscard]] std::size_t next(std::size_t left) {
        start_ = Clock::now();
        return count_ = left <= size_ + size_ / 2 ? left : size_;
    }
    /// Ends the slice.
    void done() {
        constexpr double wanted = 0.05, most_growth = 16.0;
        const std::chrono::duration<double> taken = Clock::now() - start_;
        const double growth = std::clamp(wanted / std::max(taken.count(), 1e-9), 0.05, most_growth);
        size_ = std::max<std::size_t>(
            1, static_cast<std::size_t>(static_cast<double>(count_) * growth));
    }

private:
    using Clock = std::chrono::steady_clock;

    std::size_t size_, count_ = 0;
    Clock::time_point start_;
};

/// Calls run(first, count) without the GIL for slices of a batch, and handles signals between them.
/// @param at_first  size of the first slice
/// @throws py::error_already_set if a handler raises; the answers are then undefined
template <class Run>
void in_slices(std::size_t queries, std::size_t at_first, Run&& run) {
    Pace pace(at_first);
    for (std::size_t first = 0; first < queries;) {
        const std::size_t count = pace.next(queries - first);
        {
            const WithoutGil unlocked;
            run(first, count);
        }
        pace.done();
        first += count;
        if (first < queries)
            handle_signals();
    }
}

/// Returns the size of the first slice of a batch against a scene.
template <class Queries>
std::size_t first_slice(const Options& options, const Scene& scene) {
    constexpr std::size_t most_tests = 10'000'000;
    // Closest points and large spheres may visit much of a scene.
    const std::size_t most = std::is_same_v<Queries, Points> ? 2048 : 32768;
    return options.traversal == Traversal::exhaustive
               ? std::min(most, most_tests / (scene.size() + 1))
               : most;
}

} // namespace lanecast::python
