#include <memory>

#include <fmt/format.h>

#include "lanecast/isa.hpp"

#include "edits/crowd.hpp"
#include "suite/cases/case.hpp"
#include "suite/cases/fixture.hpp"

/// Rows of shapes that come, go and move, and of the commits after that.
namespace lanecast::bench {
namespace {

/// Edits before a commit. The number of shapes stays the same.
struct Edit {
    const char* name;
    /// @returns the number of shapes that were added, removed or moved
    std::size_t (*run)(Crowd& crowd);
};

const Edit edits[] = {
    {"replace_100",
     [](Crowd& crowd) {
         crowd.remove(100);
         crowd.add(100);
         return std::size_t{200};
     }},
    {"replace_1pct",
     [](Crowd& crowd) {
         const std::size_t few = crowd.size() / 100;
         crowd.remove(few);
         crowd.add(few);
         return 2 * few;
     }},
    {"move_100",
     [](Crowd& crowd) {
         crowd.move(100);
         return std::size_t{100};
     }},
    {"move_100_anywhere",
     [](Crowd& crowd) {
         crowd.move_anywhere(100);
         return std::size_t{100};
     }},
    {"move_1pct",
     [](Crowd& crowd) {
         crowd.move(crowd.size() / 100);
         return crowd.size() / 100;
     }},
    {"move_5pct_anywhere",
     [](Crowd& crowd) {
         crowd.move_anywhere(crowd.size() / 20);
         return crowd.size() / 20;
     }},
    {"move_all",
     [](Crowd& crowd) {
         crowd.move(crowd.size());
         return crowd.size();
     }},
};

/// Measures frames: the edits and the commit, not the choice of edits. Commits that build the tree
/// anew are among them.
void measure(Recorder& recorder, Row& row, const Edit& edit, std::size_t spheres, Isa isa) {
    constexpr std::size_t frames = 20;
    SceneStage stage;
    Script script;
    Crowd crowd(script, spheres);
    std::size_t changed = 0; // by a frame
    const auto choose = [&] {
        for (std::size_t i = 0; i < frames; ++i) {
            changed = edit.run(crowd);
            crowd.commit();
        }
    };
    const auto play = [&] { script.play(stage); };
    choose();
    play(); // the first edit makes room
    row.rate.values =
        recorder.time({{play, static_cast<double>(frames * changed), choose}}, isa, 1)[0];
}

} // namespace

std::vector<Case> edit_cases(const Settings& settings) {
    const std::size_t spheres = settings.full ? 1'000'000 : 100'000;
    const Isa isa = settings.isas.back();
    std::vector<Case> cases;
    for (const Edit& edit : edits) {
        Row row = {.group = "edits",
                   .name = fmt::format("{}/spheres_{}", edit.name, short_number(spheres)),
                   .isa = std::string(to_string(isa)),
                   .threads = 1,
                   .unit = "primitives"};
        cases.push_back({std::move(row), 3, [=, &edit](Recorder& recorder, Row& into) {
                             measure(recorder, into, edit, spheres, isa);
                         }});
    }
    return cases;
}

} // namespace lanecast::bench
