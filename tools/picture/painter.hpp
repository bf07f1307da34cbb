#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/console/vector_math.hpp"
#include "tools/formats/queries.hpp"
#include "tools/picture/camera.hpp"
#include "tools/picture/image.hpp"
#include "tools/picture/overlay.hpp"
#include "tools/picture/shading.hpp"
#include "tools/picture/view_request.hpp"
#include "tools/worlds/world.hpp"

namespace lanecast::tools {

/// A floor below the world. In pictures it fades with the distance.
struct Floor {
    Vec3 point;
    Vec3 up;
    float fade_distance;

    /// Returns where a ray hits the floor; infinity if it does not.
    [[nodiscard]] float hit(const Vec3& origin, const Vec3& direction) const {
        const float fall = -dot(direction, up);
        const float above = dot(origin - point, up);
        return fall > 0.0f && above > 0.0f ? above / fall : std::numeric_limits<float>::infinity();
    }
};

/// Returns the floor of a world, unless the request excludes it or the world has no bounds.
[[nodiscard]] std::optional<Floor> floor_of(const ViewRequest& request, const World& world);

/// The samples of some rows of the picture and what they hit; one element per sample.
struct Samples {
    std::vector<Vec3> direction;
    std::vector<float> t_min;
    std::vector<float> t_max;
    std::vector<std::uint32_t> mask; ///< 0: the whole ray is cut away
    std::vector<float> t;
    std::vector<std::uint32_t> id;
    std::vector<Vec3> normal;
    std::vector<std::uint32_t> flags;
    std::vector<float> overlay_t;
    std::vector<std::uint32_t> overlay_id;
    std::vector<std::uint8_t> faces_sun;
    std::vector<Vec3> shadow_origin;
    std::vector<float> shadow_t_max;
    std::vector<std::uint32_t> shadow_mask; ///< 0: no shadow ray is needed
    std::vector<std::uint8_t> shadowed;

    void resize(std::size_t count) {
        direction.resize(count);
        t_min.resize(count);
        t_max.resize(count);
        mask.resize(count);
        t.resize(count);
        id.resize(count);
        normal.resize(count);
        flags.resize(count);
        overlay_t.resize(count);
        overlay_id.resize(count);
        faces_sun.resize(count);
        shadow_origin.resize(count);
        shadow_t_max.resize(count);
        shadow_mask.resize(count);
        shadowed.resize(count);
    }
};

/// Draws pictures of a world: one ray per sample for visibility, another one for the shadow.
class Painter {
public:
    /// Chooses the camera by the request.
    Painter(const ViewRequest& request, const World& world);
    Painter(const ViewRequest& request, const World& world, const Camera& camera);

    Image paint();

    /// Adds rays to draw over the world; call before paint().
    void add_rays(std::span<const Ray> rays, const std::string& name);
    void add_axes() { letters_ = overlay_.add_axes(world_.box()); }

    [[nodiscard]] const Camera& camera() const { return camera_; }
    void report() const;

private:
    void letter(Image& image);

    /// Limits the rays to what the clip plane leaves of them.
    void clip();

    void aim(std::uint32_t first_row, std::uint32_t rows);

    void cast();

    /// Adds the floor where nothing was hit, and moves the start of shadow rays slightly off the
    /// surfaces.
    void prepare_shadows();

    void shade(Image& image);

    /// Blends the overlay over a sample; it shines through the world in front of it.
    Vec3 with_overlay(std::size_t i, const Vec3& behind) const;

    Vec3 colour(std::size_t i);

    /// Colour of the shape that was located last.
    [[nodiscard]] Vec3 own_colour() const;

    const ViewRequest& request_;
    std::optional<ClipPlane> clip_;
    const World& world_;
    const Scene& scene_;
    Camera camera_;
    Vec3 up_;
    Lighting lighting_;
    Options options_;
    Overlay overlay_;
    std::vector<Overlay::Letter> letters_;
    Vec3 center_;
    float radius_ = 1.0f;
    std::optional<Floor> floor_;
    Samples samples_;
    Location located_;
    const MeshFaces* faces_ = nullptr; ///< of the shape located last, if it is a mesh
    Summary sight_;
    Summary shadow_;
    std::size_t shadow_queries_ = 0;
    double seconds_ = 0.0;
};

} // namespace lanecast::tools
