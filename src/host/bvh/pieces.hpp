#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/bvh/split.hpp"

namespace lanecast::host {

/// A triangle, for what is in a cell of it.
struct Piece {
    std::uint32_t id;
    Cell cell;
};

/// Of the boxes of primitives: half their surfaces.
struct HalfAreas {
    double sum = 0.0;
    float largest = 0.0f;

    static HalfAreas of(const Segment& primitives);
};

/// Cuts triangles that are far smaller than their large boxes into pieces, which stand in the tree
/// like shapes of their own, before it is built: Karras and Aila, Fast Parallel Construction of
/// High-Quality Bounding Volume Hierarchies (2013), section 4.3.
class Pieces {
public:
    /// How many more primitives there are at most.
    static std::size_t most_of(std::size_t primitives) { return primitives / 10; }

    /// Puts pieces into the segment, whose arrays must have room, in place of their triangles.
    /// @param areas         of the segment
    /// @param first_number  of the pieces, in place of an id: larger than all ids
    Pieces(const BuildKernels& kernels, const ShapeTable& shapes, Segment& segment,
           const HalfAreas& areas, std::uint32_t first_number);
    Pieces() = default;

    [[nodiscard]] bool are_none() const { return pieces_.empty(); }
    /// Which piece stands there; nullptr if it is a shape.
    [[nodiscard]] const Piece* find(std::uint32_t number) const {
        return number < first_number_ || number == no_id ? nullptr
                                                         : &pieces_[number - first_number_];
    }

private:
    std::uint32_t first_number_ = no_id;
    std::vector<Piece> pieces_;
};

} // namespace lanecast::host
