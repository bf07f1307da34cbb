#pragma once

#include <string>

namespace CLI {
class App;
}

/// Documentation for users and shells, generated from the definitions of the options.
namespace lanecast::tools {

/// The manual page lanecast(1), in the macros of man(7).
[[nodiscard]] std::string manual_page(const CLI::App& program, const std::string& version);

/// Completion for bash: commands, options, and the values of options that have few.
[[nodiscard]] std::string bash_completion(const CLI::App& program);

} // namespace lanecast::tools
