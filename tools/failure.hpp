#pragma once

#include <stdexcept>

namespace lanecast::tools {

/// What ends the program with exit code 2: one line for people that names the file and the place.
class Failure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace lanecast::tools
