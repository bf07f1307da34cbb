#include "opponents/rows/growth_rows.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "lanecast/scene_queries.hpp"

#include "opponents/embree/embree_rays.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {
namespace {

/// A world of spheres in lanecast and in Embree, with rays and results.
class Fixture {
public:
    Fixture(const World& world, const Settings& settings, unsigned embree_threads = 1)
        : settings_(settings), rays_(incoherent_rays(world.bounds(), settings.rays)),
          ours_(rays_.size()), theirs_(rays_.size()),
          embree_(world, {.threads = embree_threads, .isa = settings.isa}) {
        world.add_to(scene_);
        scene_.commit(Build::balanced, {.threads = 1});
        embree_.commit();
    }

    [[nodiscard]] std::size_t queries() const { return rays_.size(); }
    void ask_ours(std::uint32_t threads) {
        Options options = settings_.options(Interior::surface);
        options.threads = threads;
        closest_hit(scene_, rays_.view(), {.t = ours_.t, .id = ours_.id}, options);
    }
    void ask_theirs(unsigned threads) {
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            constexpr std::size_t piece = 4096;
            for (;;) {
                const std::size_t first = next.fetch_add(piece);
                if (first >= rays_.size())
                    return;
                closest_hit_one_by_one(embree_, rays_, first, std::min(piece, rays_.size() - first),
                                       theirs_);
            }
        };
        std::vector<std::jthread> others;
        for (unsigned thread = 1; thread < threads; ++thread)
            others.emplace_back(work);
        work();
    }
    [[nodiscard]] std::vector<Mode> modes() {
        return closest_hit_modes(embree_, {rays_, rays_.size()}, Coherence::incoherent, theirs_);
    }
    [[nodiscard]] double agreeing() const { return agreement(ours_, theirs_, Same::id_and_t); }

private:
    Settings settings_;
    RayBatch rays_;
    Answers ours_, theirs_;
    Scene scene_;
    EmbreeScene embree_;
};

/// The quotients a / b, one per repetition.
std::vector<double> quotients(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> all;
    for (std::size_t i = 0; i < a.size(); ++i)
        all.push_back(a[i] / b[i]);
    return all;
}

} // namespace

std::function<Outcome(const Settings&)> growth(MakeWorld make_small, MakeWorld make_large) {
    return [=](const Settings& settings) {
        Fixture small(make_small(settings), settings), large(make_large(settings), settings);
        const std::vector<Mode> small_modes = small.modes(), large_modes = large.modes();
        const Mode& small_mode = *best_of(small_modes, small.queries()).mode;
        const Mode& large_mode = *best_of(large_modes, large.queries()).mode;
        const std::array tasks = {Task{[&] { small.ask_ours(1); }},
                                  Task{[&] { large.ask_ours(1); }},
                                  Task{[&] { small_mode.ask(0, small.queries()); }},
                                  Task{[&] { large_mode.ask(0, large.queries()); }}};
        const auto rates = alternate(tasks, settings.repetitions, settings.seconds);
        const auto ours = quotients(rates[0], rates[1]), theirs = quotients(rates[2], rates[3]);
        return Outcome{.ratio = median_ratio(theirs, ours),
                       .ours = median(ours),
                       .theirs = median(theirs),
                       .opponent = full_name(large_mode),
                       .agree = large.agreeing(),
                       .unit = Unit::ratio};
    };
}

std::function<Outcome(const Settings&)> own_growth(MakeWorld make_small, MakeWorld make_large) {
    return [=](const Settings& settings) {
        const auto scene_of = [](const World& world) {
            Scene scene;
            world.add_to(scene);
            scene.commit(Build::balanced, {.threads = 1});
            return scene;
        };
        const World small = make_small(settings), large = make_large(settings);
        const Scene small_scene = scene_of(small), large_scene = scene_of(large);
        const RayBatch rays = incoherent_rays(small.bounds(), settings.rays);
        Answers in_small(rays.size()), in_large(rays.size());
        const auto ask = [&](const Scene& scene, Answers& answers) {
            closest_hit(scene, rays.view(), {.t = answers.t, .id = answers.id},
                        settings.options(Interior::surface));
        };
        const auto items = static_cast<double>(rays.size());
        const std::array tasks = {Task{[&] { ask(large_scene, in_large); }, items},
                                  Task{[&] { ask(small_scene, in_small); }, items}};
        const auto rates = alternate(tasks, settings.repetitions, settings.seconds);
        return Outcome{.ratio = median_ratio(rates[0], rates[1]),
                       .ours = median(rates[0]),
                       .theirs = median(rates[1]),
                       .opponent = "itself, among fewer",
                       .agree = agreement(in_large, in_small, Same::id_and_t)};
    };
}

std::function<Outcome(const Settings&)> two_threads(MakeWorld make_world) {
    return [=](const Settings& settings) {
        Fixture fixture(make_world(settings), settings, 2);
        const std::array tasks = {
            Task{[&] { fixture.ask_ours(1); }}, Task{[&] { fixture.ask_ours(2); }},
            Task{[&] { fixture.ask_theirs(1); }}, Task{[&] { fixture.ask_theirs(2); }}};
        const auto rates = alternate(tasks, settings.repetitions, settings.seconds, wall_seconds);
        const auto ours = quotients(rates[1], rates[0]), theirs = quotients(rates[3], rates[2]);
        return Outcome{.ratio = median_ratio(ours, theirs),
                       .ours = median(ours),
                       .theirs = median(theirs),
                       .opponent = embree_name() + " rtcIntersect1",
                       .agree = fixture.agreeing(),
                       .unit = Unit::ratio};
    };
}

} // namespace lanecast::bench
