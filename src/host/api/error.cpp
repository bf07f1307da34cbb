#include "lanecast/error.hpp"

#include <utility>

namespace lanecast {

Error::Error(ErrorCode code, std::string field, std::size_t index, std::string sentence)
    : code_(code), index_(index), field_(std::move(field)), sentence_(std::move(sentence)) {}

} // namespace lanecast
