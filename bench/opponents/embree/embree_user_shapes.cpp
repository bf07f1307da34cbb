#include "opponents/embree/embree_user_shapes.hpp"

namespace lanecast::bench {

using scalar::operator-;

TurnedBox::TurnedBox(const scalar::Box& box)
    : center(box.center), half_extents(box.half_extents), bounds(bounds_of(box)) {
    const auto& [x, y, z, w] = box.rotation;
    axes[0] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    axes[1] = {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
    axes[2] = {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
}

namespace {

template <class Shape>
bool test(const scalar::Ray& ray, const Shape& shape, float& t) {
    scalar::Hit hit;
    scalar::Loops<Shape>::closest_hit(&ray, &shape, &hit, 1);
    t = hit.t;
    return hit.id == 0;
}

template <class Shape>
bool test(const scalar::Sweep& sweep, const Shape& shape, float& t) {
    scalar::Hit hit;
    scalar::Loops<Shape>::sweep(&sweep, &shape, &hit, 1);
    t = hit.t;
    return hit.id == 0;
}

bool test(const scalar::Ray& ray, const TurnedBox& box, float& t) {
    return scalar::meets({box.into_frame(ray.origin - box.center), box.into_frame(ray.direction),
                          ray.t_min, ray.t_max},
                         box.in_frame(), t);
}

bool test(const scalar::Sweep& sweep, const TurnedBox& box, float& t) {
    return scalar::touches({box.into_frame(sweep.center - box.center),
                            box.into_frame(sweep.displacement), sweep.radius, sweep.t_max},
                           box.in_frame(), t);
}

template <class Shape>
void bounds_callback(const RTCBoundsFunctionArguments* arguments) {
    const auto& user = *static_cast<const UserShapes<Shape>*>(arguments->geometryUserPtr);
    const auto [lo, hi] =
        grown(bounds_of(user.shapes[arguments->primID]), std::max(0.0f, user.swept));
    RTCBounds& out = *arguments->bounds_o;
    out.lower_x = lo.x;
    out.lower_y = lo.y;
    out.lower_z = lo.z;
    out.upper_x = hi.x;
    out.upper_y = hi.y;
    out.upper_z = hi.z;
}

/// Tests one ray of a packet. If several t are equal, the smallest id wins, as in lanecast, or with
/// `first_found` the first hit.
template <class Shape>
void ask_one(const UserShapes<Shape>& user, const RTCIntersectFunctionNArguments& arguments,
             unsigned lane) {
    const unsigned width = arguments.N;
    RTCRayN* const ray = RTCRayHitN_RayN(arguments.rayhit, width);
    RTCHitN* const hit = RTCRayHitN_HitN(arguments.rayhit, width);
    const Vec3 origin = {RTCRayN_org_x(ray, width, lane), RTCRayN_org_y(ray, width, lane),
                         RTCRayN_org_z(ray, width, lane)};
    const Vec3 direction = {RTCRayN_dir_x(ray, width, lane), RTCRayN_dir_y(ray, width, lane),
                            RTCRayN_dir_z(ray, width, lane)};
    float& limit = RTCRayN_tfar(ray, width, lane);
    const Shape& shape = user.shapes[arguments.primID];
    const std::uint32_t id = user.first + arguments.primID;
    float t;
    const bool hits =
        user.swept < 0
            ? test(scalar::Ray{origin, direction, RTCRayN_tnear(ray, width, lane), limit}, shape, t)
            : test(scalar::Sweep{origin, direction, user.swept, limit}, shape, t);
    if (hits && (t < limit || (!user.first_found && id < RTCHitN_primID(hit, width, lane)))) {
        // With `first_found`, the margin also culls boxes that begin within rounding error before
        // t.
        limit = user.first_found ? t * 0.999999f : t;
        RTCHitN_primID(hit, width, lane) = id;
        RTCHitN_geomID(hit, width, lane) = arguments.geomID;
    }
}

template <class Shape>
void intersect_callback(const RTCIntersectFunctionNArguments* arguments) {
    const auto& user = *static_cast<const UserShapes<Shape>*>(arguments->geometryUserPtr);
    for (unsigned lane = 0; lane < arguments->N; ++lane)
        if (arguments->valid[lane] != 0)
            ask_one(user, *arguments, lane);
}

} // namespace

template <class Shape>
RTCGeometry make_user_geometry(RTCDevice device, UserShapes<Shape>& shapes) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(shapes.shapes.size()));
    rtcSetGeometryUserData(geometry, &shapes);
    rtcSetGeometryBoundsFunction(geometry, bounds_callback<Shape>, nullptr);
    rtcSetGeometryIntersectFunction(geometry, intersect_callback<Shape>);
    return geometry;
}

template RTCGeometry make_user_geometry(RTCDevice, UserShapes<scalar::Sphere>&);
template RTCGeometry make_user_geometry(RTCDevice, UserShapes<TurnedBox>&);
template RTCGeometry make_user_geometry(RTCDevice, UserShapes<scalar::Capsule>&);
template RTCGeometry make_user_geometry(RTCDevice, UserShapes<scalar::Cylinder>&);
template RTCGeometry make_user_geometry(RTCDevice, UserShapes<scalar::Triangle>&);

} // namespace lanecast::bench
