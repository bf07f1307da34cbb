#include <memory>

#include "lanecast/isa.hpp"

#include "limits/demand.hpp"
#include "limits/kernel_case.hpp"
#include "limits/model.hpp"
#include "limits/tables.hpp"
#include "suite/cases/case.hpp"
#include "suite/report/capability.hpp"
#include "support/pairs/pairs.hpp"

namespace lanecast::bench {
namespace {

/// Pairs that stay in the caches, and enough pairs that each of several threads has work.
constexpr std::size_t resident_pairs = 4096, shared_pairs = std::size_t{1} << 18;

/// A cell with its pairs, which are created on first use and freed with the last case of the cell.
class Fixture {
public:
    explicit Fixture(const Cell& cell) : cell_(cell) {}

    [[nodiscard]] const Cell& cell() const { return cell_; }
    Pairs& pairs(std::size_t count) {
        if (!pairs_ || pairs_->size() != count)
            pairs_ = cell_.make(count, 1);
        return *pairs_;
    }

private:
    const Cell& cell_;
    std::unique_ptr<Pairs> pairs_;
};

void measure_with_rivals(Fixture& fixture, Isa isa, Recorder& recorder, Row& row) {
    const Exercises& exercises = exercises_of(isa);
    Pairs& pairs = fixture.pairs(resident_pairs);
    set_isa(isa);
    row.answers = hexadecimal(pairs.hash_of_answers());
    const Demand demand = demand_of(fixture.cell(), exercises.lanes);
    const KernelCase one =
        kernel_case(fixture.cell(), pairs, demand, exercises, array_loops_of(isa));
    std::vector<Task> tasks;
    for (const auto& run : {one.lanecast, one.scalar, one.arrays, one.stream})
        tasks.push_back({run, static_cast<double>(one.pairs)});
    const std::vector<std::vector<double>> rates = recorder.time(std::move(tasks), isa, 1);
    const Limits limits = limits_of(demand, capacity_of(isa), exercises.lanes, median(rates[3]));
    row.rate.values = rates[0];
    row.rivals = {.by_scalar = median_ratio(rates[0], rates[1]),
                  .agree_scalar = one.agreeing(),
                  .by_arrays = median_ratio(rates[0], rates[2]),
                  .agree_arrays = one.arrays_agree(),
                  .error = one.error(),
                  .arrays_error = one.arrays_error(),
                  .reached = median(rates[0]) / limits.nearest(),
                  .limit = limits.nearest_name()};
    row.hits = share_of_hits(pairs.from_columns(1));
}

void measure_alone(Fixture& fixture, Isa isa, std::uint32_t threads, Recorder& recorder, Row& row) {
    Pairs& pairs = fixture.pairs(shared_pairs);
    set_isa(isa);
    row.answers = hexadecimal(pairs.hash_of_answers());
    Summary summary;
    row.rate.values = recorder.time(
        {{[&] { summary = pairs.from_columns(threads); }, static_cast<double>(pairs.size())}}, isa,
        threads)[0];
    row.hits = share_of_hits(summary);
}

} // namespace

Task calibration_kernel() {
    const std::shared_ptr<Pairs> pairs = cells().front().make(resident_pairs, 1);
    return {[=] { pairs->from_columns(1); }, double{resident_pairs}};
}

std::vector<Case> kernel_cases(const Settings& settings) {
    std::vector<Case> cases;
    for (const Cell& cell : cells()) {
        const auto fixture = std::make_shared<Fixture>(cell);
        const auto row = [&](Isa isa, std::uint32_t threads) {
            return Row{.group = "kernels",
                       .name =
                           threads == 1 ? cell.name : fmt::format("{}/{}", cell.name, shared_pairs),
                       .isa = std::string(to_string(isa)),
                       .threads = threads,
                       .unit = "queries"};
        };
        for (const std::uint32_t threads : settings.threads) {
            if (threads > 1) {
                const Isa isa = settings.isas.back();
                cases.push_back({row(isa, threads), 1, [=](Recorder& recorder, Row& into) {
                                     measure_alone(*fixture, isa, threads, recorder, into);
                                 }});
                continue;
            }
            for (const Isa isa : settings.isas) {
                cases.push_back({row(isa, 1), 1, [=](Recorder& recorder, Row& into) {
                                     measure_with_rivals(*fixture, isa, recorder, into);
                                 }});
            }
        }
    }
    return cases;
}

} // namespace lanecast::bench
