#include "opponents/bullet/bullet.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <btBulletCollisionCommon.h>
#include <fmt/format.h>

#include "scalar/vector.hpp"

namespace lanecast::bench {
namespace {

using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

btVector3 vector_of(const Vec3& v) { return {v.x, v.y, v.z}; }

btTransform placed(const Vec3& position, const btQuaternion& rotation) {
    return btTransform(rotation, vector_of(position));
}

/// Bullet's capsules and cylinders lie along their local y axis.
btTransform along_axis(const Vec3& a, const Vec3& b) {
    const btVector3 axis = vector_of(b - a).normalized();
    return placed((a + b) * 0.5f, shortestArcQuat(btVector3(0, 1, 0), axis));
}

btTransform place_of(const scalar::Sphere& s) {
    return placed(s.center, btQuaternion::getIdentity());
}
btTransform place_of(const scalar::Box& s) {
    const auto& [x, y, z, w] = s.rotation;
    return placed(s.center, {x, y, z, w});
}
btTransform place_of(const scalar::Capsule& s) { return along_axis(s.a, s.b); }
btTransform place_of(const scalar::Cylinder& s) { return along_axis(s.a, s.b); }

std::unique_ptr<btCollisionShape> shape_of(const scalar::Sphere& s) {
    return std::make_unique<btSphereShape>(s.radius);
}
std::unique_ptr<btCollisionShape> shape_of(const scalar::Box& s) {
    return std::make_unique<btBoxShape>(vector_of(s.half_extents));
}
std::unique_ptr<btCollisionShape> shape_of(const scalar::Capsule& s) {
    return std::make_unique<btCapsuleShape>(s.radius, scalar::length(s.b - s.a));
}
std::unique_ptr<btCollisionShape> shape_of(const scalar::Cylinder& s) {
    return std::make_unique<btCylinderShape>(
        btVector3(s.radius, scalar::length(s.b - s.a) / 2, s.radius));
}

/// The id of the object or, for a mesh, of the triangle.
std::uint32_t id_of(const btCollisionObject& object,
                    const btCollisionWorld::LocalShapeInfo* within) {
    const int triangle = within != nullptr ? within->m_triangleIndex : 0;
    return static_cast<std::uint32_t>(object.getUserIndex() + triangle);
}

struct FirstHit : btCollisionWorld::ClosestRayResultCallback {
    using ClosestRayResultCallback::ClosestRayResultCallback;

    btScalar addSingleResult(btCollisionWorld::LocalRayResult& result, bool in_world) override {
        id = id_of(*result.m_collisionObject, result.m_localShapeInfo);
        return ClosestRayResultCallback::addSingleResult(result, in_world);
    }
    std::uint32_t id = no_id;
};

struct FirstImpact : btCollisionWorld::ClosestConvexResultCallback {
    using ClosestConvexResultCallback::ClosestConvexResultCallback;

    btScalar addSingleResult(btCollisionWorld::LocalConvexResult& result, bool in_world) override {
        id = id_of(*result.m_hitCollisionObject, result.m_localShapeInfo);
        return ClosestConvexResultCallback::addSingleResult(result, in_world);
    }
    std::uint32_t id = no_id;
};

/// The t at which a ray leaves the box; 0 if the box lies behind its origin.
float exit_from(const Bounds& box, const Vec3& origin, const Vec3& direction) {
    const auto exit = [](float o, float d, float lo, float hi) {
        return d == 0 ? std::numeric_limits<float>::infinity() : ((d > 0 ? hi : lo) - o) / d;
    };
    return std::max(0.0f, std::min({exit(origin.x, direction.x, box.lo.x, box.hi.x),
                                    exit(origin.y, direction.y, box.lo.y, box.hi.y),
                                    exit(origin.z, direction.z, box.lo.z, box.hi.z)}));
}

/// Bullet's tolerances suit objects of about a metre. The bunny is smaller, so meshes are scaled
/// up.
float scale_for(const World& world) {
    return world.indices.empty() ? 1 : 100 / extent(world.bounds());
}

class DynamicTrees : public BulletWorld {
public:
    explicit DynamicTrees(const World& world);

    void closest_hit(const RayBatch& rays, std::size_t first, std::size_t count,
                     Answers& answers) override;
    void sweep(const SweepBatch& sweeps, std::size_t first, std::size_t count,
               Answers& answers) override;
    void fly(FlyingParticles& particles, const Flight& flight, std::size_t first,
             std::size_t count) override;
    void move(const World& world) override;

private:
    template <class Shape>
    void add(const std::vector<Shape>& shapes);
    void add_mesh(const std::vector<scalar::Triangle>& triangles);
    void add_object(std::unique_ptr<btCollisionShape> shape, const btTransform& place,
                    std::size_t ids);
    void move_object(btCollisionObject& object, const btTransform& place);
    [[nodiscard]] btVector3 scaled(const Vec3& v) const { return vector_of(v * scale_); }

    float scale_;   ///< factor of all lengths
    Bounds bounds_; ///< before scaling
    std::size_t ids_ = 0;
    std::vector<std::unique_ptr<btTriangleMesh>> meshes_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btCollisionObject>> objects_; ///< must outlive the world
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btNullPairCache no_pairs_; ///< overlaps of bodies are not needed
    btDbvtBroadphase broadphase_{&no_pairs_};
    btCollisionWorld world_{&dispatcher_, &broadphase_, &configuration_};
};

DynamicTrees::DynamicTrees(const World& world) : scale_(scale_for(world)), bounds_(world.bounds()) {
    broadphase_.m_deferedcollide = true;
    for_each_kind(world, [this](const auto& shapes, std::uint32_t) { add(shapes); });
    if (!world.indices.empty())
        add_mesh(triangles_of_mesh(world));
    broadphase_.optimize();
}

template <class Shape>
void DynamicTrees::add(const std::vector<Shape>& shapes) {
    if constexpr (std::is_same_v<Shape, scalar::Triangle>)
        add_mesh(shapes);
    else
        for (const Shape& shape : shapes)
            add_object(shape_of(shape), place_of(shape), 1);
}

void DynamicTrees::add_mesh(const std::vector<scalar::Triangle>& triangles) {
    auto mesh = std::make_unique<btTriangleMesh>();
    mesh->preallocateVertices(static_cast<int>(3 * triangles.size()));
    mesh->preallocateIndices(static_cast<int>(3 * triangles.size()));
    for (const auto& [v0, v1, v2] : triangles)
        mesh->addTriangle(scaled(v0), scaled(v1), scaled(v2));
    // Bullet recommends quantised bounds, but they support less than two million triangles.
    const bool quantised = triangles.size() < 1'000'000;
    auto shape = std::make_unique<btBvhTriangleMeshShape>(mesh.get(), quantised);
    shape->setMargin(0);
    meshes_.push_back(std::move(mesh));
    add_object(std::move(shape), btTransform::getIdentity(), triangles.size());
}

void DynamicTrees::add_object(std::unique_ptr<btCollisionShape> shape, const btTransform& place,
                              std::size_t ids) {
    auto object = std::make_unique<btCollisionObject>();
    object->setCollisionShape(shape.get());
    object->setWorldTransform(place);
    object->setUserIndex(static_cast<int>(ids_));
    world_.addCollisionObject(object.get());
    shapes_.push_back(std::move(shape));
    objects_.push_back(std::move(object));
    ids_ += ids;
}

void DynamicTrees::closest_hit(const RayBatch& rays, std::size_t first, std::size_t count,
                               Answers& answers) {
    for (std::size_t i = first; i < first + count; ++i) {
        const Vec3 &o = rays.origins[i], &d = rays.directions[i];
        const float reach = 1.001f * exit_from(bounds_, o, d);
        const btVector3 from = scaled(o), to = scaled(o + d * reach);
        FirstHit hit(from, to);
        world_.rayTest(from, to, hit);
        answers.t[i] = hit.hasHit() ? hit.m_closestHitFraction * reach
                                    : std::numeric_limits<float>::infinity();
        answers.id[i] = hit.id;
    }
}

void DynamicTrees::sweep(const SweepBatch& sweeps, std::size_t first, std::size_t count,
                         Answers& answers) {
    const btSphereShape sphere(sweeps.radius * scale_);
    btTransform from = btTransform::getIdentity(), to = from;
    for (std::size_t i = first; i < first + count; ++i) {
        from.setOrigin(scaled(sweeps.centers[i]));
        to.setOrigin(scaled(sweeps.centers[i] + sweeps.displacements[i]));
        FirstImpact impact(from.getOrigin(), to.getOrigin());
        world_.convexSweepTest(&sphere, from, to, impact);
        answers.t[i] =
            impact.hasHit() ? impact.m_closestHitFraction : std::numeric_limits<float>::infinity();
        answers.id[i] = impact.id;
    }
}

void DynamicTrees::move_object(btCollisionObject& object, const btTransform& place) {
    object.setWorldTransform(place);
    world_.updateSingleAabb(&object);
}

void DynamicTrees::fly(FlyingParticles& particles, const Flight& flight, std::size_t first,
                       std::size_t count) {
    // Bullet reports a t slightly before the surface, so the next sweep starts outside.
    const btSphereShape sphere(flight.radius * scale_);
    btTransform from = btTransform::getIdentity(), to = from;
    for (std::size_t i = first; i < first + count; ++i) {
        Vec3 &place = particles.positions[i], &velocity = particles.velocities[i];
        float left = 1;
        for (std::size_t impacts = 0; impacts < flight.most_impacts && left > 0; ++impacts) {
            from.setOrigin(scaled(place));
            to.setOrigin(scaled(place + velocity * left));
            FirstImpact impact(from.getOrigin(), to.getOrigin());
            world_.convexSweepTest(&sphere, from, to, impact);
            const float t = impact.hasHit() ? impact.m_closestHitFraction : 1;
            place = place + velocity * (left * t);
            left = impact.hasHit() ? left * (1 - t) : 0;
            if (impact.hasHit()) {
                const btVector3& n = impact.m_hitNormalWorld;
                velocity = bounced(velocity, {n.x(), n.y(), n.z()}, flight.restitution);
            }
        }
    }
}

void DynamicTrees::move(const World& world) {
    bounds_ = world.bounds();
    std::size_t next = world.spheres.size();
    for (const scalar::Box& box : world.boxes)
        move_object(*objects_[next++], place_of(box));
    for (const scalar::Capsule& capsule : world.capsules)
        move_object(*objects_[next++], place_of(capsule));
}

} // namespace

std::unique_ptr<BulletWorld> make_bullet_world(const World& world) {
    return std::make_unique<DynamicTrees>(world);
}

std::string bullet_name() {
    return fmt::format("Bullet {}.{}", BT_BULLET_VERSION / 100, BT_BULLET_VERSION % 100);
}

} // namespace lanecast::bench
