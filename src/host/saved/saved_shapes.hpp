#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "host/saved/archive.hpp"
#include "host/scene/committed_scene.hpp"
#include "host/scene/moves.hpp"
#include "host/scene/shapes/shape_store.hpp"

/// The shapes of a scene in a saved one.
namespace lanecast::host {

using Prototype = std::shared_ptr<const CommittedScene>;

/// The prototypes of a scene's instances, in the order in which they are saved.
class Prototypes {
public:
    Prototypes() = default;
    explicit Prototypes(const ShapeStore& shapes);

    [[nodiscard]] const std::vector<Prototype>& all() const { return all_; }
    /// Returns the number of a prototype; no_id for nullptr.
    [[nodiscard]] std::uint32_t number_of(const Prototype& prototype) const {
        return prototype ? numbers_.at(prototype.get()) : no_id;
    }
    void add(Prototype prototype);

private:
    std::vector<Prototype> all_;
    std::unordered_map<const CommittedScene*, std::uint32_t> numbers_;
};

void write_shapes(Writer& writer, const ShapeStore& shapes, const Prototypes& prototypes);

/// @throws Error unless edits, builds and queries can work with the shapes: each was checked as if
///         it were added
ShapeStore read_shapes(Reader& reader, const std::vector<Prototype>& prototypes);

/// The moves that run.
void write_moves(Writer& writer, const Moves& moves);
/// @throws Error unless they are moves of these shapes
std::vector<Move> read_moves(Reader& reader, const ShapeStore& shapes);

} // namespace lanecast::host
