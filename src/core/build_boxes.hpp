#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bvh_layout.hpp"

/// What the builder and its kernels hand each other. The loops over primitives are
/// kernels, the decisions and the memory are host code. Everything is minima and roundings that
/// every ISA does alike, so that the tree is the same on all of them.
namespace lanecast {

inline constexpr float unbounded = __builtin_inff();

/// An axis-parallel box that grows; as made: empty. The upper side is held negated: then a box
/// grows by eight minima, and the sum of both sides is the negated extent.
struct alignas(32) BuildBox {
    float lo[4] = {unbounded, unbounded, unbounded, unbounded};
    float minus_hi[4] = {unbounded, unbounded, unbounded, unbounded};

    [[nodiscard]] float hi(int axis) const { return -minus_hi[axis]; }
    [[nodiscard]] bool is_empty() const { return lo[0] > hi(0); }
    /// Numbers that are no numbers are left out.
    void include(const BuildBox& b) {
        for (int a = 0; a < 4; ++a) {
            lo[a] = b.lo[a] < lo[a] ? b.lo[a] : lo[a];
            minus_hi[a] = b.minus_hi[a] < minus_hi[a] ? b.minus_hi[a] : minus_hi[a];
        }
    }
    /// Half the surface; 0 when empty.
    [[nodiscard]] float half_area() const {
        const float x = hi(0) - lo[0], y = hi(1) - lo[1], z = hi(2) - lo[2];
        return x < 0.0f ? 0.0f : x * y + y * z + z * x;
    }
};

/// A primitive, or a group of some: its box, rounded to nearest, and what it is. Laid out as
/// BuildBox.
struct alignas(32) BoxedPrimitive {
    float lo[3];
    std::uint32_t kind;
    float minus_hi[3];
    std::uint32_t id;
};

/// What the boxes of some primitives have in common. It grows by what is found.
struct BoxSummary {
    BuildBox bounds;
    BuildBox centers; ///< bounds of lo + hi, twice the centres
    bool wants_half_areas = false;
    /// The sum of half their surfaces, and the largest. Of boxes without an end: anything.
    float half_areas = 0.0f;
    float largest_half_area = 0.0f;
};

/// Whether a slot of a node has no child: the root is nobody's.
constexpr bool is_nothing(Child child) { return child.index() == 0 && !child.is_leaf(); }

/// Where the bins of an axis lie. Centres are counted twice, as lo + hi.
inline constexpr int bin_count = 16;
struct Binning {
    float origin[4];
    float scale[4]; ///< 0 on an axis without extent: everything is in bin 0
};

/// Primitives by the bin of their centre, on each axis: Wald, On fast Construction of SAH-based
/// Bounding Volume Hierarchies (2007).
struct alignas(64) Bins {
    BuildBox boxes[3][bin_count];
    std::uint32_t counts[bin_count][4] = {};
};

/// Between two bins of an axis. `bin` is the first on the right; 0: there is no cut.
struct Cut {
    int axis = 0;
    int bin = 0;
    BuildBox left, right;
};

/// Both sides of a cut, or of any other division: the bounds of twice the centres.
struct Centers {
    BuildBox left, right;
};

/// What the leaves of instances need to know of their prototype: the box of its shapes, and where
/// its SceneView is, in two words. Read as eight floats.
struct PrototypeRecord {
    float lo[3];
    std::uint32_t address_low;
    float hi[3];
    std::uint32_t address_high;
};

/// Consecutive ids and the shapes that they have.
struct ShapeSource {
    std::uint32_t first_id;
    std::uint32_t count;
    const float* records;         ///< of a mesh: x, y, z of each vertex. Three more can be read.
    const std::uint32_t* indices; ///< of a mesh: three for each triangle. Otherwise nullptr
    const std::uint32_t* masks;
    std::uint32_t mask_stride;        ///< 1, or 0 where one mask is for all
    const PrototypeRecord* prototype; ///< of instances
};

/// All shapes of a scene by id. The sources are in the order of their ids; the one of an id is not
/// before pages[id / page_size] and not far behind it.
struct ShapeTable {
    static constexpr std::uint32_t page_size = 8;
    const ShapeSource* sources;
    const std::uint32_t* pages;
};

/// A region of space, without an end on sides that are infinite.
struct Cell {
    float lo[3] = {-unbounded, -unbounded, -unbounded};
    float hi[3] = {unbounded, unbounded, unbounded};
};

/// What lies of a triangle in a cell.
struct TrianglePiece {
    BuildBox bounds; ///< empty if nothing does
    /// Half the surface that the bounds of many small pieces had together, at least.
    float least_half_area = 0.0f;
};

/// A triangle that stands in several leaves, in one of them for its piece in this cell.
struct PlacedPiece {
    std::uint32_t block; ///< the leaf block, in units of the scene's memory
    std::uint32_t lane;
    Cell cell;
};

/// A part of the tree in a scene's memory: nodes [first, last), in the order in which one comes to
/// them, and leaf blocks in which the ids stand.
struct FitJob {
    float* memory;
    const float* triangles_end; ///< of their leaf blocks in the tree
    ShapeTable shapes;
    std::uint32_t first, last;
    float box_padding;         ///< of the boxes in nodes: 0, or lanecast::box_padding
    const BuildBox* below;     ///< boxes of the parts below this one, as one comes to them
    const PlacedPiece* pieces; ///< of the whole tree, in order
    std::size_t piece_count;
    /// Whose children are sorted: the nodes that are `turn` modulo `turns`.
    std::uint32_t turn, turns;
};

struct FitResult {
    BuildBox bounds;    ///< as the shapes have them, without padding
    float largest_leaf; ///< the longest side of the boxes of leaves
    bool fits;          ///< whether nothing reaches beyond largest_tree_coordinate
    bool is_crowded;    ///< the boxes of all eight children of a node are the same
    /// The surface of the children's boxes, times the blocks if it is a leaf.
    double work;
};

} // namespace lanecast
