#pragma once

#include <cstdint>

#include "host/columns/center_columns.hpp"
#include "host/columns/lookup_columns.hpp"
#include "host/parallel/workers.hpp"
#include "host/scene/scene_data.hpp"

namespace lanecast::host {

/// Writes the columns that follow from the ids and parts of a scene's answers.
void look_up(const LookupColumns& columns, const SceneData& scene, Workers workers);

/// The same for pairs, whose id is their index.
/// @param users  the word of each shape
void look_up_pairs(const LookupColumns& columns, const ReadableColumn& users, Workers workers);

/// Writes the centres of spheres, capsules and boxes at their impacts.
void write_centers(const CenterColumns& columns, const SweepColumns& sweeps, std::size_t count,
                   Workers workers);
void write_centers(const CenterColumns& columns, const CapsuleColumns& sweeps, std::size_t count,
                   Workers workers);
void write_centers(const CenterColumns& columns, const BoxColumns& sweeps, std::size_t count,
                   Workers workers);
template <class Queries>
void write_centers(const CenterColumns&, const Queries&, std::size_t, Workers) {}

} // namespace lanecast::host
