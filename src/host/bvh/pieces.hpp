#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/bvh/split.hpp"

namespace lanecast::host {

/// The part of a triangle that lies in a cell.
struct Piece {
    std::uint32_t id;
    Cell cell;
};

/// Half the surfaces of the boxes of primitives.
struct HalfAreas {
    double sum = 0.0;
    float largest = 0.0f;

    static HalfAreas of(const Segment& primitives);
};

/// Cuts triangles that are far smaller than their large boxes into pieces before the tree is built.
/// In the tree, pieces are stored like separate shapes. Karras and Aila, Fast Parallel Construction
/// of High-Quality Bounding Volume Hierarchies (2013), section 4.3.
class Pieces {
public:
    /// Maximum number of additional primitives.
    static std::size_t most_of(std::size_t primitives) { return primitives / 10; }

    /// Replaces triangles of the segment by their pieces. The arrays of the segment must have room
    /// for them.
    /// @param areas         areas of the segment
    /// @param first_number  number of the first piece, used in place of an id: larger than all ids
    Pieces(const BuildKernels& kernels, const ShapeTable& shapes, Segment& segment,
           const HalfAreas& areas, std::uint32_t first_number);
    Pieces() = default;

    [[nodiscard]] bool are_none() const { return pieces_.empty(); }
    /// Returns the piece with this number, or nullptr if the number is the id of a shape.
    [[nodiscard]] const Piece* find(std::uint32_t number) const {
        return number < first_number_ || number == no_id ? nullptr
                                                         : &pieces_[number - first_number_];
    }

private:
    std::uint32_t first_number_ = no_id;
    std::vector<Piece> pieces_;
};

} // namespace lanecast::host
