/// lanecast against Embree, by turns in one process, one thread. Prints a table in Markdown.
///
/// Both read arrays of origins and directions and write arrays: t and id of the closest hit, or
/// whether there is one. Embree is asked one ray at a time, lanecast with a batch in one thread.

#include <cstdint>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lanecast/isa.hpp"

#include "opponents/embree_scene.hpp"
#include "support/agreement.hpp"
#include "support/machine.hpp"
#include "support/repetition.hpp"
#include "support/worlds.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

struct Settings {
    std::string filter;
    std::string json;
    std::string isa;
    std::size_t rays = 1'000'000;
    std::size_t repetitions = 9;
    Interior interior = Interior::surface;
};

struct Row {
    std::string name;
    std::string opponent;
    std::optional<double> goal; ///< of the ratio
    double ratio;               ///< median of ours / opponent
    double ours;                ///< median, rays per second
    double theirs;
    double agree; ///< share of rays with the same answer
};

/// What one of the two writes.
struct Answers {
    explicit Answers(std::size_t count) : t(count), id(count), hit(count) {}

    std::vector<float> t;
    std::vector<std::uint32_t> id;
    std::vector<std::uint8_t> hit;
};

/// The names of Embree for our ISAs; it is to have no more than we.
std::string embree_isa(const std::string& isa) {
    return isa == "sse4_2" || isa == "plain" ? "sse4.2" : isa;
}

/// One world and one sort of rays against both modes of Embree.
std::vector<Row> compare(const std::string& name, const World& world, const RayBatch& rays,
                         std::optional<double> goal, const Settings& settings) {
    Scene scene;
    world.add_to(scene);
    scene.commit(Build::balanced, 1);
    const std::string embree_version =
        fmt::format("Embree {}.{}.{}", RTC_VERSION_MAJOR, RTC_VERSION_MINOR, RTC_VERSION_PATCH);
    const EmbreeScene by_default(world, false, embree_isa(settings.isa));
    const EmbreeScene robust(world, true, embree_isa(settings.isa));

    const Options options = {.interior = settings.interior, .threads = 1};
    Answers ours(rays.size()), theirs(rays.size()), theirs_robust(rays.size());
    const auto count = static_cast<double>(rays.size());
    const std::vector<Task> tasks = {
        {[&] { closest_hit(scene, rays.view(), {.t = ours.t, .id = ours.id}, options); }, count},
        {[&] { by_default.closest_hit(rays, theirs.t.data(), theirs.id.data()); }, count},
        {[&] { robust.closest_hit(rays, theirs_robust.t.data(), theirs_robust.id.data()); }, count},
        {[&] { occluded(scene, rays.view(), ours.hit, options); }, count},
        {[&] { by_default.occluded(rays, theirs.hit.data()); }, count},
        {[&] { robust.occluded(rays, theirs_robust.hit.data()); }, count},
    };
    const auto rates = alternate(tasks, settings.repetitions, 0);

    const auto row = [&](std::size_t we, std::size_t they, const char* mode, double agree,
                         std::optional<double> wanted) {
        return Row{name,
                   embree_version + mode,
                   wanted,
                   median_ratio(rates[we], rates[they]),
                   median(rates[we]),
                   median(rates[they]),
                   agree};
    };
    return {row(0, 1, " rtcIntersect1", agreement(ours.t, ours.id, theirs.t, theirs.id), goal),
            row(0, 2, " rtcIntersect1, robust",
                agreement(ours.t, ours.id, theirs_robust.t, theirs_robust.id), goal),
            row(3, 4, " rtcOccluded1", agreement(ours.hit, theirs.hit), {}),
            row(3, 5, " rtcOccluded1, robust", agreement(ours.hit, theirs_robust.hit), {})};
}

void print(const Row& row) {
    fmt::print("| {} | {} | {:.2f} | {} | {:.2f} | {:.2f} | {:.4f} % |\n", row.name, row.opponent,
               row.ratio, row.goal ? fmt::format("{:.2f}", *row.goal) : "", 1e-6 * row.ours,
               1e-6 * row.theirs, 100 * row.agree);
}

nlohmann::json as_json(const Row& row) {
    nlohmann::json json = {{"row", row.name},        {"ratio", row.ratio},
                           {"goal", nullptr},        {"ours", row.ours},
                           {"opponent", row.theirs}, {"opponent_name", row.opponent},
                           {"agree", row.agree}};
    if (row.goal) {
        json["goal"] = *row.goal;
    }
    return json;
}

void run(const Settings& settings) {
    pin_thread();
    if (!settings.isa.empty()) {
        set_isa(parse_isa(settings.isa));
    }
    fmt::print(
        "{}; {}, one thread, {} rays, medians of {}; rays that start inside a solid hit {}\n\n"
        "| rays | opponent | ratio | goal | lanecast Mrays/s | opponent Mrays/s | agree |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n",
        machine(), to_string(active_isa()), settings.rays, settings.repetitions,
        settings.interior == Interior::surface ? "where they leave it" : "at their start");

    std::vector<Row> rows;
    const auto measure = [&](const World& world, const char* kind, std::optional<double> goal,
                             RayBatch (*make_rays)(const Bounds&, std::size_t)) {
        const std::string name = world.name + kind;
        if (name.find(settings.filter) == std::string::npos) {
            return;
        }
        const RayBatch rays = make_rays(world.bounds(), settings.rays);
        for (Row& row : compare(name, world, rays, goal, settings)) {
            print(row);
            rows.push_back(std::move(row));
        }
    };
    const World small = make_spheres("spheres_10k", 10'000);
    const World large = make_spheres("spheres_100k", 100'000);
    const World mesh = bunny_or_made_mesh();
    measure(small, "_incoherent", 1.0, incoherent_rays);
    measure(large, "_incoherent", std::nullopt, incoherent_rays);
    measure(mesh, "_incoherent", 0.85, incoherent_rays);
    measure(large, "_camera", std::nullopt, camera_rays);
    measure(mesh, "_camera", std::nullopt, camera_rays);

    if (!settings.json.empty()) {
        nlohmann::json all = nlohmann::json::array();
        for (const Row& row : rows) {
            all.push_back(as_json(row));
        }
        std::ofstream(settings.json) << all.dump(2) << '\n';
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    Settings settings;
    CLI::App app("lanecast against Embree");
    app.add_option("--filter", settings.filter, "only rows with this in their name");
    app.add_option("--json", settings.json, "also write the rows to this file");
    app.add_option("--rays", settings.rays)->capture_default_str();
    app.add_option("--repetitions", settings.repetitions)->capture_default_str();
    app.add_option("--isa", settings.isa,
                   "the ISA that lanecast uses, and the widest that Embree may use; default the "
                   "best of this CPU for both");
    app.add_option("--interior", settings.interior,
                   "what rays hit that start inside a solid. Embree's spheres are surfaces, so "
                   "with `solid` the questions differ and fewer answers agree")
        ->transform(CLI::CheckedTransformer(std::map<std::string, Interior>{
            {"solid", Interior::solid}, {"surface", Interior::surface}}))
        ->default_str("surface");
    CLI11_PARSE(app, argument_count, arguments);
    try {
        run(settings);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
