// 100,000 balls fall onto a triangle mesh and come to rest on it. Each time step is one call, and
// no ball ever passes through the mesh.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

struct Ball {
    Vec3 position, velocity;
};

constexpr std::uint32_t cells = 128;

float height(float x, float y) { return std::sin(x) * std::cos(0.7f * y) + 0.3f * std::sin(3 * y); }

int main() {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    for (std::uint32_t i = 0; i <= cells; ++i)
        for (std::uint32_t k = 0; k <= cells; ++k) {
            const float x = 0.1f * static_cast<float>(i), y = 0.1f * static_cast<float>(k);
            vertices.push_back({x, y, height(x, y)});
            if (const std::uint32_t at = i * (cells + 1) + k; i < cells && k < cells) {
                triangles.push_back({at, at + cells + 1, at + 1});
                triangles.push_back({at + 1, at + cells + 1, at + cells + 2});
            }
        }
    Scene level;
    level.add(TriangleMesh{.vertices = vertices, .indices = triangles});
    level.commit();

    std::vector<Ball> balls;
    for (int i = 0; i < 100'000; ++i) // all over the level, at different heights
        balls.push_back(
            {{3 + 0.0184f * static_cast<float>(i % 373), 3 + 0.0251f * static_cast<float>(i % 271),
              3 + 0.01f * static_cast<float>(i % 997)},
             {0, 0, 0}});
    StepSummary step;
    for (int frame = 0; frame < 300; ++frame)
        step = advance(level,
                       {.position = field(balls, &Ball::position),
                        .velocity = field(balls, &Ball::velocity),
                        .radius = 0.02f,
                        .restitution = 0.3f,
                        .friction = 0.9f},
                       {.seconds = 1.0f / 60, .gravity = {0, 0, -9.81f}});
    std::size_t under = 0;
    for (const Ball& ball : balls)
        under += ball.position.z < -1.31f; // below the lowest valley
    std::printf("%zu of %zu balls lie still, %zu fell through\n", step.resting, step.particles,
                under);
}
