#pragma once

#include <string>

#include "world.hpp"

/// Worlds as JSON: {"shapes": [...]} with a shape each of
///   {"type": "sphere", "center": [x, y, z], "radius": r}
///   {"type": "aabb", "min": [x, y, z], "max": [x, y, z]}
///   {"type": "box", "center": [x, y, z], "half_extents": [x, y, z], "rotation": [x, y, z, w]}
///   {"type": "capsule", "a": [x, y, z], "b": [x, y, z], "radius": r}
///   {"type": "cylinder", "a": [x, y, z], "b": [x, y, z], "radius": r}
///   {"type": "cone", "base": [x, y, z], "apex": [x, y, z], "radius": r}
///   {"type": "triangle", "v0": [x, y, z], "v1": [x, y, z], "v2": [x, y, z]}
///   {"type": "plane", "normal": [x, y, z], "offset": w}
///   {"type": "line", "point": [x, y, z], "direction": [x, y, z]}
///   {"type": "mesh", "file": "name.obj", "scale": 1, "translate": [x, y, z]}
///   {"type": "instance", "world": "name.json", "position": [x, y, z], "rotation": [x, y, z, w],
///    "scale": 1}
/// Of these "rotation", "scale" and "translate" may be left out. A mesh's file is looked for beside
/// the JSON; its vertices are multiplied by scale, then moved. So is the world of an instance, a
/// mesh or .json, which is loaded once for all its instances and holds none itself.
namespace lanecast::tools {

/// Whether a world may place others.
enum class Nesting { may_hold_instances, is_prototype };

/// Adds the shapes in file order: an id per shape, an instance included, and one per triangle of a
/// mesh.
/// @param engine for building prototypes
/// @throws Failure that names the file, and the line or the shape's index and field.
void add_json(World& world, const std::string& path, const Engine& engine, Nesting nesting);

} // namespace lanecast::tools
