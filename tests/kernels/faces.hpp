#pragma once

#include <array>
#include <cstddef>

#include "reference/sweep.hpp"

/// The faces of a solid, each of them as an infinite surface. On an edge the normal of any face
/// that meets there is right.
namespace hostile {

struct Face {
    double height;            ///< of a point above the face
    reference::Vector normal; ///< of the face below it
    double bend;              ///< curvature there
};

struct Faces {
    std::array<Face, 6> list;
    std::size_t count;
};

Faces faces_at(const reference::Sphere& sphere, reference::Vector point);
Faces faces_at(const reference::Box& box, reference::Vector point);
Faces faces_at(const reference::Capsule& capsule, reference::Vector point);
Faces faces_at(const reference::Cylinder& cylinder, reference::Vector point);
Faces faces_at(const reference::Cone& cone, reference::Vector point);
Faces faces_at(const reference::Plane& plane, reference::Vector point);

} // namespace hostile
