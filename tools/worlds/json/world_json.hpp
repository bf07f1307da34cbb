#pragma once

#include <functional>
#include <string>

#include "tools/worlds/world.hpp"

/// Worlds as JSON: {"shapes": [...], "origin": [x, y, z]}, where each shape is one of
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
/// The origin is subtracted from all positions in double; "auto" chooses it, see OriginRequest. It
/// may be left out, and so may "rotation", "scale" and "translate". Files are relative to the JSON
/// file. The vertices of a mesh are multiplied by "scale", then moved by "translate". The world of
/// an instance is a mesh or a .json; it is loaded once for all its instances and contains no
/// instances itself and has no origin.
namespace lanecast::tools {

/// Advice for the mesh of an instance whose coordinates floats cannot hold.
inline constexpr const char* translation_helps =
    "place the mesh near 0 by \"translate\" in a .json world, and the instance by \"position\"";

/// Loads the world of an instance from a file.
using LoadPrototype = std::function<World(const std::string& path)>;

/// Adds the shapes in file order. Each shape or instance gets an id, and so does each triangle of a
/// mesh.
/// @param origin          overrides the one in the file
/// @param load_prototype  empty if the world itself is placed by instances, so it has none
/// @throws Failure that names the file, and the line or the shape's index and field
void add_json(World& world, const std::string& path, const OriginRequest& origin,
              const LoadPrototype& load_prototype);

} // namespace lanecast::tools
