#pragma once

#include <string>

#include "tools/worlds/world.hpp"

/// Worlds as Scene::save() writes them, followed by what the program knows of them besides: origin,
/// bounds, and the faces of meshes as CBOR (RFC 8949), behind a mark, its size and its checksum.
namespace lanecast::tools {

inline constexpr const char* saved_world_ending = ".lanecast";

/// @throws Failure unless a path ends as those of saved worlds
void check_saved_world_path(const std::string& path);

/// Writes a world as a whole or not at all. @returns the size of the file. @throws Failure
std::size_t save_world(const World& world, const std::string& path);

/// Fills a world from a file of save_world() or of Scene::save(). Its scene is committed.
/// @param origin  must be unspecified: the file has one. @throws Failure
void load_saved_world(World& world, const std::string& path, const OriginRequest& origin);

} // namespace lanecast::tools
