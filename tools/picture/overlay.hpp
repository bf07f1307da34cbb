#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lanecast/options.hpp"
#include "lanecast/scene.hpp"

#include "tools/formats/queries.hpp"
#include "tools/picture/camera.hpp"

namespace lanecast::tools {

/// Lines and dots about a pixel wide, and arrows, drawn over a world. They are shapes of a separate
/// scene, so that the world can hide them where it is in front of them.
class Overlay {
public:
    /// @param camera must outlive the overlay
    Overlay(const Camera& camera, const Size& size)
        : camera_(camera), pixel_(camera.pixel_width(size)) {}

    /// Adds rays as far as they go: to their hit, which gets a dot, or out of the world.
    /// @returns the number of hits
    std::size_t add_rays(std::span<const Ray> rays, const World& world, const Options& options);
    /// Adds arrows along x, y and z from the lowest corner of the world. Returns where their
    /// letters go.
    struct Letter {
        Vec3 place;
        char letter;
    };
    std::vector<Letter> add_axes(const Bounds& bounds);
    void commit() { scene_.commit(); }

    [[nodiscard]] bool empty() const { return colours_.empty(); }
    [[nodiscard]] const Scene& scene() const { return scene_; }
    [[nodiscard]] const Vec3& colour(std::uint32_t id) const { return colours_[id]; }

private:
    void add_line(const Vec3& a, const Vec3& b, float pixels, const Vec3& colour);
    void add_dot(const Vec3& center, float pixels, const Vec3& colour);
    [[nodiscard]] float width_at(const Vec3& place) const;

    const Camera& camera_;
    float pixel_; ///< width at distance 1
    Scene scene_;
    std::vector<Vec3> colours_; ///< by id
};

/// The largest of 1, 2, 5, 10, 20 and so on that is at most `length`, which is positive.
[[nodiscard]] float round_length(float length);

} // namespace lanecast::tools
