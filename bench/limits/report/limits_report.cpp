/// Compares the pairwise kernels with the limits of the CPU, both measured in the same run. Prints
/// Markdown tables; bench/README.md explains them.

#include <exception>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lanecast/isa.hpp"

#include "limits/report/kernel_report.hpp"
#include "limits/tables.hpp"
#include "support/machine.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

struct Settings {
    std::string kernel;
    std::string isa;
    std::size_t resident = 4096;
    std::size_t memory = std::size_t{1} << 22;
    double size = 1;
    Effort effort;
    std::string json;
};

constexpr const char* resource_names[resources] = {"div",  "sqrt",     "div + sqrt", "add",
                                                   "mul",  "add, mul", "compare",    "any vector",
                                                   "load", "store"};

void print_demand(const std::string& kernel, std::size_t lanes, const Demand& d) {
    fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} "
               "|\n",
               kernel, lanes, d.divide, d.root, d.add, d.multiply, d.compare, d.any, d.load,
               d.store);
}

void print_capacity(const Exercises& exercises, const Capacity& capacity) {
    fmt::print("| {} | {} |", to_string(exercises.isa), exercises.lanes);
    for (const double rate : capacity)
        fmt::print(" {:.2f} |", 1e-9 * rate);
    fmt::print("\n");
}

std::string error_of(std::optional<double> error) {
    return error ? fmt::format("{:.1f}", *error) : "";
}

void print_row(const KernelRow& row) {
    fmt::print(
        "| {} | {} | {} | {:.0f} | {:.0f} | {:.0f} ({}) | {:.0f} | {:.0f} % of {} | {:.0f} | "
        "{:.1f} | {:.2f} % | {:.1f} | {:.2f} % | {} | {} | {:.1f} |\n",
        row.kernel, row.pairs, to_string(row.isa), 1e-6 * row.rate, 1e-6 * row.divider,
        1e-6 * row.ports, row.port, 1e-6 * row.bandwidth, 100 * row.reached, row.nearest,
        1e-6 * row.scalar, row.multiple, 100 * row.agreeing, row.by_arrays, 100 * row.arrays_agree,
        error_of(row.error), error_of(row.arrays_error), row.by_one_lane);
}

/// A row as results/pairwise/schema.json defines it.
nlohmann::ordered_json as_json(const KernelRow& row) {
    nlohmann::ordered_json json = {{"kernel", row.kernel},
                                   {"isa", to_string(row.isa)},
                                   {"pairs", row.pairs},
                                   {"rate", 1e-6 * row.rate},
                                   {"by_scalar", row.multiple},
                                   {"by_arrays", row.by_arrays},
                                   {"by_one_lane", row.by_one_lane},
                                   {"agree_scalar", row.agreeing},
                                   {"agree_arrays", row.arrays_agree},
                                   {"divider", 1e-6 * row.divider},
                                   {"ports", 1e-6 * row.ports},
                                   {"port", row.port},
                                   {"bandwidth", 1e-6 * row.bandwidth},
                                   {"nearest", row.nearest},
                                   {"reached", row.reached}};
    if (row.error) {
        json["error"] = *row.error;
        json["arrays_error"] = *row.arrays_error;
    }
    return json;
}

void write(const std::string& path, const std::vector<KernelReport>& reports, double size) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const KernelReport& report : reports) {
        for (const KernelRow& row : report.rows) {
            rows.push_back(as_json(row));
            if (size != 1)
                rows.back()["size"] = size;
        }
    }
    const nlohmann::ordered_json result = {
        {"machine", machine()}, {"date", today()}, {"rows", std::move(rows)}};
    std::ofstream file(path);
    file << result.dump(1) << '\n';
    if (!file)
        throw std::runtime_error(fmt::format("{} cannot be written", path));
}

bool is_supported(Isa isa) {
    for (const Isa supported : supported_isas())
        if (supported == isa)
            return true;
    return false;
}

std::vector<const Exercises*> wanted_exercises(const Settings& settings) {
    std::vector<const Exercises*> wanted;
    for (std::size_t i = 0; i < built_table_count; ++i) {
        const Isa isa = built_tables[i]->isa;
        if (is_supported(isa) && (settings.isa.empty() || parse_isa(settings.isa) == isa))
            wanted.push_back(built_tables[i]);
    }
    return wanted;
}

std::vector<const Cell*> wanted_cells(const Settings& settings) {
    std::vector<const Cell*> wanted;
    for (const Cell& cell : cells())
        if (cell.name.find(settings.kernel) != std::string::npos)
            wanted.push_back(&cell);
    if (wanted.empty())
        throw std::runtime_error("no kernel has '" + settings.kernel + "' in its name");
    return wanted;
}

void measure(const Cell& cell, const Settings& settings, std::vector<KernelReport>& reports) {
    const std::unique_ptr<Pairs> resident =
        cell.make(settings.resident, static_cast<float>(settings.size));
    const std::unique_ptr<Pairs> memory =
        cell.make(settings.memory, static_cast<float>(settings.size));
    for (const Exercises* exercises : wanted_exercises(settings)) {
        const Demand demand = demand_of(cell, exercises->lanes);
        std::vector<ReportedCase> cases = {reported_case(cell, *resident, demand, *exercises)};
        if (settings.memory > 0)
            cases.push_back(reported_case(cell, *memory, demand, *exercises));
        reports.push_back(report_kernels(cases, *exercises, settings.effort));
        for (const KernelRow& row : reports.back().rows)
            print_row(row);
    }
}

void run(const Settings& settings) {
    const std::vector<const Cell*> wanted = wanted_cells(settings);
    pin_thread();
    fmt::print("{}; one thread, medians of {}\n\n", machine(), settings.effort.repetitions);

    fmt::print("Vector operations that a vector of pairs needs:\n\n"
               "| kernel | lanes | div | sqrt | add | mul | compare | all | load | store |\n"
               "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    const std::vector<const Exercises*> exercises = wanted_exercises(settings);
    std::set<std::size_t> numbers_of_lanes;
    for (const Exercises* one : exercises)
        numbers_of_lanes.insert(one->lanes);
    for (const Cell* cell : wanted)
        for (const std::size_t lanes : numbers_of_lanes)
            print_demand(cell->name, lanes, demand_of(*cell, lanes));

    fmt::print(
        "\nMillion pairs a second:\n\n"
        "| kernel | pairs | ISA | lanecast | divider limit | ports limit | bandwidth limit | "
        "reached | scalar | times scalar | agree | times arrays | agree | error, e s | "
        "error of arrays | times one lane |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- "
        "| --- |\n");
    std::vector<KernelReport> reports;
    for (const Cell* cell : wanted)
        measure(*cell, settings, reports);

    fmt::print("\nBillion vector operations a second, each alone:\n\n| ISA | lanes |");
    for (const char* name : resource_names)
        fmt::print(" {} |", name);
    fmt::print("\n| --- | --- |");
    for (std::size_t i = 0; i < resources; ++i)
        fmt::print(" --- |");
    fmt::print("\n");
    for (std::size_t i = 0; i < std::min(exercises.size(), reports.size()); ++i)
        print_capacity(*exercises[i], reports[i].capacity);

    if (!settings.json.empty())
        write(settings.json, reports, settings.size);
}

} // namespace

int main(int argument_count, char** arguments) {
    Settings settings;
    CLI::App app("Pairwise kernels against the limits of the CPU");
    app.add_option("--kernel", settings.kernel,
                   "those with this in their name, e.g. sweep_capsule, sweep; default all");
    app.add_option("--isa", settings.isa, "default all that the CPU has");
    app.add_option("--resident", settings.resident, "pairs of a batch that stays in the caches")
        ->capture_default_str();
    app.add_option("--memory", settings.memory, "pairs of a batch that does not; 0: leave out")
        ->capture_default_str();
    app.add_option("--size", settings.size, "of the world: 0.01 is one of centimetres")
        ->capture_default_str();
    app.add_option("--repetitions", settings.effort.repetitions)->capture_default_str();
    app.add_option("--seconds", settings.effort.seconds, "for each contestant and repetition")
        ->capture_default_str();
    app.add_option("--json", settings.json, "also write the rows to this file");
    CLI11_PARSE(app, argument_count, arguments);
    try {
        run(settings);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
