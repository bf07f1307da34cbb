#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/ids.hpp"
#include "lanecast/vectors.hpp"

#include "tools/meshes/mesh.hpp"
#include "tools/picture/camera.hpp"

/// Light and colour of `lanecast view`. Colours are linear light; to_srgb() converts them to
/// pixels.
namespace lanecast::tools {

/// One sun, a sky, and the ground's reflection.
class Lighting {
public:
    /// The sun stands behind the camera, high on the left.
    explicit Lighting(const Camera& camera, const Vec3& up);

    [[nodiscard]] const Vec3& sun() const { return sun_; } ///< the direction to it

    [[nodiscard]] Vec3 sky(const Vec3& direction) const;
    /// Light that a surface reflects.
    /// @param sunlit whether nothing is between it and the sun
    [[nodiscard]] Vec3 surface(const Vec3& colour, const Vec3& normal, bool sunlit) const;

private:
    Vec3 sun_;
    Vec3 up_;
    Vec3 to_camera_;
};

/// A colour for each kind of shape, slightly different for each id; a mesh has one colour.
[[nodiscard]] Vec3 colour_of(const Location& location);

/// Colour of a material: its own, or one derived from its name.
[[nodiscard]] Vec3 colour_of(const Material& material);

/// Compresses highlights and applies the sRGB curve: 0 to 255.
/// @param dither 0 to 1, should differ from pixel to pixel, which keeps slow gradients from banding
[[nodiscard]] std::uint8_t to_srgb(float light, float dither);

/// Uniform noise of 0 to 1 for dithering.
[[nodiscard]] float dither_at(std::size_t pixel);

} // namespace lanecast::tools
