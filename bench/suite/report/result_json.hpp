#pragma once

#include <string>
#include <vector>

#include "suite/report/compare.hpp"
#include "suite/report/result.hpp"

namespace lanecast::bench {

/// JSON as results/schema.json defines it, with a newline at the end.
[[nodiscard]] std::string to_json(const Result& result);

/// Results and their comparison, in the form that page/page.js reads.
[[nodiscard]] std::string to_json(const std::vector<Compared>& results);

/// Parses a result.
/// @param name  of the file, for error messages
/// @throws tools::Failure if the text is no result, or one of another schema
[[nodiscard]] Result from_json(const std::string& text, const std::string& name);

} // namespace lanecast::bench
