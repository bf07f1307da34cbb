#pragma once

#include <string>

#include "suite/result.hpp"

namespace lanecast::bench {

/// As results/schema.json says, with a line break at the end.
[[nodiscard]] std::string to_json(const Result& result);

/// @param name of the file, for what is wrong with it
/// @throws tools::Failure if it is no result, or one of another schema
[[nodiscard]] Result from_json(const std::string& text, const std::string& name);

} // namespace lanecast::bench
