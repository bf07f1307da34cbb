#pragma once

#include <cstdint>
#include <variant>

#include "lanecast/column.hpp"
#include "lanecast/vectors.hpp"

/// Output columns of Scene::read(), one struct for each kind of shape, with the columns of its
/// batch in shapes.hpp. A column left out is not written; columns may be longer than the ids.
namespace lanecast {

/// See Surfaces.
struct SurfaceOutputs {
    Output<float> restitution = {}, friction = {};
    Output<std::uint32_t> response = {};
};

struct SphereOutputs {
    Output<Vec3> center = {};
    Output<float> radius = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
struct AabbOutputs {
    Output<Vec3> lo = {}, hi = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
struct BoxOutputs {
    Output<Vec3> center = {}, half_extents = {};
    Output<Quaternion> rotation = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
struct CapsuleOutputs {
    Output<Vec3> a = {}, b = {};
    Output<float> radius = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
struct CylinderOutputs {
    Output<Vec3> a = {}, b = {};
    Output<float> radius = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
struct ConeOutputs {
    Output<Vec3> base = {}, apex = {};
    Output<float> radius = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
/// Triangles, and the triangles of meshes.
struct TriangleOutputs {
    Output<Vec3> v0 = {}, v1 = {}, v2 = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
struct PlaneOutputs {
    Output<Vec3> normal = {};
    Output<float> offset = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
struct LineOutputs {
    Output<Vec3> point = {}, direction = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};
struct InstanceOutputs {
    Output<Vec3> position = {};
    Output<Quaternion> rotation = {};
    Output<float> scale = {};
    Output<std::uint32_t> mask = {}, user = {};
    SurfaceOutputs surface = {};
};

/// Columns for shapes of any one kind, in the order of ShapeKind without `mesh`.
using ShapeOutputs =
    std::variant<SphereOutputs, AabbOutputs, BoxOutputs, CapsuleOutputs, CylinderOutputs,
                 ConeOutputs, TriangleOutputs, PlaneOutputs, LineOutputs, InstanceOutputs>;

} // namespace lanecast
