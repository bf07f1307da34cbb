#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "particles/flying.hpp"
#include "scene/worlds/placed_instances.hpp"

namespace worlds {

/// Three instances that a test moves: cars_ at x = 0, 100 and 200.
class MovedInstances : public PlacedInstances {
protected:
    void move(std::uint32_t id, float x) { scene_.move(id, {.position = lanecast::Vec3{x, 0, 0}}); }
    /// The x of an instance, as read() gives it.
    [[nodiscard]] float place(std::uint32_t id) const {
        std::array<lanecast::Vec3, 1> position = {};
        scene_.read(id, lanecast::InstanceOutputs{.position = position});
        return position[0].x;
    }
    [[nodiscard]] lanecast::Quaternion rotation(std::uint32_t id) const {
        std::array<lanecast::Quaternion, 1> rotation = {};
        scene_.read(id, lanecast::InstanceOutputs{.rotation = rotation});
        return rotation[0];
    }
    [[nodiscard]] bool is_seen_at(float x) const {
        return look_down(scene_, x).id != lanecast::no_id;
    }
    [[nodiscard]] std::vector<std::byte> saved() const {
        std::vector<std::byte> bytes;
        scene_.save(bytes);
        return bytes;
    }
};

/// Particles in the row of cars, each at rest.
inline std::vector<flying::Particle> particles_in_the_row() {
    std::vector<flying::Particle> particles;
    for (int i = 0; i < 200; ++i)
        particles.push_back({.position = {-30.0f + 1.5f * static_cast<float>(i),
                                          0.01f * static_cast<float>(i % 7), 0.1f},
                             .radius = 0.2f,
                             .restitution = 0.5f});
    return particles;
}

/// The particles of the row after a step of a second.
inline std::vector<flying::Particle> pushed_by(const lanecast::Scene& scene) {
    std::vector<flying::Particle> particles = particles_in_the_row();
    lanecast::advance(scene, flying::columns(particles), {.seconds = 1});
    return particles;
}

} // namespace worlds
