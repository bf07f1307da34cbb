#include "limits/kernel_case.hpp"

namespace lanecast::bench {

KernelCase kernel_case(const Cell& cell, Pairs& pairs, const Demand& demand,
                       const Exercises& exercises, const ArrayLoops& loops) {
    const auto arrays = [inputs = pairs.inputs(), outputs = pairs.outputs(), count = pairs.size(),
                         loop = loops.of_cell(cell)] {
        loop(inputs.data(), outputs.data(), count);
    };
    return {.kernel = cell.name,
            .pairs = pairs.size(),
            .demand = demand,
            .lanecast = [&pairs] { pairs.from_columns(1); },
            .scalar = [&pairs] { pairs.scalar_loop(); },
            .arrays = arrays,
            .stream =
                [inputs = pairs.inputs(), outputs = pairs.outputs(), count = pairs.size(),
                 stream = exercises.stream(cell.form, pairs.inputs().size())] {
                    stream(inputs.data(), outputs.data(), count);
                },
            .agreeing = [&pairs] { return pairs.agreeing(); },
            .arrays_agree = [&pairs, arrays] { return pairs.agreeing(arrays); },
            .error = [&pairs] { return pairs.worst_error([&] { pairs.from_columns(1); }); },
            .arrays_error = [&pairs, arrays] { return pairs.worst_error(arrays); }};
}

} // namespace lanecast::bench
