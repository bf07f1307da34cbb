#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "lanecast/vectors.hpp"

#include "tools/worlds/world.hpp"

namespace lanecast::tools {

/// Width and height of a picture in pixels.
struct Size {
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
};

/// The requested camera; missing values are chosen from the scene.
struct CameraRequest {
    std::optional<Vec3d> from;
    std::optional<Vec3d> at;
    Vec3 up = {0, 1, 0};
    float fov_degrees = 40.0f; ///< between the left and the right edge of the picture

    /// `up` with length 1. @throws Failure if it is no direction
    [[nodiscard]] Vec3 unit_up() const;
};

/// A pinhole camera.
struct Camera {
    Vec3 from;
    Vec3 right; ///< these three are orthonormal
    Vec3 up;
    Vec3 forward;
    float tan_x = 0.0f; ///< half the picture's width at distance 1
    float tan_y = 0.0f;

    /// Direction through a point of the picture: (-1, -1) is its lower left corner, (1, 1) the
    /// upper right.
    [[nodiscard]] Vec3 direction(float x, float y) const;
    /// Distance of a point along `forward`.
    [[nodiscard]] float depth(const Vec3& point) const;
    /// The pixel where a point is seen, if it is in front of the camera.
    struct Pixel {
        int x, y;
    };
    [[nodiscard]] std::optional<Pixel> pixel_of(const Vec3& point, const Size& size) const;
    /// The width of a pixel at distance 1.
    [[nodiscard]] float pixel_width(const Size& size) const {
        return 2.0f * tan_x / static_cast<float>(size.width);
    }
};

/// Makes a camera. Without `from`, it looks from the front right and above, from where the visible
/// part of the world (without planes) fills the picture, and `at` has no effect.
/// @throws Failure if the request is not a valid view (from = at, numbers that are not finite ...)
[[nodiscard]] Camera make_camera(const CameraRequest& request, const World& world, const Size& size,
                                 std::uint32_t threads);

} // namespace lanecast::tools
