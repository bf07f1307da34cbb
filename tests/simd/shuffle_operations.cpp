#include "isa/simd/lanes.hpp"
#include "isa/simd/records.hpp"
#include "simd/shuffle_table.hpp"

namespace lanecast::LANECAST_ISA {

extern const test::ShuffleTable shuffle_table;

namespace {

using test::RecordOperations;
using test::ShuffleOperations;

constexpr int most_words = 4 * test::RecordOperations::most_rows;

/// Stores the words of some rows, as vectors.
template <class Rows, int W>
void store_words(const Float<W>* lanes, float* words) {
    Rows::for_each([&](int row) {
        for (int k = 4 * row; k < 4 * row + 4; ++k)
            lanes[k].store(words + k * W);
    });
}

template <class Rows, int stride, int W>
void load(const float* first, const std::uint32_t* numbers, float* words) {
    Float<W> lanes[most_words];
    load_records<Rows, stride, W>(first, numbers, lanes);
    store_words<Rows>(lanes, words);
}

template <class Rows, int stride, int W>
void store(const float* words, float* first, const std::uint32_t* numbers) {
    Float<W> lanes[most_words];
    Rows::for_each([&](int row) {
        for (int k = 4 * row; k < 4 * row + 4; ++k)
            lanes[k] = Float<W>::load(words + k * W);
    });
    store_records<Rows, stride, W>(lanes, first, numbers);
}

template <class Rows, int stride, int W>
void spread(const float* first, const std::uint32_t* numbers, float* words) {
    Float<W> lanes[most_words];
    spread_records<Rows, stride, W>(first, numbers, lanes);
    store_words<Rows>(lanes, words);
}

template <int W, int stride, int... row>
constexpr RecordOperations records_of() {
    using AllRows = Rows<row...>;
    return {.rows = {row...},
            .row_count = AllRows::count,
            .stride = stride,
            .load = &load<AllRows, stride, W>,
            .store = &store<AllRows, stride, W>,
            .spread = &spread<AllRows, stride, W>};
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
        // Records that are adjacent or have gaps, aligned or not, with all rows or some.
        .records = {records_of<W, 4, 0>(), records_of<W, 16, 0>(), records_of<W, 8, 0, 1>(),
                    records_of<W, 9, 0, 1>(), records_of<W, 16, 0, 2, 3>(), records_of<W, 16, 3>(),
                    records_of<W, 19, 0, 1, 2, 3>()},
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
