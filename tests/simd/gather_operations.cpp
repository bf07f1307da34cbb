#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/columns/scatter.hpp"
#include "isa/simd/lanes.hpp"
#include "simd/gather_table.hpp"

namespace lanecast::LANECAST_ISA {

extern const test::GatherTable gather_table;

namespace {

template <class T, class Lanes, int W>
void copy(const ReadableColumn& from, const WritableColumn& to, test::Part part, void* staged) {
    auto* seen = static_cast<T*>(staged);
    alignas(64) Word room[block_size];
    const StagedInput input(from, room);
    StagedOutputs<1, W> output(&to);
    input.open<W>(part.last - part.first);
    for_each_block(part.first, part.last, [&](const Block& block) {
        const auto* read = reinterpret_cast<const T*>(input.stage<W>(block));
        output.stage(block);
        for (int i = 0; i < block.padded<W>(); i += W) {
            const Lanes lanes = Lanes::load(read + i);
            lanes.store(seen);
            seen += W;
            output.put(0, i, ~no_lanes<W>(), lanes, 0);
        }
        output.flush(block);
    });
}

template <int W>
void read_vectors(const ReadableColumn (&columns)[3], test::Part part, bool backward,
                  std::uint32_t* staged) {
    const std::size_t size = part.last - part.first;
    StagedInputs<3, W> inputs(columns, size);
    std::size_t done = 0;
    for_each_block(part.first, part.last, [&](const Block& block) {
        if (backward) {
            OrderedBlock ordered = {.first = part.first,
                                    .size = block.size,
                                    .in_quads = false,
                                    .has_last = done == 0,
                                    .offset = {}};
            for (int i = 0; i < block.padded<W>(); ++i) {
                const int own = i < block.size ? i : block.size - 1;
                ordered.offset[i] =
                    static_cast<std::uint32_t>(size - 1 - done - static_cast<std::size_t>(own));
            }
            inputs.stage(ordered);
        } else {
            inputs.stage(block);
        }
        for (int c = 0; c < 3; ++c)
            for (int i = 0; i < block.size; ++i) {
                alignas(64) std::uint32_t lanes[W];
                inputs.ints(c, i / W * W).store(lanes);
                staged[static_cast<std::size_t>(c) * size + done + static_cast<std::size_t>(i)] =
                    lanes[i % W];
            }
        done += static_cast<std::size_t>(block.size);
    });
}

template <int W>
constinit const test::GatherOperations operations = {
    .width = W,
    .read_vectors = &read_vectors<W>,
    .copy_floats = &copy<float, Float<W>, W>,
    .copy_ints = &copy<std::uint32_t, Int<W>, W>,
};

template <int W>
constexpr const test::GatherOperations* operations_if_offered() {
    if constexpr (requires { sizeof(Backend<W>); })
        return &operations<W>;
    else
        return nullptr;
}

} // namespace

constinit const test::GatherTable gather_table = {
    .isa = Isa::LANECAST_ISA,
    .block_size = block_size,
    .operations = {operations_if_offered<4>(), operations_if_offered<8>(),
                   operations_if_offered<16>()},
    .write_truths = &write_truths,
};

} // namespace lanecast::LANECAST_ISA
