#include "opponents/embree/embree_flight.hpp"

#include <algorithm>
#include <type_traits>

#include "opponents/embree/embree_rays.hpp"

namespace lanecast::bench {

using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

EmbreeFlight::EmbreeFlight(const World& world, const SweepBatch& begin, const Flight& flight,
                           const std::string& isa)
    : world_(world), mesh_(triangles_of_mesh(world)), begin_(begin), flight_(flight),
      scene_(world, {.swept = flight.radius, .isa = isa}), round_(begin), touches_(begin.size()),
      flying_(begin.size()), left_(begin.size()) {
    scene_.commit();
}

std::vector<Mode> EmbreeFlight::modes(FlyingParticles& end) {
    std::vector<Mode> modes = sweep_modes(scene_, round_, touches_);
    for (Mode& mode : modes) {
        mode.ask = [this, &end, sweep = mode](std::size_t first, std::size_t count) {
            fly(sweep, end, first, count);
        };
    }
    return modes;
}

void EmbreeFlight::fly(const Mode& sweep, FlyingParticles& end, std::size_t first,
                       std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = first + k;
        end.positions[i] = begin_.centers[i];
        end.velocities[i] = begin_.displacements[i];
        flying_[k] = i;
        left_[k] = 1;
    }
    std::size_t flying = count;
    for (std::size_t impacts = 0; impacts < flight_.most_impacts && flying > 0; ++impacts) {
        for (std::size_t k = 0; k < flying; ++k) {
            round_.centers[k] = end.positions[flying_[k]];
            round_.displacements[k] = end.velocities[flying_[k]] * left_[k];
        }
        sweep.ask(0, flying);
        std::size_t touching = 0;
        for (std::size_t k = 0; k < flying; ++k) {
            const std::size_t i = flying_[k];
            const float t = std::min(touches_.t[k], 1.0f);
            Vec3 place = round_.centers[k] + round_.displacements[k] * t;
            if (touches_.id[k] != no_id) {
                const Vec3 off = place - nearest_point(touches_.id[k], place);
                const Vec3 normal = off * (1 / scalar::length(off));
                place = place + normal * (1e-4f * flight_.radius);
                end.velocities[i] = bounced(end.velocities[i], normal, flight_.restitution);
                left_[touching] = left_[k] * (1 - t);
                flying_[touching++] = i;
            }
            end.positions[i] = place;
        }
        flying = touching;
    }
}

Vec3 EmbreeFlight::nearest_point(std::uint32_t id, const Vec3& place) const {
    const scalar::Point point = {.position = place};
    scalar::Nearest nearest;
    const auto look = [&](const auto& shapes, std::uint32_t first) {
        using Shape = typename std::remove_cvref_t<decltype(shapes)>::value_type;
        if (id >= first && id - first < shapes.size())
            scalar::Loops<Shape>::closest_point(&point, &shapes[id - first], &nearest, 1);
    };
    look(mesh_, for_each_kind(world_, look));
    return nearest.point;
}

} // namespace lanecast::bench
