#include "opponents/table.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/machine.hpp"

namespace lanecast::bench {
namespace {

struct Words {
    const char* unit;
    double per_unit;
    const char* in_json;
};

Words words_of(Unit unit) {
    switch (unit) {
    case Unit::queries:
        return {"Mqueries/s", 1e-6, "million/s"};
    case Unit::primitives:
        return {"Mprimitives/s", 1e-6, "million/s"};
    case Unit::frames:
        return {"frames/s", 1, "per second"};
    case Unit::ratio:
        break;
    }
    return {"times", 1, "times"};
}

/// The best mode of each further program, which is its first attempt. The table shows the first
/// program anyway.
std::string other_programs(const Outcome& outcome) {
    std::vector<std::string> told;
    std::string text;
    for (const auto& [program, mode, queries, rate] : outcome.attempts) {
        if (std::find(told.begin(), told.end(), program) == told.end()) {
            if (!told.empty())
                text += fmt::format("; {} {}: {:.3f}", program, mode, 1e-6 * rate);
            told.push_back(program);
        }
    }
    return text;
}

std::string goal_of(const Row& row) { return row.goal ? fmt::format("{:.2f}", *row.goal) : ""; }

} // namespace

std::string table_head() {
    return "| row | ratio | goal | lanecast | opponent | unit | opponent is | agree |\n"
           "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
}

std::string table_line(const Row& row, const Outcome& outcome) {
    const auto [unit, per_unit, in_json] = words_of(outcome.unit);
    return fmt::format("| {} | {:.2f} | {} | {:.3f} | {:.3f} | {} | {} | {} |\n", row.name,
                       outcome.ratio, goal_of(row), per_unit * outcome.ours,
                       per_unit * outcome.theirs, unit, outcome.opponent + other_programs(outcome),
                       outcome.agree ? fmt::format("{:.3f} %", 100 * *outcome.agree) : "");
}

std::string attempt_lines(const Outcome& outcome) {
    std::string text;
    for (const auto& [program, mode, queries, rate] : outcome.attempts) {
        text += fmt::format("|  |  |  |  | {:.3f} | Mqueries/s | {} {}, tried on {} |  |\n",
                            1e-6 * rate, program, mode, queries);
    }
    return text;
}

JsonTable::JsonTable(const Settings& settings)
    : head_(fmt::format("\"machine\": {},\n \"date\": \"{}\",\n \"isa\": \"{}\",\n \"rays\": {}",
                        nlohmann::json(machine()).dump(), today(), to_string(active_isa()),
                        settings.rays)) {}

void JsonTable::add(const Row& row, const Outcome& outcome) {
    const Words words = words_of(outcome.unit);
    nlohmann::ordered_json json = {{"row", row.name},
                                   {"ratio", outcome.ratio},
                                   {"unit", words.in_json},
                                   {"ours", words.per_unit * outcome.ours},
                                   {"opponent", words.per_unit * outcome.theirs},
                                   {"opponent_name", outcome.opponent}};
    if (outcome.agree)
        json["agree"] = *outcome.agree;
    if (row.goal)
        json["goal"] = *row.goal;
    rows_.push_back(json.dump());
}

void JsonTable::write(const std::string& path) const {
    std::ofstream file(path);
    file << fmt::format("{{{},\n \"rows\": [\n  {}\n]}}\n", head_, fmt::join(rows_, ",\n  "));
    if (!file)
        throw std::runtime_error(fmt::format("{} cannot be written", path));
}

} // namespace lanecast::bench
