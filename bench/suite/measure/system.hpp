#pragma once

#include <cstddef>
#include <string>

/// Facts about this machine that its operating system knows.
namespace lanecast::bench {

/// The memory of the machine.
std::size_t memory_bytes();

/// The system and its version, such as "Linux 6.1.0".
std::string system_name();

} // namespace lanecast::bench
