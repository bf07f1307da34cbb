#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <sstream>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace lanecast::tools {

/// Receives an element of the array "shapes" and its index. The element may be any JSON value.
/// Returns whether to go on.
using TakeShape = std::function<bool(const nlohmann::json& shape, std::size_t index)>;

/// The text of a world, {"origin": ..., "shapes": [...]}, where the origin may be missing.
/// Functions throw a Failure that names the file, and the line or the field, if the text is not
/// such an object, or if an object has two fields of the same name. A file that takes long shows a
/// progress bar.
class JsonWorld {
public:
    explicit JsonWorld(std::string path);

    /// Returns the origin, wherever it stands in the file. It may be any JSON value.
    [[nodiscard]] std::optional<nlohmann::json> origin();

    /// Passes on the shapes in file order. Only one of them is in memory at a time.
    void for_each_shape(const TakeShape& take);

private:
    std::string path_;
    std::size_t bytes_ = 0;
    bool may_have_origin_ = false;
    std::istringstream text_;
};

} // namespace lanecast::tools
