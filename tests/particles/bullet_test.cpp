#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include <btBulletDynamicsCommon.h>

#include "particles/flying.hpp"

// A single ball, simulated by Bullet's rigid bodies and by advance(). Bullet lets bodies overlap
// for a step, here by up to 0.003 m, and only then turns them back. Therefore a bounce starts that
// much too late and too deep.

namespace {

using namespace flying;
using namespace lanecast;

constexpr float seconds = 1.0f / 1920, gravity = -10, radius = 0.25f;

/// One ball above one obstacle that stands still.
class Bullet {
public:
    Bullet(std::unique_ptr<btCollisionShape> obstacle, const btTransform& place,
           const Particle& ball)
        : obstacle_(std::move(obstacle)), ball_shape_(ball.radius),
          obstacle_body_(body(0, place, *obstacle_)),
          ball_(body(1, btTransform(btQuaternion::getIdentity(), vector(ball.position)),
                     ball_shape_)) {
        world_.setGravity({0, 0, gravity});
        for (btRigidBody* const one : {&obstacle_body_, &ball_}) {
            // Bullet multiplies the values of both bodies.
            one->setRestitution(one == &ball_ ? ball.restitution : 1);
            one->setFriction(one == &ball_ ? ball.friction : 1);
            // Otherwise a ball that is about to touch is turned back early and too slowly.
            one->setContactProcessingThreshold(0);
            world_.addRigidBody(one);
        }
        ball_.setAngularFactor(0); // particles do not spin
        ball_.setLinearVelocity(vector(ball.velocity));
        ball_.setActivationState(DISABLE_DEACTIVATION);
        btContactSolverInfo& solver = world_.getSolverInfo();
        solver.m_restitutionVelocityThreshold = 0;
        // Bullet's correction of overlaps would let a ball bounce higher, whatever the step.
        solver.m_erp2 = 0;
    }
    ~Bullet() {
        world_.removeRigidBody(&ball_);
        world_.removeRigidBody(&obstacle_body_);
    }
    Bullet(const Bullet&) = delete;
    Bullet& operator=(const Bullet&) = delete;

    Vec3 step() {
        world_.stepSimulation(seconds, 0);
        const btVector3& at = ball_.getWorldTransform().getOrigin();
        return {at.x(), at.y(), at.z()};
    }

private:
    static btVector3 vector(Vec3 v) { return {v.x, v.y, v.z}; }
    static btRigidBody::btRigidBodyConstructionInfo body(float mass, const btTransform& place,
                                                         btCollisionShape& shape) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape);
        info.m_startWorldTransform = place;
        return info;
    }

    std::unique_ptr<btCollisionShape> obstacle_;
    btSphereShape ball_shape_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    btRigidBody obstacle_body_, ball_;
};

/// The largest distance between the balls of both simulations in the given number of steps.
double apart(const char* what, const Scene& scene, Bullet& bullet, const Particle& ball,
             int steps) {
    std::vector<Particle> particles = {ball};
    double most = 0, way = 0;
    Vec3 before = ball.position;
    for (int i = 0; i < steps; ++i) {
        advance(scene, columns(particles), {.seconds = seconds, .gravity = {0, 0, gravity}});
        const Vec3 theirs = bullet.step();
        most = std::max(most, length(minus(particles[0].position, theirs)));
        way += length(minus(theirs, before));
        before = theirs;
    }
    std::printf("%s: %.3f m apart at most, over %.2f m\n", what, most, way);
    return most;
}

const btTransform here = btTransform::getIdentity();

TEST(ParticlesAndBullet, AgreeOnABallThatBouncesOnAFloor) {
    const Particle ball = {
        .position = {0, 0, 2}, .velocity = {1, 0, 0}, .radius = radius, .restitution = 0.5f};
    Scene scene;
    scene.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    scene.commit();
    Bullet bullet(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), 0), here, ball);
    EXPECT_LE(apart("floor", scene, bullet, ball, 5760), 0.01);
}

TEST(ParticlesAndBullet, AgreeOnABallThatIsRubbedDownASlope) {
    const Particle ball = {.position = {-0.5f * radius, 0, 0.8660254f * radius},
                           .radius = radius,
                           .restitution = 0,
                           .friction = 0.3f};
    Scene scene;
    scene.add(Planes{.normal = {-0.5f, 0, 0.8660254f}, .offset = 0});
    scene.commit();
    Bullet bullet(std::make_unique<btStaticPlaneShape>(btVector3(-0.5f, 0, 0.8660254f), 0), here,
                  ball);
    // a t^2 / 2 with a = g (sin 30 - 0.3 cos 30), after 2 s. Bullet's Euler steps are ahead of that
    // by a dt t / 2 = 0.00125 m.
    EXPECT_LE(apart("slope", scene, bullet, ball, 3840), 0.0015);
    std::vector<Particle> particles = {ball};
    for (int i = 0; i < 3840; ++i)
        advance(scene, columns(particles), {.seconds = seconds, .gravity = {0, 0, gravity}});
    EXPECT_NEAR(length(minus(particles[0].position, ball.position)), 4.803848, 0.0005);
}

TEST(ParticlesAndBullet, AgreeOnABallThatDropsOnABall) {
    const Particle ball = {.position = {0.3f, 0, 3}, .radius = radius, .restitution = 0.8f};
    Scene scene;
    scene.add(Spheres{.center = {0, 0, 0}, .radius = 1});
    scene.commit();
    Bullet bullet(std::make_unique<btSphereShape>(1.0f), here, ball);
    EXPECT_LE(apart("ball", scene, bullet, ball, 1920), 0.01);
}

TEST(ParticlesAndBullet, AgreeOnABallThatDropsOnTheEdgeOfABox) {
    const Particle ball = {.position = {1.1f, 0, 3}, .radius = radius, .restitution = 0.8f};
    Scene scene;
    scene.add(Aabbs{.lo = {-1, -1, -1}, .hi = {1, 1, 1}});
    scene.commit();
    auto box = std::make_unique<btBoxShape>(btVector3(1, 1, 1));
    box->setMargin(0); // a margin would round the edges
    Bullet bullet(std::move(box), here, ball);
    EXPECT_LE(apart("edge", scene, bullet, ball, 1920), 0.03);
}

} // namespace
