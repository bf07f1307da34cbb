#pragma once

#include <cstdint>
#include <vector>

#include "lanecast/answers.hpp"
#include "lanecast/bounds.hpp"
#include "lanecast/shapes.hpp"

/// Instances that move in `lanecast simulate`.
namespace lanecast::tools {

/// An instance, where it starts, and how it moves from there.
struct MovingInstance {
    std::uint32_t id = no_id;
    Bounds box; ///< of the prototype, scaled
    Vec3 position;
    Quaternion rotation;
    Vec3 velocity;             ///< units per second
    Vec3 turn;                 ///< radians per second, along the axis
    float return_after = 0.0f; ///< seconds after which it goes back, then forth again; 0: never
};

/// Poses of instances at a time.
struct Poses {
    std::vector<std::uint32_t> ids;
    std::vector<Vec3> position;
    std::vector<Quaternion> rotation;

    [[nodiscard]] Instances instances() const {
        return {.position = position, .rotation = rotation};
    }
};
/// @param seconds  since the start
[[nodiscard]] Poses poses_at(const std::vector<MovingInstance>& moving, double seconds);

/// The fastest turn of an instance, in radians per second.
[[nodiscard]] float fastest_turn(const std::vector<MovingInstance>& moving);

} // namespace lanecast::tools
