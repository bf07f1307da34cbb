#include "limits/tables.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace lanecast::bench {
namespace {

template <class Table>
const Table& table_of(Isa isa, const Table* const* tables, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        if (tables[i]->isa == isa)
            return *tables[i];
    throw std::runtime_error(fmt::format("{} was not built", to_string(isa)));
}

} // namespace

const Exercises& exercises_of(Isa isa) { return table_of(isa, built_tables, built_table_count); }

const ArrayLoops& array_loops_of(Isa isa) {
    return table_of(isa, arrays::built_tables, arrays::built_table_count);
}

Columns<float, 1> exercise_memory() {
    Columns<float, 1> memory(exercise_floats);
    std::fill(memory[0].begin(), memory[0].end(), 1.0f);
    return memory;
}

std::vector<Task> exercise_tasks(const Exercises& exercises, const Columns<float, 1>& memory) {
    constexpr std::size_t rounds = 64;
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < resources; ++i) {
        tasks.push_back({[run = exercises.run[i], &memory] { run(rounds, memory[0].data()); },
                         static_cast<double>(rounds * operations_of(static_cast<Resource>(i)))});
    }
    return tasks;
}

} // namespace lanecast::bench
