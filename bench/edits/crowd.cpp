#include "edits/crowd.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "scalar/vector.hpp"

namespace lanecast::bench {

using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

namespace {

/// The radius in a free slot.
constexpr float gone = -1;

Spheres view_of(const std::vector<scalar::Sphere>& spheres) {
    return {.center = field(spheres, &scalar::Sphere::center),
            .radius = field(spheres, &scalar::Sphere::radius)};
}

} // namespace

std::vector<std::uint32_t> SceneStage::ids_of(const std::vector<std::uint32_t>& slots) const {
    std::vector<std::uint32_t> ids;
    for (const std::uint32_t slot : slots)
        ids.push_back(ids_[slot]);
    return ids;
}

void SceneStage::add(const std::vector<std::uint32_t>& slots,
                     const std::vector<scalar::Sphere>& spheres) {
    const IdRange added = scene_.add(view_of(spheres));
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
        ids_.resize(std::max<std::size_t>(ids_.size(), slots[i] + 1));
        ids_[slots[i]] = added[i];
    }
}

void SceneStage::remove(const std::vector<std::uint32_t>& slots) {
    const std::vector<std::uint32_t> ids = ids_of(slots);
    scene_.remove(ids);
}

void SceneStage::move(const std::vector<std::uint32_t>& slots,
                      const std::vector<scalar::Sphere>& spheres) {
    const std::vector<std::uint32_t> ids = ids_of(slots);
    scene_.update(ids, Spheres{.center = field(spheres, &scalar::Sphere::center)});
}

void Script::add(const std::vector<std::uint32_t>& slots,
                 const std::vector<scalar::Sphere>& spheres) {
    actions_.push_back([=](Stage& stage) { stage.add(slots, spheres); });
}

void Script::remove(const std::vector<std::uint32_t>& slots) {
    actions_.push_back([=](Stage& stage) { stage.remove(slots); });
}

void Script::move(const std::vector<std::uint32_t>& slots,
                  const std::vector<scalar::Sphere>& spheres) {
    actions_.push_back([=](Stage& stage) { stage.move(slots, spheres); });
}

void Script::commit() {
    actions_.push_back([](Stage& stage) { stage.commit(); });
}

void Script::play(Stage& stage) {
    for (const auto& action : actions_)
        action(stage);
    actions_.clear();
}

Crowd::Crowd(Stage& stage, std::size_t count) : stage_(stage) {
    const World world = make_spheres("crowd", count);
    bounds_ = world.bounds();
    spheres_ = world.spheres;
    step_ = extent(bounds_) / std::cbrt(static_cast<float>(count)) / 10;
    for (std::uint32_t slot = 0; slot < count; ++slot)
        taken_.push_back(slot);
    stage_.add(taken_, spheres_);
    stage_.commit();
}

std::vector<scalar::Sphere> Crowd::spheres() const {
    std::vector<scalar::Sphere> some;
    for (const std::uint32_t slot : taken_)
        some.push_back(spheres_[slot]);
    return some;
}

void Crowd::add(std::size_t count) {
    std::vector<std::uint32_t> slots;
    std::vector<scalar::Sphere> added;
    for (std::size_t i = 0; i < count; ++i) {
        const float radius = spheres_[taken_[any(taken_.size())]].radius;
        added.push_back({random_.in_box(bounds_.lo, bounds_.hi), radius});
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint32_t>(spheres_.size()));
            spheres_.emplace_back();
        }
        slots.push_back(free_.back());
        free_.pop_back();
        spheres_[slots[i]] = added[i];
    }
    taken_.insert(taken_.end(), slots.begin(), slots.end());
    stage_.add(slots, added);
}

void Crowd::remove(std::size_t count) {
    const std::vector<std::uint32_t> slots = choose(std::min(count, taken_.size() / 2));
    taken_.erase(taken_.begin(), taken_.begin() + static_cast<std::ptrdiff_t>(slots.size()));
    free_.insert(free_.end(), slots.begin(), slots.end());
    for (const std::uint32_t slot : slots)
        spheres_[slot].radius = gone;
    stage_.remove(slots);
}

void Crowd::move(std::size_t count) { shift(choose(count)); }

void Crowd::move_anywhere(std::size_t count) {
    const std::vector<std::uint32_t> slots = choose(count);
    for (const std::uint32_t slot : slots)
        spheres_[slot].center = random_.in_box(bounds_.lo, bounds_.hi);
    place(slots);
}

void Crowd::move_neighbours(std::size_t count) {
    if (neighbours_.empty()) {
        const float share = std::cbrt(static_cast<float>(count) / static_cast<float>(size()));
        const Vec3 end = bounds_.lo + (bounds_.hi - bounds_.lo) * share;
        for (const std::uint32_t slot : taken_) {
            const Vec3& at = spheres_[slot].center;
            if (at.x < end.x && at.y < end.y && at.z < end.z)
                neighbours_.push_back(slot);
        }
    }
    std::vector<std::uint32_t> slots;
    std::copy_if(neighbours_.begin(), neighbours_.end(), std::back_inserter(slots),
                 [this](std::uint32_t slot) { return spheres_[slot].radius != gone; });
    shift(slots);
}

void Crowd::touch_all() { place(taken_); }

std::size_t Crowd::any(std::size_t end) {
    return static_cast<std::size_t>(random_.between(0, 1) * static_cast<float>(end)) % end;
}

std::vector<std::uint32_t> Crowd::choose(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) // as in a shuffle, so that none comes twice
        std::swap(taken_[i], taken_[i + any(taken_.size() - i)]);
    return {taken_.begin(), taken_.begin() + static_cast<std::ptrdiff_t>(count)};
}

void Crowd::shift(const std::vector<std::uint32_t>& slots) {
    for (const std::uint32_t slot : slots)
        spheres_[slot].center = spheres_[slot].center + random_.in_cube(step_);
    place(slots);
}

void Crowd::place(const std::vector<std::uint32_t>& slots) {
    std::vector<scalar::Sphere> moved;
    for (const std::uint32_t slot : slots)
        moved.push_back(spheres_[slot]);
    stage_.move(slots, moved);
}

} // namespace lanecast::bench
