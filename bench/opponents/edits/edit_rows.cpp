#include "opponents/edits/edit_rows.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lanecast/scene_queries.hpp"

#include "edits/crowd.hpp"
#include "opponents/answers.hpp"
#include "opponents/bullet/bullet.hpp"
#include "opponents/edits/bullet_stage.hpp"
#include "opponents/edits/embree_stage.hpp"
#include "opponents/edits/game_row.hpp"
#include "support/batches.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {
namespace {

std::size_t spheres(const Settings& settings) { return 1'000'000 / settings.shrink; }

/// Edits before a commit.
using Edit = void (*)(Crowd&);

/// A stage, and frames on it. Choosing what to edit is not timed.
class Play {
public:
    Play(Stage& stage, std::size_t spheres) : stage_(stage), crowd_(script_, spheres) {
        script_.play(stage_);
    }
    [[nodiscard]] const Crowd& crowd() const { return crowd_; }
    [[nodiscard]] Task frames(std::size_t count, Edit edit) {
        return {.run = [this] { script_.play(stage_); },
                .items = static_cast<double>(count),
                .prepare =
                    [this, count, edit] {
                        for (std::size_t i = 0; i < count; ++i) {
                            edit(crowd_);
                            crowd_.commit();
                        }
                    }};
    }

private:
    Stage& stage_;
    Script script_;
    Crowd crowd_;
};

Outcome compare(const Task& ours, const Task& theirs, std::string opponent,
                const Settings& settings) {
    const auto rates = alternate(std::array{ours, theirs}, settings.repetitions, settings.seconds);
    return {.ratio = median_ratio(rates[0], rates[1]),
            .ours = median(rates[0]),
            .theirs = median(rates[1]),
            .opponent = std::move(opponent),
            .agree = {},
            .unit = Unit::frames};
}

/// Frames against builds of the whole tree.
auto against_builds(std::size_t count, Edit edit) {
    return [=](const Settings& settings) {
        SceneStage ours, whole;
        Play play(ours, spheres(settings));
        const Crowd other(whole, spheres(settings));
        return compare(play.frames(count, edit),
                       {.run = [&] { whole.scene().rebuild(Build::balanced, {.threads = 1}); }},
                       "lanecast rebuild", settings);
    };
}

/// Frames against updates of all spheres at once and refits of the whole tree.
auto against_refits(std::size_t count, Edit edit) {
    return [=](const Settings& settings) {
        SceneStage ours;
        Play play(ours, spheres(settings));
        const std::vector<scalar::Sphere> all = play.crowd().spheres();
        Scene whole;
        const IdRange ids = whole.add(Spheres{.center = field(all, &scalar::Sphere::center),
                                              .radius = field(all, &scalar::Sphere::radius)});
        whole.commit(Build::balanced, {.threads = 1});
        const auto refit = [&] {
            whole.update(ids, Spheres{.center = field(all, &scalar::Sphere::center)});
            whole.commit(Build::balanced, {.threads = 1});
        };
        return compare(play.frames(count, edit), {.run = refit}, "lanecast refit of all", settings);
    };
}

/// Frames against the same frames in Bullet's tree, which is not asked afterwards.
auto against_bullet(std::size_t count, Edit edit) {
    return [=](const Settings& settings) {
        SceneStage ours;
        const std::unique_ptr<Stage> theirs = make_bullet_stage();
        Play play(ours, spheres(settings)), same(*theirs, spheres(settings));
        return compare(play.frames(count, edit), same.frames(count, edit),
                       fmt::format("{} btDbvt", bullet_name()), settings);
    };
}

/// Frames against the same frames in Embree; random rays afterwards must agree.
auto against_embree(std::size_t count, Edit edit) {
    return [=](const Settings& settings) {
        SceneStage ours;
        Play play(ours, spheres(settings));
        EmbreeStage theirs(play.crowd().bounds(), play.crowd().size(), settings.isa);
        Play same(theirs, spheres(settings));
        Outcome outcome = compare(play.frames(count, edit), same.frames(count, edit),
                                  fmt::format("{} dynamic, two levels", embree_name()), settings);
        outcome.agree = theirs.agreement(same.crowd());
        return outcome;
    };
}

/// The speed of random rays after many frames, over that after a build.
Outcome rays_after_edits(const Settings& settings) {
    SceneStage stage;
    Crowd crowd(stage, spheres(settings));
    for (int frame = 0; frame < 200; ++frame) {
        crowd.add(crowd.size() / 500);
        crowd.remove(crowd.size() / 500);
        crowd.move_anywhere(crowd.size() / 100);
        crowd.commit();
    }
    std::vector<std::byte> bytes;
    stage.scene().save(bytes);
    Scene built = Scene::load(bytes);
    built.rebuild(Build::balanced, {.threads = 1});
    const RayBatch rays = incoherent_rays(crowd.bounds(), settings.rays);
    Answers ours(rays.size()), theirs(rays.size());
    const auto cast = [&](const Scene& scene, Answers& answers) {
        return Task{.run =
                        [&] {
                            closest_hit(scene, rays.view(), {.t = answers.t, .id = answers.id},
                                        settings.options());
                        },
                    .items = static_cast<double>(rays.size())};
    };
    Outcome outcome = compare(cast(stage.scene(), ours), cast(built, theirs),
                              "lanecast after a rebuild", settings);
    outcome.agree = agreement(ours, theirs, Same::id_and_t);
    outcome.unit = Unit::queries;
    return outcome;
}

void add_100(Crowd& crowd) { crowd.add(100); }
void remove_100(Crowd& crowd) { crowd.remove(100); }
void replace_100(Crowd& crowd) {
    crowd.remove(100);
    crowd.add(100);
}
void add_1pct(Crowd& crowd) { crowd.add(crowd.size() / 100); }
void move_100(Crowd& crowd) { crowd.move(100); }
void move_100_anywhere(Crowd& crowd) { crowd.move_anywhere(100); }
void move_1pct_neighbours(Crowd& crowd) { crowd.move_neighbours(crowd.size() / 100); }
void move_1pct(Crowd& crowd) { crowd.move(crowd.size() / 100); }
void move_5pct_anywhere(Crowd& crowd) { crowd.move_anywhere(crowd.size() / 20); }

} // namespace

std::vector<Row> edit_rows() {
    std::vector<Row> rows = {
        {"edits_add_100", 300, against_builds(100, add_100)},
        {"edits_remove_100", 300, against_builds(100, remove_100)},
        {"edits_add_1pct", 20, against_builds(3, add_1pct)},
        {"edits_move_100", 40, against_refits(100, move_100)},
        {"edits_move_100_anywhere", 200, against_builds(100, move_100_anywhere)},
        {"edits_move_1pct_neighbours", 20, against_refits(10, move_1pct_neighbours)},
        {"edits_move_1pct", 1 / 0.15, against_refits(10, move_1pct)},
        {"edits_move_5pct_anywhere", 3, against_builds(5, move_5pct_anywhere)},
        {"edits_rays_afterwards", 0.92, rays_after_edits},
        {"edits_frame_of_a_game", 0.95, frames_without_commits}};
    struct Duel {
        const char* name;
        std::size_t frames;
        Edit edit;
    };
    for (const auto& [name, count, edit] : {Duel{"replace_100", 100, replace_100},
                                            {"move_100_anywhere", 100, move_100_anywhere},
                                            {"move_1pct", 10, move_1pct},
                                            {"move_5pct_anywhere", 3, move_5pct_anywhere}}) {
        if (!bullet_name().empty())
            rows.push_back({fmt::format("edits_{}_bullet", name), {}, against_bullet(count, edit)});
        rows.push_back({fmt::format("edits_{}_embree", name), {}, against_embree(count, edit)});
    }
    return rows;
}

} // namespace lanecast::bench
