#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "host/parallel/function_ref.hpp"
#include "host/saved/archive.hpp"
#include "host/scene/scene_data.hpp"

/// A saved scene: a header, then prototypes, shapes and the committed state.
namespace lanecast::host {

/// Offset and sizes of the fields of the header, for those who damage saved scenes.
struct SavedHeader {
    char magic[8];
    std::uint32_t byte_order, version;
    std::uint64_t layout;   ///< checksum of the constants that the layout follows from
    std::uint64_t size;     ///< in bytes, with the header
    std::uint64_t checksum; ///< of the bytes after the header
};
static_assert(sizeof(SavedHeader) == 40);

/// Passes on the bytes of a saved scene in pieces, after their number.
/// @param scene  is committed
void save_scene(const SceneData& scene, FunctionRef<void(std::size_t)> begin, TakeBytes take);

/// Returns the size that the header of a saved scene names. @throws Error if there is none
std::uint64_t saved_size(std::span<const std::byte> bytes);

/// @throws Error
std::unique_ptr<SceneData> load_scene(std::span<const std::byte> bytes);

} // namespace lanecast::host
