#include "kernels/checkers/faces.hpp"

#include "reference/axial.hpp"

namespace hostile {

using reference::Vector;

namespace {

Face nearest_face(const reference::ClosestPoint& closest, double bend) {
    return {closest.distance, closest.normal, bend};
}

} // namespace

Faces faces_at(const reference::Sphere& sphere, Vector point) {
    return {{nearest_face(closest_point(sphere, point), 1.0 / sphere.radius)}, 1};
}

Faces faces_at(const reference::Box& box, Vector point) {
    Faces faces{{}, 6};
    const Vector from_centre = point - box.centre;
    for (std::size_t i = 0; i < 3; ++i) {
        const double x = dot(box.axes[i], from_centre);
        faces.list[2 * i] = {x - box.half[i], box.axes[i], 0.0};
        faces.list[2 * i + 1] = {-x - box.half[i], -box.axes[i], 0.0};
    }
    return faces;
}

Faces faces_at(const reference::Capsule& capsule, Vector point) {
    return {{nearest_face(closest_point(capsule, point), 1.0 / capsule.radius)}, 1};
}

Faces faces_at(const reference::Cylinder& cylinder, Vector point) {
    const Vector axis = normalised(cylinder.b - cylinder.a);
    const reference::Meridian at(point, cylinder.a, axis);
    return {{{{at.along - length(cylinder.b - cylinder.a), axis, 0.0},
              {-at.along, -axis, 0.0},
              {at.aside - cylinder.radius, at.outward, 1.0 / cylinder.radius}}},
            3};
}

Faces faces_at(const reference::Cone& cone, Vector point) {
    const double height = length(cone.apex - cone.base);
    const Vector axis = (1.0 / height) * (cone.apex - cone.base);
    const reference::Meridian at(point, cone.base, axis);
    const double slant = std::hypot(height, cone.radius);
    const double above = (at.along * cone.radius + (at.aside - cone.radius) * height) / slant;
    const Vector flank = (height / slant) * at.outward + (cone.radius / slant) * axis;
    return {{{{-at.along, -axis, 0.0}, {above, flank, height / (slant * at.aside)}}}, 2};
}

Faces faces_at(const reference::Plane& plane, Vector point) {
    return {{nearest_face(closest_point(plane, point), 0.0)}, 1};
}

} // namespace hostile
