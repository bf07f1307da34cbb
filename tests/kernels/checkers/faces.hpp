#pragma once

#include <array>
#include <cstddef>

#include "reference/sweep.hpp"

/// The faces of a solid, each as an infinite surface. On an edge, the normal of any adjacent face
/// is right.
namespace hostile {

struct Face {
    double height;            ///< height of a point above the face
    reference::Vector normal; ///< outward normal of the face below the point
    double bend;              ///< curvature of the face there
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
