#include "opponents/edits/edit_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "lanecast/scene.hpp"

#include "support/batches.hpp"
#include "support/random.hpp"
#include "support/repetition.hpp"
#include "support/worlds.hpp"

namespace lanecast::bench {
namespace {

/// Spheres that come, go and move.
class Crowd {
public:
    explicit Crowd(const Settings& settings)
        : world_(make_spheres("spheres", 1'000'000 / settings.shrink)), bounds_(world_.bounds()) {
        world_.add_to(scene_);
        scene_.commit(Build::balanced, 1);
        for (std::uint32_t id = 0; id < world_.size(); ++id) {
            ids_.push_back(id);
            centers_.push_back(world_.spheres[id].center);
        }
        step_ = (bounds_.hi.x - bounds_.lo.x) / std::cbrt(static_cast<float>(world_.size())) / 10;
    }

    [[nodiscard]] Scene& scene() { return scene_; }
    [[nodiscard]] const Bounds& bounds() const { return bounds_; }
    [[nodiscard]] std::size_t size() const { return ids_.size(); }
    void commit() { scene_.commit(Build::balanced, 1); }

    void add(std::size_t count) {
        std::vector<Vec3> centers;
        for (std::size_t i = 0; i < count; ++i) {
            centers.push_back(anywhere());
        }
        const IdRange added =
            scene_.add(Spheres{.center = centers, .radius = world_.spheres[0].radius});
        for (std::uint32_t i = 0; i < count; ++i) {
            ids_.push_back(added[i]);
            if (centers_.size() <= added[i]) {
                centers_.resize(added[i] + 1);
            }
            centers_[added[i]] = centers[i];
        }
    }
    void remove(std::size_t count) {
        std::vector<std::uint32_t> gone;
        count = std::min(count, ids_.size() / 2); // in shrunk worlds
        for (std::size_t i = 0; i < count; ++i) {
            std::swap(ids_[any(ids_.size())], ids_.back());
            gone.push_back(ids_.back());
            ids_.pop_back();
        }
        scene_.remove(gone);
    }
    /// Moves spheres by a tenth of the distance between neighbours, or anywhere.
    void move(std::size_t count, bool far) {
        std::vector<std::uint32_t> some;
        for (std::size_t i = 0; i < count; ++i) { // as in a shuffle, so that none comes twice
            std::swap(ids_[i], ids_[i + any(ids_.size() - i)]);
            some.push_back(ids_[i]);
        }
        move(some, far);
    }
    /// Moves the spheres nearest to a corner of the world.
    void move_neighbours(std::size_t count) {
        if (neighbours_.empty()) {
            const float share = std::cbrt(static_cast<float>(count) / static_cast<float>(size()));
            for (const std::uint32_t id : ids_) {
                const Vec3& at = centers_[id];
                const auto is_low = [share](float x, float lo, float hi) {
                    return x < lo + share * (hi - lo);
                };
                if (is_low(at.x, bounds_.lo.x, bounds_.hi.x) &&
                    is_low(at.y, bounds_.lo.y, bounds_.hi.y) &&
                    is_low(at.z, bounds_.lo.z, bounds_.hi.z)) {
                    neighbours_.push_back(id);
                }
            }
        }
        move(neighbours_, false);
    }
    /// Updates all spheres to where they are.
    void touch_all() {
        std::vector<Vec3> centers;
        for (const std::uint32_t id : ids_) {
            centers.push_back(centers_[id]);
        }
        scene_.update(ids_, Spheres{.center = centers});
    }

private:
    std::size_t any(std::size_t end) {
        return static_cast<std::size_t>(random_.between(0, 1) * static_cast<float>(end)) % end;
    }
    Vec3 anywhere() { return random_.in_box(bounds_.lo, bounds_.hi); }
    void move(const std::vector<std::uint32_t>& ids, bool far) {
        std::vector<Vec3> to;
        for (const std::uint32_t id : ids) {
            const Vec3 way = random_.in_cube(step_);
            Vec3& at = centers_[id];
            at = far ? anywhere() : Vec3{at.x + way.x, at.y + way.y, at.z + way.z};
            to.push_back(at);
        }
        scene_.update(ids, Spheres{.center = to});
    }

    World world_;
    Bounds bounds_;
    Scene scene_;
    std::vector<std::uint32_t> ids_, neighbours_;
    std::vector<Vec3> centers_; ///< by id
    float step_ = 0;
    Random random_{21};
};

using Frame = std::function<void(Crowd&)>;

/// Frames against builds, or against refits of all.
std::function<Outcome(const Settings&)> frames(std::size_t count, bool against_refit, Frame edit) {
    return [=](const Settings& settings) {
        Crowd edited(settings), whole(settings);
        const Task ours = {.run =
                               [&] {
                                   for (std::size_t i = 0; i < count; ++i) {
                                       edit(edited);
                                       edited.commit();
                                   }
                               },
                           .items = static_cast<double>(count)};
        const Task theirs = {.run =
                                 [&] {
                                     if (against_refit) {
                                         whole.touch_all();
                                         whole.commit();
                                     } else {
                                         whole.scene().rebuild(Build::balanced, 1);
                                     }
                                 },
                             .items = 1};
        const auto rates =
            alternate(std::array{ours, theirs}, settings.repetitions, settings.seconds);
        return Outcome{.ratio = median_ratio(rates[0], rates[1]),
                       .ours = median(rates[0]),
                       .theirs = median(rates[1]),
                       .opponent = against_refit ? "lanecast refit of all" : "lanecast rebuild",
                       .agree = {},
                       .unit = Unit::frames};
    };
}

/// The speed of random rays after many frames, over that after a build.
Outcome rays_after_edits(const Settings& settings) {
    Crowd edited(settings);
    for (int frame = 0; frame < 200; ++frame) {
        edited.add(edited.size() / 500);
        edited.remove(edited.size() / 500);
        edited.move(edited.size() / 100, true);
        edited.commit();
    }
    std::vector<std::byte> bytes;
    edited.scene().save(bytes);
    Scene built = Scene::load(bytes);
    built.rebuild(Build::balanced, 1);
    const RayBatch rays = incoherent_rays(edited.bounds(), settings.rays);
    std::vector<Hit> ours(rays.size()), theirs(rays.size());
    const auto cast = [&](const Scene& scene, std::vector<Hit>& hits) {
        return Task{.run = [&] { closest_hit(scene, rays.view(), into(hits), settings.options()); },
                    .items = static_cast<double>(rays.size())};
    };
    const auto rates = alternate(std::array{cast(edited.scene(), ours), cast(built, theirs)},
                                 settings.repetitions, settings.seconds);
    std::size_t same = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        same += ours[i].id == theirs[i].id && ours[i].t == theirs[i].t;
    }
    return {.ratio = median_ratio(rates[0], rates[1]),
            .ours = median(rates[0]),
            .theirs = median(rates[1]),
            .opponent = "lanecast after a rebuild",
            .agree = static_cast<double>(same) / static_cast<double>(rays.size())};
}

} // namespace

std::vector<Row> edit_rows() {
    const auto hundred = [](auto edit) {
        return [edit](Crowd& crowd) { edit(crowd, std::size_t{100}); };
    };
    const auto share = [](std::size_t of, auto edit) {
        return [of, edit](Crowd& crowd) { edit(crowd, crowd.size() / of); };
    };
    const auto add = [](Crowd& crowd, std::size_t count) { crowd.add(count); };
    const auto remove = [](Crowd& crowd, std::size_t count) { crowd.remove(count); };
    const auto move_near = [](Crowd& crowd, std::size_t count) { crowd.move(count, false); };
    const auto move_far = [](Crowd& crowd, std::size_t count) { crowd.move(count, true); };
    const auto neighbours = [](Crowd& crowd, std::size_t count) { crowd.move_neighbours(count); };
    return {{"edits_add_100", 300, frames(100, false, hundred(add))},
            {"edits_remove_100", 300, frames(100, false, hundred(remove))},
            {"edits_add_1pct", 20, frames(3, false, share(100, add))},
            {"edits_move_100", 40, frames(100, true, hundred(move_near))},
            {"edits_move_100_anywhere", 200, frames(100, false, hundred(move_far))},
            {"edits_move_1pct_neighbours", 20, frames(10, true, share(100, neighbours))},
            {"edits_move_1pct", 1 / 0.15, frames(10, true, share(100, move_near))},
            {"edits_move_5pct_anywhere", 3, frames(5, false, share(20, move_far))},
            {"edits_rays_afterwards", 0.92, rays_after_edits}};
}

} // namespace lanecast::bench
