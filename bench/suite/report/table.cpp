#include "suite/report/table.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

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
            for (std::size_t i = 0; i < row.size(); ++i) {
                widths[i] = std::max(widths[i], row[i].size());
            }
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
               ? fmt::format("{:.3g} MiB", static_cast<double>(count) / (1u << 20))
               : fmt::format("{:.3g} KiB", static_cast<double>(count) / (1u << 10));
}

void print_machine(const Result& result) {
    const Machine& machine = result.machine;
    fmt::print("{}, {} cores, {} threads{}\n", machine.cpu, machine.cores, machine.threads,
               machine.virtual_machine.empty() ? "" : ", in a virtual machine");
    std::string caches;
    for (const Cache& cache : machine.caches) {
        caches += fmt::format("{} {}, ", cache.name, bytes(cache.bytes));
    }
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

/// The rows of a group: a line for each name, a column for each ISA and number of threads.
struct Group {
    std::vector<std::string> names;
    std::vector<Column> columns;
    std::map<std::pair<std::string, Column>, const Row*> rows;

    Group(const Result& result, const std::string& group) {
        for (const Row& row : result.rows) {
            if (row.group != group) {
                continue;
            }
            const Column column(row.isa, row.threads);
            if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
                columns.push_back(column);
            }
            if (std::find(names.begin(), names.end(), row.name) == names.end()) {
                names.push_back(row.name);
            }
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
    return row == nullptr ? "-" : fmt::format("{:#.3g}", 1e-6 * row->rate.median());
}

void print_kernels(const Result& result) {
    const Group group(result, "kernels");
    if (group.names.empty()) {
        return;
    }
    fmt::print("Pairwise kernels: million pairs a second, times the scalar loop, "
               "share of the nearest limit\n");
    Table table;
    std::vector<std::string> head = {"kernel"};
    for (const Column& column : group.columns) {
        head.push_back(head_of(column));
        if (column.second == 1) {
            head.insert(head.end(), {"scalar", "limit"});
        }
    }
    table.add(head);
    for (const std::string& name : group.names) {
        std::vector<std::string> cells = {name};
        for (const Column& column : group.columns) {
            const Row* const row = group.find(name, column);
            cells.push_back(rate_of(row));
            if (column.second == 1) {
                const bool rivals = row != nullptr && row->rivals;
                cells.push_back(rivals ? fmt::format("{:.1f}", row->rivals->by_scalar) : "-");
                cells.push_back(rivals ? fmt::format("{:.0f} %", 100 * row->rivals->reached) : "-");
            }
        }
        table.add(cells);
    }
    table.print();
}

void print_group(const Result& result, const std::string& name, const char* title) {
    const Group group(result, name);
    if (group.names.empty()) {
        return;
    }
    fmt::print("{}\n", title);
    Table table;
    std::vector<std::string> head = {name};
    for (const Column& column : group.columns) {
        head.push_back(head_of(column));
    }
    table.add(head);
    for (const std::string& row : group.names) {
        std::vector<std::string> cells = {row};
        for (const Column& column : group.columns) {
            cells.push_back(rate_of(group.find(row, column)));
        }
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
    if (any) {
        table.print();
    }
}

} // namespace

void print_result(const Result& result) {
    print_machine(result);
    print_kernels(result);
    print_group(result, "scenes", "Questions to scenes: million queries a second");
    print_group(result, "build", "Trees: million primitives a second");
    print_group(result, "particles", "Steps of advance(): million particles a second");
    print_group(result, "threads", "More threads: million queries a second");
    print_group(result, "growth", "Rays among more spheres, in larger calls: million a second");
    print_counts(result);
    const Quiet& quiet = result.quiet;
    fmt::print("{:.0f} s{}. The same arithmetic, between all others, differed by {:.1f} %, reads "
               "from memory by {:.1f} %; it became {:.1f} % slower; {:.1f} % of the time went to "
               "others.\n",
               result.seconds, result.cut_short ? ", cut short" : "", 100 * quiet.spread,
               100 * quiet.memory, 100 * quiet.slowdown, 100 * quiet.stolen);
    if (!result.no_score.empty()) {
        fmt::print("No score: {}.\n", result.no_score);
    }
    if (result.scores.empty()) {
        return;
    }
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
    Table table;
    std::vector<std::string> head = {"million/s"};
    for (std::size_t i = 0; i < all.size(); ++i) {
        head.push_back(all[i].name);
        if (i > 0) {
            head.push_back("ratio");
        }
    }
    table.add(head);
    for (const ComparedRow& row : rows) {
        std::vector<std::string> cells = {row.name};
        for (std::size_t i = 0; i < all.size(); ++i) {
            cells.push_back(fmt::format("{:.3g}", 1e-6 * row.rates[i]));
            if (i > 0) {
                cells.push_back(
                    fmt::format("{:.2f}{}", row.ratios[i], row.differ[i] ? " *" : "  "));
            }
        }
        table.add(cells);
    }
    table.print();
    Table means;
    for (const ComparedGroup& group : group_means(rows)) {
        std::vector<std::string> cells = {
            fmt::format("{}, geometric mean of {}", group.group, group.rows)};
        for (std::size_t i = 1; i < all.size(); ++i) {
            cells.push_back(fmt::format("{:.2f}", group.ratios[i]));
        }
        means.add(cells);
    }
    means.print();
    fmt::print("* differs: p < 0.05 by Mann and Whitney's test, and by more than the same loop\n"
               "  differed within either run.\n");
}

} // namespace lanecast::bench
