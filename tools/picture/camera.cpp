#include "tools/picture/camera.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "lanecast/scene_queries.hpp"

#include "tools/console/failure.hpp"
#include "tools/console/vector_math.hpp"

namespace lanecast::tools {
namespace {

/// Share of the picture's width and height that a scene may fill.
constexpr float fill = 0.9f;

std::array<Vec3, 8> corners_of(const Bounds& box) {
    std::array<Vec3, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        corners[i] = {(i & 1) != 0 ? box.hi.x : box.lo.x, (i & 2) != 0 ? box.hi.y : box.lo.y,
                      (i & 4) != 0 ? box.hi.z : box.lo.z};
    }
    return corners;
}

void set_direction(Camera& camera, const Vec3& forward, const Vec3& up) {
    camera.forward = normalized(forward);
    Vec3 right = cross(camera.forward, up);
    if (length(right) < 1e-3f * length(up)) { // straight up or down
        right =
            cross(camera.forward, std::abs(up.z) > std::abs(up.y) ? Vec3{0, 1, 0} : Vec3{0, 0, -1});
    }
    camera.right = normalized(right);
    camera.up = cross(camera.right, camera.forward);
}

/// Viewing direction from slightly to the right of the front. The flatter the scene, the higher the
/// camera.
Vec3 pleasant_forward(const Bounds& box, const Vec3& up) {
    constexpr float degree = std::numbers::pi_v<float> / 180.0f;
    const Vec3 front = std::abs(up.z) > std::abs(up.y) ? Vec3{0, -1, 0} : Vec3{0, 0, 1};
    const Vec3 toward = normalized(front - up * dot(front, up));
    const Vec3 right = cross(up, toward);
    const Vec3 extent = box.hi - box.lo;
    const auto along = [&](const Vec3& axis) {
        return std::abs(axis.x) * extent.x + std::abs(axis.y) * extent.y +
               std::abs(axis.z) * extent.z;
    };
    const float wide = std::max({along(right), along(toward), along(up)});
    const float flatness = wide > 0.0f ? 1.0f - along(up) / wide : 0.0f;
    const float elevation = (18.0f + 20.0f * flatness) * degree;
    const float azimuth = 32.0f * degree;
    const Vec3 level = right * std::sin(azimuth) + toward * std::cos(azimuth);
    return (level * std::cos(elevation) + up * std::sin(elevation)) * -1.0f;
}

/// Moves the camera, without turning it, to the nearest place from which all points are within
/// `fill` of the picture. In the camera's axes a point is inside if |x - x0| <= k (z - z0). Over
/// all points, that is one bound on x0 - k z0 and one on -x0 - k z0, and at the largest z0 both
/// hold with equality. Likewise for y.
void move_to_see(Camera& camera, std::span<const Vec3> points) {
    struct Wedge {
        float k;
        float above = -std::numeric_limits<float>::infinity();
        float below = above;
        void add(float x, float z) {
            above = std::max(above, x - k * z);
            below = std::max(below, -x - k * z);
        }
        [[nodiscard]] float middle() const { return (above - below) / 2.0f; }
        [[nodiscard]] float distance() const { return -(above + below) / (2.0f * k); }
    };
    Wedge across{camera.tan_x * fill};
    Wedge upward{camera.tan_y * fill};
    for (const Vec3& p : points) {
        const Vec3 local = p - points[0];
        across.add(dot(local, camera.right), dot(local, camera.forward));
        upward.add(dot(local, camera.up), dot(local, camera.forward));
    }
    const float z = std::min(across.distance(), upward.distance());
    camera.from = points[0] + camera.right * across.middle() + camera.up * upward.middle() +
                  camera.forward * z;
}

/// Points of the world that a coarse picture shows, except points of planes, which are infinite.
std::vector<Vec3> visible_points(const Camera& camera, const Scene& scene, const Size& size,
                                 std::uint32_t threads) {
    constexpr std::uint32_t across = 192;
    const std::uint32_t upward = std::clamp(across * size.height / size.width, 1u, 4 * across);
    std::vector<Vec3> directions;
    for (std::uint32_t row = 0; row < upward; ++row) {
        for (std::uint32_t column = 0; column < across; ++column) {
            directions.push_back(camera.direction(
                (static_cast<float>(column) + 0.5f) * 2.0f / static_cast<float>(across) - 1.0f,
                (static_cast<float>(row) + 0.5f) * 2.0f / static_cast<float>(upward) - 1.0f));
        }
    }
    std::vector<float> t(directions.size());
    std::vector<std::uint32_t> id(directions.size());
    closest_hit(scene, {.origin = camera.from, .direction = directions}, {.t = t, .id = id},
                {.threads = threads});
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < t.size(); ++i)
        if (id[i] != no_id && scene.locate(id[i]).kind != ShapeKind::plane)
            points.push_back(camera.from + directions[i] * t[i]);
    return points;
}

bool is_finite(const Vec3& v) { return std::isfinite(v.x + v.y + v.z); }

} // namespace

Vec3 CameraRequest::unit_up() const {
    if (!is_finite(up) || length(up) == 0.0f)
        throw Failure("--up must be a direction");
    return normalized(up);
}

Vec3 Camera::direction(float x, float y) const {
    return forward + right * (x * tan_x) + up * (y * tan_y);
}

float Camera::depth(const Vec3& point) const { return dot(point - from, forward); }

std::optional<Camera::Pixel> Camera::pixel_of(const Vec3& point, const Size& size) const {
    const Vec3 to = point - from;
    const float far = depth(point);
    const float x = dot(to, right) / (far * tan_x), y = dot(to, up) / (far * tan_y);
    constexpr float outside = 4.0f;
    if (!(far > 0.0f) || !(std::max(std::abs(x), std::abs(y)) < outside))
        return std::nullopt;
    return Pixel{static_cast<int>((x + 1.0f) * 0.5f * static_cast<float>(size.width)),
                 static_cast<int>((1.0f - y) * 0.5f * static_cast<float>(size.height))};
}

Camera make_camera(const CameraRequest& request, const World& world, const Size& size,
                   std::uint32_t threads) {
    const Vec3 up = request.unit_up();
    const Bounds box = world.box();
    Camera camera;
    camera.tan_x = std::tan(request.fov_degrees * (std::numbers::pi_v<float> / 360.0f));
    camera.tan_y = camera.tan_x * static_cast<float>(size.height) / static_cast<float>(size.width);

    if (request.from) {
        camera.from = local(*request.from, world);
        const Vec3 at = request.at ? local(*request.at, world) : mix(box.lo, box.hi, 0.5f);
        const Vec3 forward = at - camera.from;
        if (!is_finite(forward) || length(forward) == 0.0f)
            throw Failure("--from and --at must be two different points");
        set_direction(camera, forward, up);
        return camera;
    }
    set_direction(camera, pleasant_forward(box, up), up);
    move_to_see(camera, corners_of(box));
    // The corners of the box are wider than its content: look at it and move closer.
    for (int look = 0; look < 2; ++look) {
        const std::vector<Vec3> points = visible_points(camera, world.scene, size, threads);
        if (!points.empty())
            move_to_see(camera, points);
    }
    return camera;
}

} // namespace lanecast::tools
