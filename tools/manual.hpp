#pragma once

#include <string>

namespace CLI {
class App;
}

/// What people and shells may know of the program, made of the definitions of its options.
namespace lanecast::tools {

/// The manual page lanecast(1), in the macros of man(7).
[[nodiscard]] std::string manual_page(const CLI::App& program, const std::string& version);

/// For bash: commands, options, and values where there are few.
[[nodiscard]] std::string bash_completion(const CLI::App& program);

} // namespace lanecast::tools
