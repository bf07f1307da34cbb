#pragma once

#include <stdexcept>

namespace lanecast::tools {

/// An error that ends the program with exit code 2: one line for users that names the file and the
/// place.
class Failure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace lanecast::tools
