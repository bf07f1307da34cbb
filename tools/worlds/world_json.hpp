#pragma once

#include <functional>
#include <string>

#include "tools/worlds/world.hpp"

/// Worlds as JSON: {"shapes": [...]}, where each shape is one of
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
/// "rotation", "scale" and "translate" may be left out. Files are relative to the JSON file. The
/// vertices of a mesh are multiplied by "scale", then moved by "translate". The world of an
/// instance is a mesh or a .json; it is loaded once for all its instances and contains no instances
/// itself.
namespace lanecast::tools {

/// Loads the world of an instance from a file.
using LoadPrototype = std::function<World(const std::string& path)>;

/// Adds the shapes in file order. Each shape or instance gets an id, and so does each triangle of a
/// mesh.
/// @param load_prototype  empty if the world itself is placed by instances, so it has none
/// @throws Failure that names the file, and the line or the shape's index and field
void add_json(World& world, const std::string& path, const LoadPrototype& load_prototype);

} // namespace lanecast::tools
