#pragma once

#include <cstddef>
#include <cstdint>

/// The committed scene in memory: the same for every ISA.
namespace lanecast {

/// The kinds of shapes that kernels know; a mesh is made of triangles. The order is that of the
/// variant lanecast::Shapes and of the kernels' shape list.
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
    instance, ///< not a shape: another scene, placed
    mixed     ///< nor that: leaf blocks with shapes of several kinds
};
inline constexpr int shape_kinds = 9;
/// What leaf blocks may hold: shapes and instances.
inline constexpr int leaf_kinds = shape_kinds + 1;
/// What a leaf of the tree may be: blocks of one of these kinds, or mixed ones.
inline constexpr int child_kinds = leaf_kinds + 1;

/// How a part of a batch is searched.
enum class Engine : std::uint32_t {
    exhaustive,  ///< every query tests every primitive
    single,      ///< one query at a time goes down the tree
    interleaved, ///< some queries at a time: one works while the others wait for memory
    packets,     ///< lists of packets of rays that go the same way
    rows,        ///< lists of queries that want all answers, which are sorted afterwards
    nearest,     ///< lists of neighbouring points, the nearest child first
    stream, ///< lists of queries by the octant of their direction, in the steps of StreamKernels
};
/// Those that are one kernel each.
inline constexpr int kernel_engines = static_cast<int>(Engine::stream);

inline constexpr int node_width = 8;

/// What a child of a node is: another node, or a run of leaf blocks of one kind. One word, because
/// traversal stacks are written and read at once.
class Child {
public:
    Child() = default;
    static constexpr Child node(std::uint32_t index) { return Child(index); }
    /// @param blocks 1 to 255
    static constexpr Child leaf(std::uint32_t first_block, std::uint32_t blocks,
                                std::uint32_t kind) {
        return Child(std::uint64_t{kind} << 40 | std::uint64_t{blocks} << 32 | first_block);
    }
    /// The same child where its node, or its first block, stands elsewhere.
    [[nodiscard]] constexpr Child moved_to(std::uint32_t index) const {
        return Child((word_ & ~std::uint64_t{0xFFFFFFFF}) | index);
    }

    [[nodiscard]] constexpr bool is_leaf() const { return blocks() != 0; }
    [[nodiscard]] constexpr std::uint32_t index() const {
        return static_cast<std::uint32_t>(word_);
    }
    [[nodiscard]] constexpr std::uint32_t blocks() const { return (word_ >> 32) & 0xFF; }
    [[nodiscard]] constexpr std::uint32_t kind() const { return (word_ >> 40) & 0xFF; }

    /// Two bytes that say nothing about the child: see Node::order.
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

/// Eight children. A slot without child has an empty box.
struct alignas(64) Node {
    float bounds[6][node_width]; ///< lo x, hi x, lo y, hi y, lo z, hi z
    Child children[node_width];

    /// The order in which rays of an octant meet the children, as far as one can say it for all
    /// such rays: four bits for each slot, those of the nearest child lowest, and no_slot where no
    /// child is left. There are four of them, for octants 0 to 3; rays of octant 7 - i go the other
    /// way. They stand in the spare bytes of the children.
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
/// Leaf blocks that so many shapes fill.
constexpr std::size_t blocks_for(std::size_t shapes) {
    return (shapes + leaf_lanes - 1) / leaf_lanes;
}

/// The depth that builders guarantee.
inline constexpr int built_depth = 72;
/// A root above two trees makes it one more: the size of a traversal stack.
inline constexpr int max_depth = built_depth + 1;

/// A leaf block of a shape with n rows: float rows[n][leaf_lanes], then the ids (no_id in lanes
/// that hold nothing), then the masks (0 there).
constexpr int leaf_block_floats(int rows) { return (rows + 2) * leaf_lanes; }

/// A block of a mixed leaf: shapes of any kind, each in a record of its own, and bounding spheres
/// around them, by which queries are told that come near none. Kinds stand in order, lanes that
/// hold nothing behind the others.
struct alignas(64) MixedBlock {
    float center[3][leaf_lanes];
    float radius[leaf_lanes];
    std::uint32_t id[leaf_lanes]; ///< no_id in lanes that hold nothing
    std::uint32_t mask[leaf_lanes];
    std::uint32_t kind[leaf_lanes];
    std::uint32_t unused[leaf_lanes];
    struct {
        float rows[16]; ///< as the rows of other blocks: Shape::prepare
    } record[leaf_lanes];
};
static_assert(sizeof(MixedBlock) == 384);

/// Coordinates beyond this are tested without the tree, because box tests could overflow.
inline constexpr float largest_tree_coordinate = 1152921504606846976.0f; // 2^60

/// How much a stored box grows on each side, relative to its largest coordinate: more than the
/// roundings of its sides. Those of triangles have none.
inline constexpr float box_padding = 32.0f / 16777216.0f;
/// How much boxes are larger at least: docs/semantics.md takes no s for less than 2^-50, and 2^-64
/// is 32 times as much as such shapes may be off.
inline constexpr float least_padding = 5.421010862427522e-20f; // 2^-64

/// How far the box tests of rays and sweeps look beyond boxes, and up to which distance those of
/// points: docs/numerics.md proves that so no primitive is left out that its own test would hit.
struct RayMargin {
    float by_axis;    ///< times the way from the tree's middle to the query along the same axis
    float by_largest; ///< times the longest of those three
    float by_radius;  ///< times the radius of what moves, which is part of it
    float always;
};
/// What is computed to be d away is no farther away than d + share d + always.
struct PointMargin {
    float share;
    float always;
};

/// Where the boxes of a tree are, and what follows from that for box tests.
struct TreeSpace {
    float middle[3];
    float step;         ///< u times the largest coordinate of the middle
    float lo[3], hi[3]; ///< a box that holds all shapes of the tree, to the last digit
    RayMargin rays, sweeps;
    RayMargin contacts; ///< as `sweeps`, with what shapes add to the radius of a particle
    /// Both hold; the one is for what is near. The other is for what is far: to half of the way to
    /// the float after d, besides.
    PointMargin points[2];
};
/// How much the box of an instance grows for the roundings on the way into its prototype and
/// there, relative to |position|_1 and to how far the prototype reaches: docs/numerics.md.
inline constexpr float instance_padding = 320.0f / 16777216.0f;

/// A committed scene lies in one piece of memory, nodes first, then mixed leaf blocks, then the
/// others kind by kind.
/// Children refer to it in units of so many floats.
inline constexpr int unit_floats = 4;
inline constexpr std::uint32_t node_units = sizeof(Node) / sizeof(float) / unit_floats;
inline constexpr std::uint32_t mixed_units = sizeof(MixedBlock) / sizeof(float) / unit_floats;

/// The leaf blocks of one kind. Those that the tree leads to come first; the rest are tested for
/// every query.
struct LeafArray {
    std::uint32_t first; ///< in units
    std::uint32_t in_tree;
    std::uint32_t all;
};

/// Rows of a shape: one every `stride` floats.
struct ShapePlace {
    const float* first;
    int stride;
};

struct SceneView {
    const float* memory;
    TreeSpace space; ///< of the tree, if there is one
    bool has_tree;   ///< its root is the first node
    /// A node, in units, below which there is all that a first answer may come from: the root, or
    /// its child that is without copies of shapes.
    std::uint32_t root_of_firsts;
    /// Triangles stand in several leaves, here or in a prototype: the same answer may be found
    /// several times.
    bool has_repeats;
    bool has_shapes_out_of_tree; ///< unbounded, or too far out for box tests
    LeafArray leaves[leaf_kinds];
    /// All in leaves of the tree. Their shapes are not in `leaves`.
    std::uint32_t first_mixed, mixed_blocks;

    [[nodiscard]] const float* at(std::uint32_t unit) const {
        return memory + std::size_t{unit} * unit_floats;
    }
    /// Where a question begins.
    [[nodiscard]] Child root_for_first() const { return Child::node(root_of_firsts); }
    [[nodiscard]] static Child root_for_all() { return Child::node(0); }

    [[nodiscard]] const Node& node(std::uint32_t unit) const {
        return *reinterpret_cast<const Node*>(at(unit));
    }
    [[nodiscard]] const MixedBlock& mixed(std::uint32_t unit) const {
        return *reinterpret_cast<const MixedBlock*>(at(unit));
    }

    /// Where the rows of an answer's shape are.
    /// @param unit  of its leaf block, or of its record in a mixed one
    [[nodiscard]] ShapePlace shape(std::uint32_t unit, std::uint32_t lane) const {
        const bool is_record = unit - first_mixed < mixed_blocks * mixed_units;
        return {at(unit) + lane, is_record ? 1 : leaf_lanes};
    }
};

} // namespace lanecast
