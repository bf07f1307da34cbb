#include "suite/report/table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "suite/report/number.hpp"

namespace lanecast::bench {
namespace {

/// A table whose columns are as wide as their widest cell. The first column is aligned left, the
/// others right.
class Table {
public:
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    void print() const {
        std::vector<std::size_t> widths;
        for (const std::vector<std::string>& row : rows_) {
            widths.resize(std::max(widths.size(), row.size()));
            for (std::size_t i = 0; i < row.size(); ++i)
                widths[i] = std::max(widths[i], row[i].size());
        }
        for (const std::vector<std::string>& row : rows_) {
            std::string line;
            for (std::size_t i = 0; i < row.size(); ++i) {
                line += i == 0 ? fmt::format("{:<{}}", row[i], widths[i])
                               : fmt::format("  {:>{}}", row[i], widths[i]);
            }
            fmt::print("{}\n", line);
        }
        fmt::print("\n");
    }

private:
    std::vector<std::vector<std::string>> rows_;
};

std::string bytes(std::size_t count) {
    return count >= std::size_t{1} << 30
               ? fmt::format("{:.0f} GiB", static_cast<double>(count) / (1u << 30))
           : count >= std::size_t{1} << 20
               ? plain_number(static_cast<double>(count) / (1u << 20)) + " MiB"
               : plain_number(static_cast<double>(count) / (1u << 10)) + " KiB";
}

void print_machine(const Result& result) {
    const Machine& machine = result.machine;
    fmt::print("{}, {} cores, {} threads{}\n", machine.cpu, machine.cores, machine.threads,
               machine.virtual_machine.empty() ? "" : ", in a virtual machine");
    std::string caches;
    for (const Cache& cache : machine.caches)
        caches += fmt::format("{} {}, ", cache.name, bytes(cache.bytes));
    fmt::print("{}{} of memory; {}\n", caches, bytes(machine.memory_bytes), machine.os);
    fmt::print("lanecast {}, {}; governor {}, turbo {}\n\n", machine.version, machine.compiler,
               machine.governor.empty() ? "not told" : machine.governor,
               machine.turbo.empty() ? "not told" : machine.turbo);
    Table isas;
    isas.add({"ISA", "lanes", "GHz", "Gflop/s", "load GB/s", "store GB/s"});
    for (const Capability& one : machine.capabilities) {
        isas.add({one.isa, std::to_string(one.lanes), fmt::format("{:.2f}", 1e-9 * one.clock_hz),
                  fmt::format("{:.0f}", 1e-9 * one.flops),
                  fmt::format("{:.0f}", 1e-9 * one.load_bytes),
                  fmt::format("{:.0f}", 1e-9 * one.store_bytes)});
    }
    isas.print();
}

using Column = std::pair<std::string, std::uint32_t>; // ISA and threads

/// Rows of a group that `wants` selects: a line for each name, a column for each ISA and number of
/// threads.
struct Group {
    std::vector<std::string> names;
    std::vector<Column> columns;
    std::map<std::pair<std::string, Column>, const Row*> rows;

    Group(const Result& result, const std::string& group, bool (*wants)(const Row&)) {
        for (const Row& row : result.rows) {
            if (row.group != group || !wants(row))
                continue;
            const Column column(row.isa, row.threads);
            if (std::find(columns.begin(), columns.end(), column) == columns.end())
                columns.push_back(column);
            if (std::find(names.begin(), names.end(), row.name) == names.end())
                names.push_back(row.name);
            rows[{row.name, column}] = &row;
        }
    }
    [[nodiscard]] const Row* find(const std::string& name, const Column& column) const {
        const auto found = rows.find({name, column});
        return found == rows.end() ? nullptr : found->second;
    }
};

std::string head_of(const Column& column) {
    return column.second == 1 ? column.first : fmt::format("{} x {}", column.first, column.second);
}

std::string rate_of(const Row* row) {
    return row == nullptr ? "-" : plain_number(1e-6 * row->rate.median());
}

/// The largest error of lanecast's kernels, in e s.
double largest_error(const Result& result) {
    double largest = 0;
    for (const Row& row : result.rows)
        if (row.rivals && row.rivals->error)
            largest = std::max(largest, *row.rivals->error);
    return largest;
}

void print_kernels(const Result& result) {
    const Group group(result, "kernels", [](const Row& row) { return row.rivals.has_value(); });
    if (group.names.empty())
        return;
    fmt::print(
        "Pairwise kernels: million pairs a second, times the scalar loop, times the loop over "
        "arrays with\nthe largest error of that loop in e s (lanecast's is below {:.0f}), share "
        "of the nearest limit\n",
        std::ceil(largest_error(result)));
    Table table;
    std::vector<std::string> head = {"kernel"};
    for (const Column& column : group.columns)
        head.insert(head.end(), {head_of(column), "scalar", "arrays", "error", "limit"});
    table.add(head);
    for (const std::string& name : group.names) {
        std::vector<std::string> cells = {name};
        for (const Column& column : group.columns) {
            const Row* const row = group.find(name, column);
            cells.push_back(rate_of(row));
            if (row == nullptr) {
                cells.insert(cells.end(), 4, "-");
                continue;
            }
            const Rivals& rivals = *row->rivals;
            cells.push_back(fmt::format("{:.1f}", rivals.by_scalar));
            cells.push_back(fmt::format("{:.1f}", rivals.by_arrays));
            cells.push_back(rivals.arrays_error ? plain_number(*rivals.arrays_error) : "-");
            cells.push_back(fmt::format("{:.0f} %", 100 * rivals.reached));
        }
        table.add(cells);
    }
    table.print();
}

void print_group(const Result& result, const std::string& name, const char* title) {
    const Group group(result, name, [](const Row& row) { return !row.rivals; });
    if (group.names.empty())
        return;
    fmt::print("{}\n", title);
    Table table;
    std::vector<std::string> head = {name};
    for (const Column& column : group.columns)
        head.push_back(head_of(column));
    table.add(head);
    for (const std::string& row : group.names) {
        std::vector<std::string> cells = {row};
        for (const Column& column : group.columns)
            cells.push_back(rate_of(group.find(row, column)));
        table.add(cells);
    }
    table.print();
}

void print_counts(const Result& result) {
    Table table;
    table.add({"by the CPU's counters, each", "ISA", "instructions", "cycles", "cache misses"});
    bool any = false;
    for (const Row& row : result.rows) {
        if (row.counts) {
            any = true;
            table.add({row.group + "/" + row.name, row.isa,
                       fmt::format("{:.1f}", row.counts->instructions),
                       fmt::format("{:.1f}", row.counts->cycles),
                       fmt::format("{:.3f}", row.counts->cache_misses)});
        }
    }
    if (any)
        table.print();
}

} // namespace

void print_result(const Result& result) {
    print_machine(result);
    print_kernels(result);
    print_group(result, "kernels", "Pairwise kernels, several threads: million pairs a second");
    print_group(result, "scenes", "Questions to scenes: million queries a second");
    print_group(result, "build", "Trees: million primitives a second");
    print_group(result, "edits", "Edits and their commits: million changed shapes a second");
    print_group(result, "particles", "Steps of advance(): million particles a second");
    print_group(result, "threads", "More threads: million queries a second");
    print_group(result, "growth", "Rays among more spheres, in larger calls: million a second");
    print_counts(result);
    const Quiet& quiet = result.quiet;
    const Interval itself = quiet.itself.interval();
    fmt::print(
        "{:.0f} s. One kernel against itself: {:.3f} ({:.3f} to {:.3f}). The same arithmetic "
        "differed by {:.1f} %,\nreads from memory by {:.1f} %; it became {}; {:.0f} % of the "
        "time went to others.\n",
        result.seconds, quiet.itself.median(), itself.lower, itself.upper, 100 * quiet.spread,
        100 * quiet.memory, drift_of(quiet.slowdown), 100 * quiet.stolen);
    for (const std::string& warning : warnings_of(result))
        fmt::print("{}\n", warning);
    if (result.scores.empty())
        return;
    Table table;
    table.add({fmt::format("score, set {}", result.score_set), "ISA", "threads", "", "spread"});
    for (const Score& score : result.scores) {
        table.add({score.what, score.isa, std::to_string(score.threads),
                   fmt::format("{:.0f}", score.value),
                   fmt::format("{:.1f} to {:.1f}", score.lower, score.upper)});
    }
    table.print();
}

void print_comparison(const std::vector<Compared>& all) {
    const std::vector<ComparedRow> rows = compare(all);
    for (const Compared& one : all)
        for (const std::string& warning : warnings_of(one.result))
            fmt::print("{}: {}\n", one.name, warning);
    Table table;
    std::vector<std::string> head = {"million/s"};
    for (std::size_t i = 0; i < all.size(); ++i) {
        head.push_back(all[i].name);
        if (i > 0)
            head.insert(head.end(), {"ratio", "interval"});
    }
    table.add(head);
    for (const ComparedRow& row : rows) {
        std::vector<std::string> cells = {row.name};
        for (std::size_t i = 0; i < all.size(); ++i) {
            cells.push_back(plain_number(1e-6 * row.rates[i]));
            if (i > 0) {
                const Ratio& ratio = row.ratios[i];
                cells.push_back(
                    fmt::format("{:.2f}{}", ratio.median, ratio.differs() ? " *" : "  "));
                cells.push_back(
                    fmt::format("{:.2f} to {:.2f}", ratio.interval.lower, ratio.interval.upper));
            }
        }
        table.add(cells);
    }
    table.print();
    Table means;
    for (const ComparedGroup& group : group_means(rows)) {
        std::vector<std::string> cells = {fmt::format("{}, {} thread{}, geometric mean of {}",
                                                      group.group, group.threads,
                                                      group.threads == 1 ? "" : "s", group.rows)};
        for (std::size_t i = 1; i < all.size(); ++i)
            cells.push_back(fmt::format("{:.2f}", group.ratios[i]));
        means.add(cells);
    }
    means.print();
    fmt::print("* the interval excludes 1: 95 % by the orderings of Mann and Whitney, extended by "
               "the variation\n  of the arithmetic loop in either run.\n");
}

} // namespace lanecast::bench
