#pragma once

#include <cstdint>
#include <span>

#include "lanecast/options.hpp"
#include "lanecast/queries.hpp"

#include "batch.hpp"
#include "outputs.hpp"
#include "threads.hpp"

/// The fields of queries and answers by their names in Python.
namespace lanecast::python {

[[nodiscard]] std::span<const Field<Rays>> ray_fields();
[[nodiscard]] std::span<const Field<Sweeps>> sweep_fields();
[[nodiscard]] std::span<const Field<OverlapQueries>> sphere_fields();
[[nodiscard]] std::span<const Field<Points>> point_fields();
[[nodiscard]] std::span<const Field<Departures>> departure_fields();

/// The output of next_origins().
struct NextOrigins {
    Output<Vec3> origin = {};
};

[[nodiscard]] std::span<const Field<Hits>> hit_outputs();
[[nodiscard]] std::span<const Field<NextOrigins>> next_outputs();
[[nodiscard]] std::span<const Field<Impacts>> impact_outputs();
[[nodiscard]] std::span<const Field<ClosestPoints>> closest_outputs();
[[nodiscard]] std::span<const Field<AllOverlaps>> overlap_outputs();

/// Returns the options of a call.
/// @param words  interior, backfaces, start_overlap, coherence and traversal, as many of them as
/// the
///               query has; None: the default
/// @throws py::value_error that names the argument and its words
[[nodiscard]] Options options_of(const py::tuple& words, Threads threads);

} // namespace lanecast::python
