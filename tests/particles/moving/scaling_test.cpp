#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "particles/moving/bodies.hpp"

// A world in other units moves in the same way: if all lengths are multiplied by a power of two,
// positions and velocities are the same multiples, bit for bit. A tolerance of a fixed length
// somewhere would break this.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

enum class Scaled { prototypes, instances };

class World {
public:
    World(float unit, Scaled scaled)
        : unit_(unit), part_(scaled == Scaled::prototypes ? unit : 1),
          scale_(scaled == Scaled::prototypes ? 1 : unit) {
        const auto at = [&](float x, float y, float z) {
            return plus({}, double{part_}, {x, y, z});
        };
        Scene solids, mesh;
        solids.add(Aabbs{.lo = at(-1, -1, -0.1f), .hi = at(1, 1, 0.1f)});
        solids.add(Spheres{.center = at(0, 0, 0.5f), .radius = 0.5f * part_});
        solids.add(Cones{.base = at(0, 0, 0), .apex = at(0, 1, 0), .radius = 0.4f * part_});
        solids.commit();
        const std::vector<Vec3> corners{at(-1, -1, 0), at(1, -1, 0), at(1, 1, 0), at(-1, 1, 0)};
        const std::vector<Index3> triangles{{0, 1, 2}, {0, 2, 3}};
        mesh.add(TriangleMesh{.vertices = corners, .indices = triangles});
        mesh.add(Capsules{.a = at(-1, 0, 0), .b = at(1, 0, 0), .radius = 0.1f * part_});
        mesh.add(Cylinders{.a = at(0, 0, 0), .b = at(0, 0, 1), .radius = 0.2f * part_});
        mesh.commit();
        add(make_room(4 * part_), {});
        for (int i = 0; i < 10; ++i)
            add(i % 2 == 0 ? mesh : solids, numbers_.in_cube(3));
        scene_.commit();
        for (int i = 0; i < 200; ++i)
            particles.push_back({.position = scaled_by_unit(numbers_.in_cube(2.5f)),
                                 .velocity = scaled_by_unit(numbers_.in_cube(i % 3 ? 5 : 60)),
                                 .radius = i % 4 ? unit_ * numbers_.between(0.01f, 0.2f) : 0,
                                 .restitution = numbers_.between(0, 1),
                                 .friction = numbers_.between(0, 1),
                                 .response = static_cast<Response>(i % 9 == 0 ? 4 : i % 2)});
    }
    std::size_t step() {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            places_[i] = plus(places_[i], 0.1, numbers_.in_cube(1));
            angles_[i] += i % 3 == 0 ? 0.3 : 0.02;
            bodies_[i].move_to(scaled_by_unit(places_[i]), about({1, 2, 3}, angles_[i]));
        }
        scene_.commit();
        return advance(scene_, columns(particles),
                       {.gravity = scaled_by_unit(falling),
                        .drag = 0.1f,
                        .skin = unit_ * 1e-3f,
                        .max_push_out_speed = unit_ * 10,
                        .rest_speed = unit_ * 0.01f})
            .contacts;
    }
    std::vector<Particle> particles;

private:
    [[nodiscard]] Vec3 scaled_by_unit(Vec3 v) const { return plus({}, double{unit_}, v); }
    void add(const Scene& prototype, Vec3 place) {
        bodies_.emplace_back(scene_, prototype, scaled_by_unit(place), Quaternion{}, scale_);
        places_.push_back(place);
        angles_.push_back(0);
    }

    float unit_, part_, scale_;
    Numbers numbers_{23};
    Scene scene_;
    std::vector<Body> bodies_;
    std::vector<Vec3> places_;
    std::vector<double> angles_;
};

TEST(ParticlesInOtherUnits, MoveInTheSameWay) {
    for (const int power : {-20, -3, 3, 20})
        for (const Scaled scaled : {Scaled::prototypes, Scaled::instances}) {
            const float unit = std::ldexp(1.0f, power);
            World world(1, scaled), other(unit, scaled);
            std::size_t contacts = 0;
            for (int i = 0; i < 40; ++i) {
                const std::size_t now = world.step();
                contacts += now;
                ASSERT_EQ(other.step(), now) << power << ", step " << i;
                for (std::size_t k = 0; k < world.particles.size(); ++k) {
                    const Particle &a = world.particles[k], &b = other.particles[k];
                    ASSERT_EQ(plus({}, double{unit}, a.position), b.position) << power << " " << k;
                    ASSERT_EQ(plus({}, double{unit}, a.velocity), b.velocity) << power << " " << k;
                    ASSERT_EQ(a.flags, b.flags) << power << " " << k;
                }
            }
            EXPECT_GT(contacts, 2000u);
        }
}

} // namespace
