#include <gtest/gtest.h>

#include "particles/flying.hpp"

// A mesh that rises through particles at rest. While shapes moved only between steps, no step knew
// that a triangle had passed a particle: all 100 were lost. Since instances move within a step
// (Scene::move), the mesh carries them.

namespace {

using namespace flying;
using namespace lanecast;

TEST(ParticlesOnARisingMesh, AreCarried) {
    const std::vector<Vec3> corners{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    const std::vector<Index3> triangles{{0, 1, 2}, {0, 2, 3}};
    Scene mesh, scene;
    mesh.add(TriangleMesh{.vertices = corners, .indices = triangles});
    mesh.commit();
    const IdRange floor = scene.add(mesh, Instances{.position = Vec3{0, 0, 0}});
    scene.commit();
    std::vector<Particle> particles(100);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const auto along = static_cast<float>(i);
        particles[i] = {.position = {-1.5f + 0.03f * along, -1.4f + 0.025f * along, 0.02f},
                        .radius = 0,
                        .restitution = 0};
    }
    float height = 0;
    for (int step = 0; step < 120; ++step) {
        height += step < 30 ? 0.0f : 0.5f / 60;
        scene.move(floor, {.position = Vec3{0, 0, height}});
        scene.commit();
        advance(scene, columns(particles), {.gravity = {0, 0, -9.81f}});
    }
    for (const Particle& particle : particles)
        ASSERT_GE(particle.position.z, height);
}

} // namespace
