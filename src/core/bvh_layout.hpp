#pragma once

#include <cstddef>
#include <cstdint>

/// The committed scene in memory: the same for every ISA.
namespace lanecast {

/// The kinds of shapes that kernels know; a mesh is made of triangles. The order is that of the
/// variant lanecast::Shapes and of the lane wing's shape list.
enum class Kind : std::uint32_t { sphere, aabb, box, triangle };
inline constexpr int shape_kinds = 4;

/// The ways through a scene.
enum class Engine : std::uint32_t { exhaustive, single };
inline constexpr int engines = 2;

inline constexpr int node_width = 8;

/// Eight children, whose boxes are already padded. A slot without child has an empty box.
struct alignas(64) Node {
    float bounds[6][node_width];      ///< lo x, hi x, lo y, hi y, lo z, hi z
    std::uint32_t child[node_width];  ///< a node, or the first leaf block of its kind
    std::uint8_t leaf_blocks[node_width]; ///< 0: the child is a node
    std::uint8_t leaf_kind[node_width];
};
static_assert(sizeof(Node) == 256);

inline constexpr int leaf_lanes = 4;
inline constexpr int max_leaf_blocks = 255;

/// The depth that the builder guarantees, and with it the size of a traversal stack.
inline constexpr int max_depth = 64;

/// A leaf block of a shape with n rows: float rows[n][leaf_lanes], then the ids (no_id in lanes
/// that hold nothing), then the masks (0 there).
constexpr int leaf_block_floats(int rows) { return (rows + 2) * leaf_lanes; }

/// Coordinates beyond this are tested without the tree, because box tests could overflow.
inline constexpr float largest_tree_coordinate = 1152921504606846976.0f; // 2^60

/// How much a stored box grows on each side, relative to its largest coordinate, and how far the
/// box test moves a ray's origin, relative to |o|_1. docs/numerics.md proves that with these no
/// primitive is culled that its own test would hit.
inline constexpr float box_padding = 32.0f / 16777216.0f;
inline constexpr float ray_padding = 32.0f / 16777216.0f;
/// The same, absolute: so that a point at the origin has a neighbourhood, too.
inline constexpr float least_padding = 7.888609052210118e-31f; // 2^-100

/// The leaf blocks of one kind. Those that the tree leads to come first; the rest are tested for
/// every query.
struct LeafArray {
    const float* blocks;
    std::size_t in_tree;
    std::size_t all;
};

struct SceneView {
    const Node* nodes; ///< nullptr: no tree
    LeafArray leaves[shape_kinds];
};

} // namespace lanecast
