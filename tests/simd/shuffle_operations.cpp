#include "isa/simd/lanes.hpp"
#include "isa/simd/records.hpp"
#include "simd/shuffle_table.hpp"

namespace lanecast::LANECAST_ISA {

extern const test::ShuffleTable shuffle_table;

namespace {

using test::RecordOperations;
using test::ShuffleOperations;

template <int rows, int stride, int W>
void load(const float* first, const std::uint32_t* numbers, float* words) {
    Float<W> lanes[4 * rows];
    load_records<rows, stride, W>(first, numbers, lanes);
    for (int k = 0; k < 4 * rows; ++k)
        lanes[k].store(words + k * W);
}

template <int rows, int stride, int W>
void store(const float* words, float* first, const std::uint32_t* numbers) {
    Float<W> lanes[4 * rows];
    for (int k = 0; k < 4 * rows; ++k)
        lanes[k] = Float<W>::load(words + k * W);
    store_records<rows, stride, W>(lanes, first, numbers);
}

template <int rows, int stride, int W>
void spread(const float* first, const std::uint32_t* numbers, float* words) {
    Float<W> lanes[4 * rows];
    spread_records<rows, stride, W>(first, numbers, lanes);
    for (int k = 0; k < 4 * rows; ++k)
        lanes[k].store(words + k * W);
}

template <int rows, int stride, int W>
constexpr RecordOperations records_of() {
    return {.rows = rows,
            .stride = stride,
            .load = &load<rows, stride, W>,
            .store = &store<rows, stride, W>,
            .spread = &spread<rows, stride, W>};
}

template <int i, int W>
void spread_lane(const float* from, float* to) {
    Float<W>(Backend<W>::template spread_in_quads<i>(Float<W>::load(from).v)).store(to);
}

template <int W>
constexpr ShuffleOperations make_operations() {
    return {
        .width = W,
        .compress = [](const std::uint32_t* from, unsigned bits,
                       std::uint32_t* to) { compress(Int<W>::load(from), bits).store(to); },
        .load_quads = [](const float* const* rows,
                         float* to) { Float<W>(Backend<W>::load_quads(rows)).store(to); },
        .store_quads =
            [](float* const* rows, const float* from) {
                Backend<W>::store_quads(rows, Float<W>::load(from).v);
            },
        .repeat_quad = [](const float* row, float* to) { repeat_quad<W>(row).store(to); },
        .spread_in_quads = {&spread_lane<0, W>, &spread_lane<1, W>, &spread_lane<2, W>,
                            &spread_lane<3, W>},
        .transpose_quads =
            [](float* vectors) {
                typename Backend<W>::F v[4];
                for (int i = 0; i < 4; ++i)
                    v[i] = Float<W>::load(vectors + i * W).v;
                Backend<W>::transpose_quads(v[0], v[1], v[2], v[3]);
                for (int i = 0; i < 4; ++i)
                    Float<W>(v[i]).store(vectors + i * W);
            },
        // Side by side and apart, rows aligned and not.
        .records = {records_of<1, 4, W>(), records_of<1, 16, W>(), records_of<2, 8, W>(),
                    records_of<2, 9, W>(), records_of<3, 16, W>(), records_of<4, 16, W>(),
                    records_of<4, 19, W>()},
    };
}

template <int W>
constinit const ShuffleOperations operations = make_operations<W>();

template <int W>
constexpr const ShuffleOperations* operations_if_offered() {
    if constexpr (requires { sizeof(Backend<W>); })
        return &operations<W>;
    else
        return nullptr;
}

} // namespace

constinit const test::ShuffleTable shuffle_table = {
    .isa = Isa::LANECAST_ISA,
    .operations = {operations_if_offered<4>(), operations_if_offered<8>(),
                   operations_if_offered<16>()},
};

} // namespace lanecast::LANECAST_ISA
