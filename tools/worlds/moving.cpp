#include "tools/worlds/moving.hpp"

#include <algorithm>
#include <cmath>

#include "tools/console/vector_math.hpp"

namespace lanecast::tools {
namespace {

/// Seconds for which an instance has moved forth and not back.
double passed(const MovingInstance& instance, double seconds) {
    const double forth = instance.return_after;
    if (forth <= 0.0)
        return seconds;
    const double in_turn = std::fmod(seconds, 2.0 * forth);
    return std::min(in_turn, 2.0 * forth - in_turn);
}

/// The rotation by a vector, after another rotation.
Quaternion after(const Quaternion& q, const Vec3& turn, double times) {
    const double angle = double{length(turn)} * times;
    if (angle == 0.0)
        return q;
    const auto cosine = static_cast<float>(std::cos(angle / 2));
    const Vec3 sine = normalized(turn) * static_cast<float>(std::sin(angle / 2));
    const Vec3 axis = {q.x, q.y, q.z};
    const Vec3 v = sine * q.w + axis * cosine + cross(sine, axis);
    return {v.x, v.y, v.z, cosine * q.w - dot(sine, axis)};
}

} // namespace

Poses poses_at(const std::vector<MovingInstance>& moving, double seconds) {
    Poses poses;
    for (const MovingInstance& instance : moving) {
        const double time = passed(instance, seconds);
        poses.ids.push_back(instance.id);
        poses.position.push_back(instance.position + instance.velocity * static_cast<float>(time));
        poses.rotation.push_back(after(instance.rotation, instance.turn, time));
    }
    return poses;
}

float fastest_turn(const std::vector<MovingInstance>& moving) {
    float fastest = 0.0f;
    for (const MovingInstance& instance : moving)
        fastest = std::max(fastest, length(instance.turn));
    return fastest;
}

} // namespace lanecast::tools
