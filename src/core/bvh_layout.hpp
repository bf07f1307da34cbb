#pragma once

#include <cstddef>
#include <cstdint>

/// Memory layout of a committed scene, which is the same for every ISA.
namespace lanecast {

/// Kinds of shapes in kernels; a mesh is stored as triangles. The order is that of the variant
/// lanecast::Shapes and of the kernels' ShapeList.
enum class Kind : std::uint32_t {
    sphere,
    aabb,
    box,
    capsule,
    cylinder,
    cone,
    triangle,
    plane,
    line,
    instance, ///< not a shape: another scene, placed in this one
    mixed     ///< not a shape either: leaf blocks with shapes of several kinds
};
inline constexpr int shape_kinds = 9;
/// Number of kinds that leaf blocks may hold: shapes and instances.
inline constexpr int leaf_kinds = shape_kinds + 1;
/// Number of kinds of leaves in the tree: blocks of one of these kinds, or mixed blocks.
inline constexpr int child_kinds = leaf_kinds + 1;

/// The algorithm that answers a part of a batch.
enum class Engine : std::uint32_t {
    exhaustive,  ///< every query tests every primitive
    single,      ///< one query at a time traverses the tree
    interleaved, ///< several queries in turn: one computes while the others wait for memory
    packets,     ///< lists of packets of coherent rays
    rows,        ///< lists of queries for all answers, which are sorted afterwards
    nearest,     ///< lists of neighbouring points, nearest child first
    stream, ///< lists of queries by the octant of their direction, in the steps of StreamKernels
};
/// Number of engines that consist of a single kernel.
inline constexpr int kernel_engines = static_cast<int>(Engine::stream);
inline constexpr std::size_t engines = kernel_engines + 1;

inline constexpr int node_width = 8;

/// A child of a node: another node, or a run of leaf blocks of one kind. It is packed into one
/// word, so that traversal stacks store or load it in one access.
class Child {
public:
    Child() = default;
    static constexpr Child node(std::uint32_t index) { return Child(index); }
    /// @param blocks 1 to 255
    static constexpr Child leaf(std::uint32_t first_block, std::uint32_t blocks,
                                std::uint32_t kind) {
        return Child(std::uint64_t{kind} << 40 | std::uint64_t{blocks} << 32 | first_block);
    }
    /// Returns the same child with its node, or its first block, at another index.
    [[nodiscard]] constexpr Child moved_to(std::uint32_t index) const {
        return Child((word_ & ~std::uint64_t{0xFFFFFFFF}) | index);
    }

    [[nodiscard]] constexpr bool is_leaf() const { return blocks() != 0; }
    [[nodiscard]] constexpr std::uint32_t index() const {
        return static_cast<std::uint32_t>(word_);
    }
    [[nodiscard]] constexpr std::uint32_t blocks() const { return (word_ >> 32) & 0xFF; }
    [[nodiscard]] constexpr std::uint32_t kind() const { return (word_ >> 40) & 0xFF; }

    /// Two spare bytes that are unrelated to the child: see Node::order.
    [[nodiscard]] constexpr std::uint32_t extra() const {
        return static_cast<std::uint32_t>(word_ >> 48);
    }
    constexpr void set_extra(std::uint32_t extra) {
        word_ = (word_ & ~(std::uint64_t{0xFFFF} << 48)) | std::uint64_t{extra & 0xFFFF} << 48;
    }

private:
    explicit constexpr Child(std::uint64_t word) : word_(word) {}
    std::uint64_t word_;
};

/// Eight children. Slots without a child are the last and have empty boxes. In a built tree, slots
/// are sorted by the chance that a ray through the child's box hits a shape, divided by the cost of
/// finding out; the largest is last. Queries that any answer ends visit the last child first.
struct alignas(64) Node {
    float bounds[6][node_width]; ///< lo x, hi x, lo y, hi y, lo z, hi z
    Child children[node_width];

    /// Approximate front-to-back order of the children for rays of an octant: four bits per slot,
    /// that of the nearest child lowest, and no_slot after the last child. Four orders are stored,
    /// for octants 0 to 3; rays of octant 7 - i use the order of octant i backwards. The orders are
    /// kept in the spare bytes of the children.
    [[nodiscard]] constexpr std::uint32_t order(unsigned octant) const {
        return children[2 * octant].extra() | children[2 * octant + 1].extra() << 16;
    }
    constexpr void set_order(unsigned octant, std::uint32_t order) {
        children[2 * octant].set_extra(order);
        children[2 * octant + 1].set_extra(order >> 16);
    }
    static constexpr std::uint32_t no_slot = 15;
};
static_assert(sizeof(Node) == 256);

inline constexpr int leaf_lanes = 4;
/// Number of leaf blocks that this many shapes fill.
constexpr std::size_t blocks_for(std::size_t shapes) {
    return (shapes + leaf_lanes - 1) / leaf_lanes;
}

/// Maximum depth that the builders guarantee.
inline constexpr int built_depth = 72;
/// Maximum depth of a committed tree, by which traversal stacks are sized. A root above two trees
/// adds one level.
inline constexpr int max_depth = built_depth + 1;

/// Size of a leaf block in floats. The block of a shape with n rows is float rows[n][leaf_lanes],
/// then the ids (no_id in empty lanes), then the masks (0 in empty lanes).
constexpr int leaf_block_floats(int rows) { return (rows + 2) * leaf_lanes; }

/// A block of a mixed leaf: shapes of any kind, each in its own record, and bounding spheres that
/// cull queries which come near none of them. Lanes are sorted by kind, with empty lanes at the
/// end.
struct alignas(64) MixedBlock {
    float center[3][leaf_lanes];
    float radius[leaf_lanes];
    std::uint32_t id[leaf_lanes]; ///< no_id in empty lanes
    std::uint32_t mask[leaf_lanes];
    std::uint32_t kind[leaf_lanes];
    std::uint32_t unused[leaf_lanes];
    struct {
        float rows[16]; ///< rows as in other blocks: Shape::prepare
    } record[leaf_lanes];
};
static_assert(sizeof(MixedBlock) == 384);

/// Limit of the tree: shapes with larger coordinates are not in it, and queries that start beyond
/// it do not use it, because box tests could overflow.
inline constexpr float largest_tree_coordinate = 0x1p60f;

/// Padding of stored boxes on each side, relative to their largest coordinate. It exceeds the
/// rounding errors of the sides. Boxes of triangles are exact and have none.
inline constexpr float box_padding = 32.0f / 0x1p24f;
/// Minimum absolute padding of boxes. docs/semantics.md never counts s as less than 2^-50, so that
/// tests of the smallest shapes may be off by 2^-69; 2^-64 is 32 times as much.
inline constexpr float least_padding = 0x1p-64f;

/// Margin that box tests of rays and sweeps add to boxes. docs/numerics.md proves that with this
/// margin, and with PointMargin for points, no primitive is culled that its own test would hit.
struct RayMargin {
    float by_axis; ///< times the distance from the tree's middle to the query along the same axis
    float by_largest; ///< times the largest of these three distances
    float by_radius;  ///< times the radius of the moving sphere; includes the radius itself
    float always;
};
/// Margin of computed distances: a shape at a computed distance d is no farther away than d + share
/// d + always.
struct PointMargin {
    float share;
    float always;
};

/// Extent of the boxes of a tree, and the margins of box tests that follow from it.
struct TreeSpace {
    float middle[3];
    float step;         ///< u = 2^-24 times the largest coordinate of the middle
    float lo[3], hi[3]; ///< box around all shapes of the tree, rounding errors included
    RayMargin rays, sweeps;
    RayMargin contacts; ///< as `sweeps`, plus what shapes add to the radius of a particle
    /// Two bounds that both hold. points[0] is the tighter one for near shapes, points[1] for far
    /// shapes; points[1] also adds half the distance from d to the next float.
    PointMargin points[2];
};
/// Padding of an instance's box for the rounding errors of transforming a query into the prototype
/// and of the tests there, relative to |position|_1 plus the scaled reach of the prototype:
/// docs/numerics.md.
inline constexpr float instance_padding = 320.0f / 0x1p24f;

/// The way of an instance that moves in the steps after a commit.
struct alignas(16) InstanceMotion {
    float target[7]; ///< position, quaternion x y z w at the end
    /// Place among the scene's motions; no_motion stands for an instance at rest.
    std::uint32_t index;
    float start[8]; ///< position, quaternion, scale at the start; the quaternions' product is >= 0
    float reach;    ///< largest distance of a point of the instance from its position, or infinite
    std::uint32_t id;
};
inline constexpr std::uint32_t no_motion = 0xFFFFFFFF;

/// The motions of a scene, in the order of ids.
struct MotionTable {
    const InstanceMotion* first = nullptr;
    std::size_t count = 0;
    const std::uint64_t* moving = nullptr; ///< a bit for each id up to the last one that moves
    std::uint32_t ids = 0;                 ///< number of these bits
    /// Boxes around the ways: lo x, y, z and hi x, y, z of all, each padded with empty boxes to a
    /// multiple of box_lanes.
    const float* boxes = nullptr;
    /// How far a particle's path in the frame of an instance may be off the true one, as a share of
    /// the particle's reach: docs/numerics.md.
    float off_path = 0.0f;
    /// Largest distance of a point of an instance from its position, of those that are bounded.
    float reach = 0.0f;

    static constexpr std::size_t box_lanes = 16;
    [[nodiscard]] static constexpr std::size_t boxes_for(std::size_t count) {
        return (count + box_lanes - 1) / box_lanes * box_lanes;
    }

    /// Index of the motion of an id; no_motion if it stands still.
    [[nodiscard]] std::uint32_t index_of(std::uint32_t id) const {
        if (id >= ids || (moving[id / 64] >> id % 64 & 1u) == 0)
            return no_motion;
        std::size_t begin = 0, end = count;
        while (begin != end) {
            const std::size_t middle = (begin + end) / 2;
            if (first[middle].id < id)
                begin = middle + 1;
            else
                end = middle;
        }
        return first[begin].index;
    }
};

/// A step in which instances move, for the sweeps of its particles.
struct MotionCall {
    MotionTable motions;
    /// Arrays of the tile of particles, in the order of tile_array; query i is element i.
    const std::uint32_t* arrays;
    std::size_t room; ///< elements of each array
};

/// Unit of addresses in a committed scene, in floats. The scene is one block of memory: first
/// nodes, then mixed leaf blocks, then the other leaf blocks, kind by kind.
inline constexpr int unit_floats = 4;
inline constexpr std::uint32_t node_units = sizeof(Node) / sizeof(float) / unit_floats;
inline constexpr std::uint32_t mixed_units = sizeof(MixedBlock) / sizeof(float) / unit_floats;

/// Leaf blocks of one kind. Blocks in the tree come first; the rest are tested for every query.
struct LeafArray {
    std::uint32_t first; ///< in units
    std::uint32_t in_tree;
    std::uint32_t all;
};

/// Rows of a shape, `stride` floats apart.
struct ShapePlace {
    const float* first;
    int stride;
};

struct SceneView {
    const float* memory;
    TreeSpace space; ///< of the tree, if has_tree
    bool has_tree;   ///< if true, its root is the first node
    /// The node, in units, from which first answers are searched: the root or, if there are
    /// duplicates, its child without them. Queries that ignore many ids start at the root.
    std::uint32_t root_of_firsts;
    /// Whether a triangle, here or in a prototype, is stored in several leaves, so that the same
    /// answer may be found more than once.
    bool has_repeats;
    bool has_shapes_out_of_tree; ///< shapes that are unbounded or too far out for box tests
    LeafArray leaves[leaf_kinds];
    /// Mixed blocks, all of them in the tree. Their shapes are not in `leaves`.
    std::uint32_t first_mixed, mixed_blocks;
    /// The step in which instances move; nullptr for all who see the scene as it is at its start.
    const MotionCall* motion = nullptr;

    [[nodiscard]] const float* at(std::uint32_t unit) const {
        return memory + std::size_t{unit} * unit_floats;
    }
    /// Root of a traversal for first answers, or for all answers.
    [[nodiscard]] Child root_for_first() const { return Child::node(root_of_firsts); }
    [[nodiscard]] static Child root_for_all() { return Child::node(0); }

    [[nodiscard]] const Node& node(std::uint32_t unit) const {
        return *reinterpret_cast<const Node*>(at(unit));
    }
    [[nodiscard]] const MixedBlock& mixed(std::uint32_t unit) const {
        return *reinterpret_cast<const MixedBlock*>(at(unit));
    }

    /// Returns the rows of an answer's shape.
    /// @param unit  of its leaf block, or of its record in a mixed block
    [[nodiscard]] ShapePlace shape(std::uint32_t unit, std::uint32_t lane) const {
        const bool is_record = unit - first_mixed < mixed_blocks * mixed_units;
        return {at(unit) + lane, is_record ? 1 : leaf_lanes};
    }
};

} // namespace lanecast
