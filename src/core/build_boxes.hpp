#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bvh_layout.hpp"

/// Data that the BVH builder and its kernels exchange. Loops over primitives are kernels; decisions
/// and memory management are host code. The kernels use only minima and operations that every ISA
/// rounds alike, so the tree is the same on all of them.
namespace lanecast {

inline constexpr float unbounded = __builtin_inff();

/// An axis-parallel box that grows; initially empty. The upper side is stored negated, so that a
/// box grows by eight minima and the sum of both sides is the negated extent.
struct alignas(32) BuildBox {
    float lo[4] = {unbounded, unbounded, unbounded, unbounded};
    float minus_hi[4] = {unbounded, unbounded, unbounded, unbounded};

    [[nodiscard]] float hi(int axis) const { return -minus_hi[axis]; }
    [[nodiscard]] bool is_empty() const { return lo[0] > hi(0); }
    /// Extends this box by `b`. NaNs in `b` are ignored.
    void include(const BuildBox& b) {
        for (int a = 0; a < 4; ++a) {
            lo[a] = b.lo[a] < lo[a] ? b.lo[a] : lo[a];
            minus_hi[a] = b.minus_hi[a] < minus_hi[a] ? b.minus_hi[a] : minus_hi[a];
        }
    }
    /// Half the surface area; 0 if the box is empty.
    [[nodiscard]] float half_area() const {
        const float x = hi(0) - lo[0], y = hi(1) - lo[1], z = hi(2) - lo[2];
        return x < 0.0f ? 0.0f : x * y + y * z + z * x;
    }
};

/// A primitive, or a group of primitives: its box, rounded to nearest, its kind and its id. Same
/// memory layout as BuildBox.
struct alignas(32) BoxedPrimitive {
    float lo[3];
    std::uint32_t kind;
    float minus_hi[3];
    std::uint32_t id;
};

/// Bounds and areas that are accumulated over the boxes of primitives.
struct BoxSummary {
    BuildBox bounds;
    BuildBox centers; ///< bounds of lo + hi, that is of twice the centres
    bool wants_half_areas = false;
    /// Sum of the half areas of the boxes, and the largest one, if wants_half_areas is set.
    /// Meaningless if a box is unbounded.
    float half_areas = 0.0f;
    float largest_half_area = 0.0f;
};

/// Whether a slot of a node has no child. Index 0 is the root, which is never a child.
constexpr bool is_nothing(Child child) { return child.index() == 0 && !child.is_leaf(); }

/// Bins along each axis, in terms of lo + hi, that is of twice the centre.
inline constexpr int bin_count = 16;
struct Binning {
    float origin[4];
    float scale[4]; ///< 0 on an axis without extent: all primitives are in bin 0
};

/// Boxes and numbers of the primitives whose centre lies in each bin, for each axis: Wald, On fast
/// Construction of SAH-based Bounding Volume Hierarchies (2007).
struct alignas(64) Bins {
    BuildBox boxes[3][bin_count];
    std::uint32_t counts[bin_count][4] = {};
};

/// A cut between two bins of an axis. `bin` is the first one on the right; 0 means no cut.
struct Cut {
    int axis = 0;
    int bin = 0;
    BuildBox left, right;
};

/// Bounds of twice the centres on both sides of a cut, or of any other partition.
struct Centers {
    BuildBox left, right;
};

/// Data of a prototype that the leaves of its instances store: the box of its shapes, and the
/// address of its SceneView in two words. Kernels read it as eight floats.
struct PrototypeRecord {
    float lo[3];
    std::uint32_t address_low;
    float hi[3];
    std::uint32_t address_high;
};

/// Shapes with consecutive ids.
struct ShapeSource {
    std::uint32_t first_id;
    std::uint32_t count;
    const float* records; ///< for a mesh, x, y, z of each vertex; three more floats are readable
    const std::uint32_t* indices; ///< for a mesh, three per triangle; otherwise nullptr
    const std::uint32_t* masks;
    std::uint32_t mask_stride;        ///< 1, or 0 if all shapes share one mask
    const PrototypeRecord* prototype; ///< for instances
    MotionTable motions;              ///< for instances; those of the whole scene
};

/// All shapes of a scene, by id.
struct ShapeTable {
    static constexpr std::uint32_t page_size = 8;
    const ShapeSource* sources;
    /// If not nullptr, sources are sorted by id. The source of an id is the one that
    /// pages[id / page_size] names, or one shortly after it.
    const std::uint32_t* pages;
    /// Otherwise the batch of each id, and of each batch the number of its source, one every
    /// `number_stride` words.
    const std::uint32_t* batches;
    const std::uint32_t* numbers;
    std::uint32_t number_stride;
};

/// An axis-parallel region of space, which is unbounded on sides with an infinite coordinate.
struct Cell {
    float lo[3] = {-unbounded, -unbounded, -unbounded};
    float hi[3] = {unbounded, unbounded, unbounded};
};

/// The part of a triangle that lies in a cell.
struct TrianglePiece {
    BuildBox bounds; ///< empty if no part of the triangle lies in the cell
    /// Lower bound on the total half area of the boxes if this piece were cut into many small ones.
    float least_half_area = 0.0f;
};

/// A lane of a leaf block whose triangle is stored in several leaves, and the cell of the piece
/// that this lane stands for.
struct PlacedPiece {
    std::uint32_t block; ///< in units of the scene's memory
    std::uint32_t lane;
    Cell cell;
};

/// A sum with an error of about 2^-100 of the terms, so that it practically does not depend on
/// their order: Knuth, The Art of Computer Programming 2 (1969), 4.2.2.
class ExactSum {
public:
    void add(double term) {
        const double sum = high_ + term, shown = sum - high_;
        low_ += (high_ - (sum - shown)) + (term - shown);
        high_ = sum;
    }
    void add(const ExactSum& other) {
        add(other.high_);
        low_ += other.low_;
    }
    [[nodiscard]] double value() const { return high_ + low_; }

private:
    double high_ = 0.0, low_ = 0.0;
};

/// Share of a node in the fit of its tree. Kept, it lets a refit after few changes visit few nodes.
struct NodeFit {
    BuildBox bounds;   ///< of the shapes below the node, without padding
    double work = 0.0; ///< see FitResult
    float largest_leaf = 0.0f;
    bool fits = true;
};

/// A part of the tree in a scene's memory: nodes [first, last), in traversal order, and their leaf
/// blocks, which contain only ids so far.
struct FitJob {
    float* memory;
    const float* triangles_end; ///< end of the leaf blocks of triangles in the tree
    ShapeTable shapes;
    std::uint32_t first, last;
    float box_padding;         ///< relative padding of node boxes: 0 or lanecast::box_padding
    const BuildBox* below;     ///< boxes of the parts below this one, in traversal order
    const PlacedPiece* pieces; ///< of the whole tree, sorted by block and lane
    std::size_t piece_count;
    /// The children of a node are sorted only if the node's index is `turn` modulo `turns`.
    std::uint32_t turn, turns;
    NodeFit* kept; ///< for each node of the tree; nullptr if not wanted
    /// Bits by id: other leaf blocks than those with such shapes keep what they hold. If nullptr,
    /// all blocks are filled.
    const std::uint64_t* refilled = nullptr;
};

struct FitResult {
    BuildBox bounds;     ///< bounds of the shapes, without padding
    float largest_leaf;  ///< longest side of a leaf's box, or of a triangle that is cut into pieces
    bool fits;           ///< whether no shape in the tree exceeds largest_tree_coordinate
    bool has_duplicates; ///< whether some node has eight children with the same box
    /// Surface area heuristic: the sum of the half areas of all children's boxes, for leaves times
    /// their number of blocks.
    ExactSum work;
};

} // namespace lanecast
