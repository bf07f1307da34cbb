/// Compares lanecast with Embree and Bullet, alternating in one process. Prints a Markdown table;
/// see bench/README.md.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <future>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/forced_traversal.hpp"
#include "lanecast/isa.hpp"

#include "opponents/bullet/bullet.hpp"
#include "opponents/rows/row.hpp"
#include "opponents/table.hpp"
#include "support/machine.hpp"
#include "support/repetition.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

/// Values of --traversal.
const std::map<std::string, Traversal> traversals = {
    {"automatic", Traversal::automatic},  {"exhaustive", Traversal::exhaustive},
    {"single", lanecast::forced::single}, {"interleaved", lanecast::forced::interleaved},
    {"stream", lanecast::forced::stream}, {"packets", lanecast::forced::packets},
    {"sorted", lanecast::forced::sorted},
};

/// Measures in a separate thread, which may be pinned, so that threads which libraries start later
/// do not inherit the pinning.
Outcome measure(const Row& row, Settings settings) {
    const Isa isa_before = active_isa();
    if (row.isa) {
        set_isa(*row.isa);
        settings.isa = to_string(*row.isa);
    }
    auto outcome = std::async(std::launch::async, [&] {
        if (row.pinned)
            pin_thread();
        return row.measure(settings);
    });
    outcome.wait();
    set_isa(isa_before);
    return outcome.get();
}

bool is_supported(const std::optional<Isa>& isa) {
    const auto isas = supported_isas();
    return !isa || std::find(isas.begin(), isas.end(), *isa) != isas.end();
}

void run(const std::vector<Row>& rows, const Settings& settings, const std::string& json_path,
         bool with_modes) {
    if (!settings.isa.empty())
        set_isa(parse_isa(settings.isa));
    fmt::print("{}; {}, {} rays, medians of {}\n", machine(), to_string(active_isa()),
               settings.rays, settings.repetitions);
    if (bullet_name().empty()) {
        fmt::print(
            "Built without Bullet: it is missing as an opponent, and so is frame_of_a_game\n");
    }
    if (settings.shrink > 1)
        fmt::print("WORLDS ARE {} TIMES SMALLER than the rows' names say\n", settings.shrink);
    fmt::print("\n{}", table_head());
    JsonTable json(settings);
    for (const Row& row : rows) {
        if (!is_supported(row.isa)) {
            fmt::print(stderr, "{}: {} is not there\n", row.name, to_string(*row.isa));
            continue;
        }
        const Outcome outcome = measure(row, settings);
        fmt::print("{}", table_line(row, outcome));
        if (with_modes)
            fmt::print("{}", attempt_lines(outcome));
        std::fflush(stdout);
        json.add(row, outcome);
        if (!json_path.empty())
            json.write(json_path); // after each row, because a long run may be interrupted
    }
}

std::vector<Row> matching_rows(const std::string& filter) {
    const std::regex wanted(filter);
    std::vector<Row> rows = all_rows();
    std::erase_if(rows, [&](const Row& row) { return !std::regex_search(row.name, wanted); });
    if (rows.empty())
        throw std::runtime_error("no row has \"" + filter + "\" in its name; see --list");
    return rows;
}

} // namespace

int main(int argument_count, char** arguments) {
    Settings settings;
    std::string filter, json_path;
    bool list = false, with_modes = false;
    CLI::App app("lanecast against Embree and Bullet");
    app.add_flag("--list", list, "only name the rows");
    app.add_flag("--modes", with_modes, "also how fast all modes of the opponents were when tried");
    app.add_option("--filter", filter, "only rows in whose name this regular expression is found");
    app.add_option("--json", json_path, "also write the rows to this file");
    app.add_option("--rays", settings.rays, "rays; other queries are a quarter of that")
        ->check(CLI::Range(1000, 1'000'000'000))
        ->capture_default_str();
    app.add_option("--repetitions", settings.repetitions)
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--seconds", settings.seconds,
                   "in a repetition each is called again until so much has passed")
        ->capture_default_str();
    app.add_option("--shrink", settings.shrink,
                   "worlds so many times smaller, to see whether all rows run")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--isa", settings.isa,
                   "the ISA that lanecast uses, and the widest that Embree may use; default the "
                   "best of this CPU for both");
    app.add_option("--traversal", settings.traversal, "Options::traversal")
        ->transform(CLI::CheckedTransformer(traversals))
        ->default_str("automatic");
    CLI11_PARSE(app, argument_count, arguments);
    try {
        const std::vector<Row> rows = matching_rows(filter);
        if (!list) {
            run(rows, settings, json_path, with_modes);
            return 0;
        }
        for (const Row& row : rows)
            fmt::print("{}\n", row.name);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
