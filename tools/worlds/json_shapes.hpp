#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace lanecast::tools {

/// Receives an element of the array "shapes" and its index. The element may be any JSON value.
using TakeShape = std::function<void(const nlohmann::json& shape, std::size_t index)>;

/// Parses a world, {"shapes": [...]}, and passes on its shapes in file order. Only one of them is
/// in memory at a time. A file that takes long shows a progress bar.
/// @throws Failure that names the file, and the line or the field, if the text is not such an
///         object, or if an object has two fields of the same name
void for_each_shape(const std::string& path, const TakeShape& take);

} // namespace lanecast::tools
