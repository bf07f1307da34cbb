#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "core/build_boxes.hpp"
#include "host/bvh/pieces.hpp"
#include "host/bvh/split.hpp"
#include "host/commit/shape_sources.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

/// Ids of shapes that are in no tree, by kind.
using Outside = std::array<std::vector<std::uint32_t>, leaf_kinds>;

/// The boxes of all shapes in the order of their ids, and a second array of the same size.
class BoxedShapes {
public:
    /// @param duplicates  ids of the shapes that go into a tree of their own, in order
    /// @param cuts    whether triangles may be cut into pieces
    BoxedShapes(std::size_t size, const ShapeSources& sources,
                std::span<const std::uint32_t> duplicates, bool cuts, Workers workers);

    /// The primitives of the main tree.
    [[nodiscard]] const Segment& segment() const { return all_; }
    [[nodiscard]] const Segment& duplicates() const { return duplicates_; }
    [[nodiscard]] const Outside& outside() const { return outside_; }
    [[nodiscard]] Pieces take_pieces() { return std::move(pieces_); }

private:
    void take_out_what_does_not_fit();
    void set_apart(std::span<const std::uint32_t> duplicates);

    AlignedBuffer<BoxedPrimitive> boxes_, other_;
    Segment all_ = {}, duplicates_ = {};
    Outside outside_;
    Pieces pieces_;
};

} // namespace lanecast::host
