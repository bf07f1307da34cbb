#include "opponents/edits/game_row.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "lanecast/scene_queries.hpp"

#include "opponents/answers.hpp"
#include "scalar/vector.hpp"
#include "support/batches.hpp"
#include "support/pairs/box_cases.hpp"
#include "support/pairs/round_cases.hpp"
#include "support/random.hpp"
#include "support/repetition.hpp"
#include "support/worlds.hpp"

namespace lanecast::bench {
namespace {

using scalar::operator+;

void shift(scalar::Sphere& sphere, const Vec3& by) { sphere.center = sphere.center + by; }
void shift(scalar::Box& box, const Vec3& by) { box.center = box.center + by; }
void shift(scalar::Cone& cone, const Vec3& by) {
    cone.base = cone.base + by;
    cone.apex = cone.apex + by;
}
template <class Axial> // capsules, cylinders
void shift(Axial& shape, const Vec3& by) {
    shape.a = shape.a + by;
    shape.b = shape.b + by;
}

/// Bodies of one shape in a scene.
template <class Shape>
class Bodies {
public:
    void add(Scene& scene, std::size_t count, const Bounds& where, Random& random) {
        std::vector<Shape> added;
        for (std::size_t i = 0; i < count; ++i) {
            added.push_back(PairCase<Shape>::make(random));
            shift(added.back(), random.in_box(where.lo, where.hi));
        }
        const IdRange ids = scene.add(PairCase<Shape>::view(added));
        for (std::uint32_t i = 0; i < count; ++i)
            bodies_.push_back({added[i], ids[i]});
    }
    void remove(Scene& scene, std::size_t count, Random& random) {
        std::vector<std::uint32_t> gone;
        for (const Body& body : choose(count, random))
            gone.push_back(body.id);
        bodies_.erase(bodies_.begin(), bodies_.begin() + static_cast<std::ptrdiff_t>(count));
        scene.remove(gone);
    }
    void move(Scene& scene, std::size_t count, Random& random) {
        std::vector<std::uint32_t> ids;
        std::vector<Shape> moved;
        for (Body& body : choose(count, random)) {
            shift(body.shape, random.in_cube(0.2f));
            ids.push_back(body.id);
            moved.push_back(body.shape);
        }
        scene.update(ids, PairCase<Shape>::view(moved));
    }
    [[nodiscard]] std::size_t size() const { return bodies_.size(); }

private:
    struct Body {
        Shape shape;
        std::uint32_t id;
    };

    /// Brings random bodies to the front.
    std::span<Body> choose(std::size_t count, Random& random) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto left = static_cast<float>(bodies_.size() - i);
            const auto k = static_cast<std::size_t>(random.between(0, 1) * left);
            std::swap(bodies_[i], bodies_[std::min(i + k, bodies_.size() - 1)]);
        }
        return std::span(bodies_).first(count);
    }

    std::vector<Body> bodies_;
};

/// A level with bodies.
class Game {
public:
    explicit Game(std::size_t bodies) {
        const World level = make_terrain("level", 200);
        level.add_to(scene_);
        where_ = level.bounds();
        where_.lo.y = where_.hi.y;
        where_.hi.y += 20;
        for_each([&](auto& some) { some.add(scene_, bodies / 5, where_, random_); });
        scene_.commit(Build::balanced, {.threads = 1});
    }
    void step() {
        for_each([&](auto& some) {
            const std::size_t few = some.size() / 100;
            some.remove(scene_, few, random_);
            some.add(scene_, few, where_, random_);
            some.move(scene_, some.size() / 5, random_);
        });
    }
    void commit() { scene_.commit(Build::balanced, {.threads = 1}); }
    [[nodiscard]] const Scene& scene() const { return scene_; }

private:
    template <class Visit>
    void for_each(Visit visit) {
        std::apply([&](auto&... some) { (visit(some), ...); }, bodies_);
    }

    Scene scene_;
    Bounds where_;
    std::tuple<Bodies<scalar::Sphere>, Bodies<scalar::Box>, Bodies<scalar::Capsule>,
               Bodies<scalar::Cylinder>, Bodies<scalar::Cone>>
        bodies_;
    Random random_{33};
};

} // namespace

Outcome frames_without_commits(const Settings& settings) {
    constexpr std::size_t frames = 20;
    Game game(20'000 / std::min<std::size_t>(settings.shrink, 40));
    const Bounds bounds = game.scene().bounds();
    const RayBatch rays = incoherent_rays(bounds, settings.rays / 5);
    const SweepBatch sweeps = make_sweeps(bounds, settings.rays / 10, 0.2f, 1);
    Answers hits(rays.size()), impacts(sweeps.size());
    std::vector<double> whole, without;
    for (std::size_t repetition = 0; repetition <= settings.repetitions; ++repetition) {
        double seconds = 0, in_commits = 0;
        for (std::size_t frame = 0; frame < frames; ++frame) {
            const double start = thread_seconds();
            game.step();
            const double edited = thread_seconds();
            game.commit();
            const double committed = thread_seconds();
            closest_hit(game.scene(), rays.view(), {.t = hits.t, .id = hits.id},
                        settings.options());
            sweep(game.scene(), sweeps.view(), {.t = impacts.t, .id = impacts.id},
                  settings.options());
            seconds += thread_seconds() - start;
            in_commits += committed - edited;
        }
        if (repetition > 0) { // the first one warms up
            whole.push_back(frames / seconds);
            without.push_back(frames / (seconds - in_commits));
        }
    }
    return {.ratio = median_ratio(whole, without),
            .ours = median(whole),
            .theirs = median(without),
            .opponent = "lanecast without the commits",
            .agree = {},
            .unit = Unit::frames};
}

} // namespace lanecast::bench
