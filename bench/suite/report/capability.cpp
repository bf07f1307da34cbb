#include "suite/report/capability.hpp"

#include <algorithm>
#include <map>

#include "lanecast/isa.hpp"

#include "limits/tables.hpp"
#include "support/columns.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {
namespace {

constexpr std::size_t repetitions = 5;
constexpr double seconds = 0.003;

double rate_of(const Task& task) {
    return median(alternate({&task, 1}, repetitions, seconds).front());
}

} // namespace

const Capacity& capacity_of(Isa isa) {
    static std::map<Isa, Capacity> known;
    const auto found = known.find(isa);
    if (found != known.end())
        return found->second;
    const PinnedThread pinned;
    set_isa(isa);
    const Columns<float, 1> memory = exercise_memory();
    const std::vector<std::vector<double>> rates =
        alternate(exercise_tasks(exercises_of(isa), memory), repetitions, seconds);
    Capacity& capacity = known[isa];
    for (std::size_t i = 0; i < resources; ++i)
        capacity[i] = median(rates[i]);
    return capacity;
}

double measure_clock() {
#if defined(__GNUC__)
    constexpr std::size_t steps = 100'000;
    return rate_of({[] {
                        std::uint64_t sum = 1, one = 1;
                        for (std::size_t i = 0; i < steps / 10; ++i) {
                            // The barriers hide both values from the compiler, so it keeps the
                            // chain.
                            for (int k = 0; k < 10; ++k) {
                                sum += one;
                                asm volatile("" : "+r"(sum), "+r"(one));
                            }
                        }
                    },
                    static_cast<double>(steps)});
#else
    return 0;
#endif
}

Capability measure_capability(Isa isa) {
    const Capacity& capacity = capacity_of(isa);
    const Exercises& exercises = exercises_of(isa);
    const auto lanes = static_cast<double>(exercises.lanes);
    const auto at = [&](Resource resource) {
        return capacity[static_cast<std::size_t>(resource)] * lanes;
    };
    return {.isa = std::string(to_string(isa)),
            .lanes = exercises.lanes,
            .clock_hz = measure_clock(),
            .flops =
                std::max({at(Resource::arithmetic), at(Resource::add), at(Resource::multiply)}),
            .load_bytes = at(Resource::load) * sizeof(float),
            .store_bytes = at(Resource::store) * sizeof(float)};
}

std::vector<Bandwidth> measure_bandwidths(const std::vector<Cache>& caches) {
    constexpr std::size_t inputs = 8, outputs = 2, columns = inputs + outputs;
    std::vector<std::pair<std::string, std::size_t>> levels;
    std::size_t largest = std::size_t{1} << 20;
    for (const Cache& cache : caches) {
        levels.emplace_back(cache.name, cache.bytes / 2);
        largest = std::max(largest, cache.bytes);
    }
    constexpr std::size_t most = std::size_t{1} << 28;
    levels.emplace_back("memory", std::min(4 * largest, most));

    const Exercises& exercises = exercises_of(active_isa());
    std::vector<Bandwidth> found;
    for (const auto& [name, bytes] : levels) {
        const std::size_t count = std::max<std::size_t>(bytes / columns / sizeof(float), 16) & ~15u;
        const Columns<float, columns> memory(count);
        std::vector<const float*> in;
        std::vector<void*> out;
        for (std::size_t i = 0; i < columns; ++i)
            i < inputs ? in.push_back(memory[i].data()) : out.push_back(memory[i].data());
        const Stream stream = exercises.stream(AnswerForm::two_words, inputs);
        const std::size_t moved = count * columns * sizeof(float);
        found.push_back(
            {name, moved,
             rate_of({[&] { stream(in.data(), out.data(), count); }, static_cast<double>(moved)})});
    }
    return found;
}

} // namespace lanecast::bench
