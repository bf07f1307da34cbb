#include "tools/picture/painter.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lanecast/scene_queries.hpp"

#include "tools/console/clock.hpp"
#include "tools/console/progress.hpp"
#include "tools/console/report.hpp"
#include "tools/console/text.hpp"
#include "tools/picture/lettering.hpp"

namespace lanecast::tools {

std::optional<Floor> floor_of(const ViewRequest& request, const World& world) {
    if (!request.floor || !world.has_bounds())
        return std::nullopt;
    const Bounds& box = world.bounds;
    const Vec3 up = request.camera.unit_up();
    const Vec3 half = (box.hi - box.lo) * 0.5f;
    const float radius = length(half);
    const float down = std::abs(up.x) * half.x + std::abs(up.y) * half.y + std::abs(up.z) * half.z +
                       1e-3f * radius;
    return Floor{mix(box.lo, box.hi, 0.5f) - up * down, up, 4.0f * radius};
}

Painter::Painter(const ViewRequest& request, const World& world)
    : Painter(request, world,
              make_camera(request.camera, world, request.size, request.engine.threads)) {}

Painter::Painter(const ViewRequest& request, const World& world, const Camera& camera)
    : request_(request), world_(world), scene_(world.scene), camera_(camera),
      up_(request.camera.unit_up()),
      lighting_(camera_, up_), options_{.threads = request.engine.threads},
      overlay_(camera_, request.size), floor_(floor_of(request, world)) {
    if (request.clip)
        clip_ = request.clip->relative_to(world.origin);
    if (world.has_bounds()) {
        center_ = mix(world.bounds.lo, world.bounds.hi, 0.5f);
        radius_ = 0.5f * length(world.bounds.hi - world.bounds.lo);
    }
}

Image Painter::paint() {
    const Size& size = request_.size;
    const std::size_t row_samples =
        static_cast<std::size_t>(size.width) * request_.samples * request_.samples;
    // A few large batches; a picture of usual size is a single one.
    constexpr std::size_t most_samples = 1 << 22;
    const auto rows_at_once =
        static_cast<std::uint32_t>(std::max<std::size_t>(1, most_samples / row_samples));
    overlay_.commit();
    Image image{size.width, size.height, {}};
    image.rgb.reserve(std::size_t{3} * size.width * size.height);
    Progress progress("painting", size.height);
    for (std::uint32_t row = 0; row < size.height; row += rows_at_once) {
        const std::uint32_t rows = std::min(rows_at_once, size.height - row);
        samples_.resize(rows * row_samples);
        aim(row, rows);
        cast();
        shade(image);
        progress.advance(rows);
    }
    letter(image);
    return image;
}

void Painter::add_rays(std::span<const Ray> rays, const std::string& name) {
    const std::size_t hits = overlay_.add_rays(rays, world_, options_);
    say("drawn  {}: {} rays, {} hits\n", name, rays.size(), hits);
}

void Painter::report() const {
    const std::size_t all = sight_.queries + shadow_queries_;
    say("view   {} camera rays, {} hits, {} invalid; {} shadow rays, {} blocked\n", sight_.queries,
        sight_.hits, sight_.invalid, shadow_queries_, shadow_.hits);
    say("cast   {}: {:.3f} s, {} Mrays/s\n", describe(request_.engine), seconds_,
        plain(seconds_ > 0.0 ? static_cast<double>(all) * 1e-6 / seconds_ : 0.0));
    if (sight_.hits == 0) {
        say("       nothing is in sight: {}\n",
            scene_.size() == 0 ? "the world has no shapes" : "see --from, --at and --fov");
    }
}

void Painter::letter(Image& image) {
    for (const Overlay::Letter& l : letters_) {
        if (const auto at = camera_.pixel_of(l.place, request_.size)) {
            const int height = letter_height(image);
            draw_text(image, at->x - height / 3, at->y - height / 2, {&l.letter, 1});
        }
    }
    if (request_.scale_bar) {
        const Vec3 middle = mix(world_.box().lo, world_.box().hi, 0.5f);
        const float pixel =
            camera_.pixel_width(request_.size) * std::max(camera_.depth(middle), 1e-30f);
        const float bar = round_length(0.3f * static_cast<float>(request_.size.width) * pixel);
        const std::string text = fmt::format("{:g}", bar);
        draw_scale(image, static_cast<int>(bar / pixel), text);
        say("scale  the bar is {} long in the middle of the world\n", text);
    }
}

void Painter::clip() {
    for (std::size_t i = 0; i < samples_.direction.size(); ++i) {
        const ClipPlane::Part part =
            clip_ ? clip_->part_of(camera_.from, samples_.direction[i])
                  : ClipPlane::Part{0.0f, std::numeric_limits<float>::infinity()};
        samples_.t_min[i] = part.empty() ? 0.0f : part.t_min;
        samples_.t_max[i] = part.empty() ? 0.0f : part.t_max;
        samples_.mask[i] = part.empty() ? 0 : all_layers;
    }
}

void Painter::aim(std::uint32_t first_row, std::uint32_t rows) {
    const std::uint32_t n = request_.samples;
    const auto place = [n](std::uint32_t pixel, std::uint32_t sample, std::uint32_t pixels) {
        const float at =
            static_cast<float>(pixel) + (static_cast<float>(sample) + 0.5f) / static_cast<float>(n);
        return at * 2.0f / static_cast<float>(pixels) - 1.0f;
    };
    std::size_t i = 0;
    for (std::uint32_t row = first_row; row < first_row + rows; ++row) {
        for (std::uint32_t column = 0; column < request_.size.width; ++column) {
            for (std::uint32_t s = 0; s < n * n; ++s) {
                samples_.direction[i++] =
                    camera_.direction(place(column, s % n, request_.size.width),
                                      -place(row, s / n, request_.size.height));
            }
        }
    }
}

void Painter::cast() {
    clip();
    Stopwatch clock;
    const Summary seen = closest_hit(
        scene_,
        {.origin = camera_.from,
         .direction = samples_.direction,
         .t_min = samples_.t_min,
         .t_max = samples_.t_max,
         .mask = samples_.mask},
        {.t = samples_.t, .id = samples_.id, .normal = samples_.normal, .flags = samples_.flags},
        options_);
    if (!overlay_.empty()) {
        closest_hit(overlay_.scene(), {.origin = camera_.from, .direction = samples_.direction},
                    {.t = samples_.overlay_t, .id = samples_.overlay_id}, options_);
    }
    seconds_ += clock.seconds();
    sight_.queries += seen.queries;
    sight_.hits += seen.hits;
    sight_.invalid += seen.invalid;

    prepare_shadows();
    clock.restart();
    const Summary blocked = occluded(scene_,
                                     {.origin = samples_.shadow_origin,
                                      .direction = lighting_.sun(),
                                      .t_max = samples_.shadow_t_max,
                                      .mask = samples_.shadow_mask},
                                     samples_.shadowed, options_);
    seconds_ += clock.seconds();
    shadow_.hits += blocked.hits;
}

void Painter::prepare_shadows() {
    for (std::size_t i = 0; i < samples_.t.size(); ++i) {
        if (samples_.id[i] == no_id && floor_) {
            samples_.t[i] = floor_->hit(camera_.from, samples_.direction[i]);
            samples_.normal[i] = up_;
        }
        // Where the plane cuts through a solid, the cut face is visible.
        if (clip_ && samples_.t_min[i] > 0.0f && (samples_.flags[i] & flag::inside) != 0)
            samples_.normal[i] = normalized(clip_->normal);
        const float t = samples_.t[i];
        const Vec3& normal = samples_.normal[i];
        const bool faces_sun = std::isfinite(t) && dot(normal, lighting_.sun()) > 0.0f;
        samples_.faces_sun[i] = faces_sun;
        samples_.shadow_mask[i] = faces_sun ? all_layers : 0;
        shadow_queries_ += faces_sun;
        const Vec3 along = samples_.direction[i] * (faces_sun ? t : 0.0f);
        const float off = 2e-5f * (length(along) + radius_);
        samples_.shadow_origin[i] = camera_.from + along + normal * off;
        samples_.shadow_t_max[i] = std::numeric_limits<float>::infinity();
        if (clip_ && faces_sun) {
            const auto part = clip_->part_of(samples_.shadow_origin[i], lighting_.sun());
            samples_.shadow_t_max[i] = part.t_max;
            samples_.shadow_mask[i] = part.empty() ? 0 : all_layers;
        }
    }
}

void Painter::shade(Image& image) {
    const std::size_t per_pixel = std::size_t{request_.samples} * request_.samples;
    for (std::size_t first = 0; first < samples_.t.size(); first += per_pixel) {
        Vec3 sum;
        for (std::size_t i = first; i < first + per_pixel; ++i)
            sum = sum + with_overlay(i, colour(i));
        const Vec3 mean = sum * (1.0f / static_cast<float>(per_pixel));
        for (const float light : {mean.x, mean.y, mean.z})
            image.rgb.push_back(to_srgb(light, dither_at(image.rgb.size())));
    }
}

Vec3 Painter::with_overlay(std::size_t i, const Vec3& behind) const {
    if (overlay_.empty() || samples_.overlay_id[i] == no_id)
        return behind;
    constexpr float hidden = 0.25f;
    return mix(behind, overlay_.colour(samples_.overlay_id[i]),
               samples_.overlay_t[i] <= samples_.t[i] * 1.001f ? 1.0f : hidden);
}

Vec3 Painter::colour(std::size_t i) {
    const Vec3& direction = samples_.direction[i];
    const Vec3 sky = lighting_.sky(direction);
    if (!std::isfinite(samples_.t[i]))
        return sky;
    const bool sunlit = samples_.faces_sun[i] != 0 && samples_.shadowed[i] == 0;
    const float distance = samples_.t[i] * length(direction);
    if (samples_.id[i] == no_id) {
        constexpr Vec3 floor_colour = {0.42f, 0.43f, 0.44f};
        const Vec3 point = camera_.from + direction * samples_.t[i];
        const float away = length(point - floor_->point) / floor_->fade_distance;
        return mix(lighting_.surface(floor_colour, up_, sunlit), sky,
                   1.0f - 1.0f / (1.0f + away * away * away));
    }
    if (!located_.range.contains(samples_.id[i])) {
        located_ = scene_.locate(samples_.id[i]);
        faces_ = world_.faces->mesh_of(samples_.id[i]);
    }
    located_.index = samples_.id[i] - located_.range.first;
    // Haze starts at the front of the scene; at its far end a tenth of the light is the sky's.
    const float depth =
        std::max(0.0f, distance - (length(center_ - camera_.from) - radius_)) / radius_;
    return mix(lighting_.surface(own_colour(), samples_.normal[i], sunlit), sky,
               1.0f - std::exp(-0.06f * depth));
}

Vec3 Painter::own_colour() const {
    return faces_ == nullptr || faces_->material_of.empty()
               ? colour_of(located_)
               : colour_of(faces_->materials[faces_->material_of[located_.index]]);
}

} // namespace lanecast::tools
