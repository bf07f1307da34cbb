#pragma once

#include <memory>
#include <vector>

#include "host/saved/archive.hpp"
#include "host/scene/committed_scene.hpp"
#include "host/scene/shapes/shape_store.hpp"

/// Committed scenes in a saved one.
namespace lanecast::host {

void write_prototype(Writer& writer, const CommittedScene& scene);
/// Reads a prototype. @throws Error unless queries can traverse it
std::shared_ptr<CommittedScene> read_prototype(Reader& reader);

void write_commit(Writer& writer, const Commit& commit);
/// @throws Error unless queries and later commits of these shapes can traverse it
/// @param motions  of the moves that run
Commit read_commit(Reader& reader, const ShapeStore& shapes, Motions&& motions);

} // namespace lanecast::host
