#pragma once

#include <cstddef>
#include <utility>

#include "isa/simd/lanes.hpp"

/// Loads records from memory into lanes and stores them back. A record consists of rows of four
/// words.
namespace lanecast::LANECAST_ISA {

/// A selection of rows of a record.
template <int... row>
struct Rows {
    static constexpr int count = sizeof...(row);

    /// Calls visit(row) for each row of the selection.
    template <class Visit>
    LANECAST_INLINE static void for_each(Visit visit) {
        (visit(row), ...);
    }
};

/// Rows 0 to count - 1.
template <int... row>
Rows<row...> rows_of(std::integer_sequence<int, row...>);
template <int count>
using FirstRows = decltype(rows_of(std::make_integer_sequence<int, count>()));

/// Loads W records, one per lane: words[4 r + i] gets word i of row r.
/// @param number  of each lane's record; records begin at `first` and are `stride` floats apart
template <class Rows, int W>
LANECAST_INLINE inline void load_records(const float* first, std::size_t stride,
                                         const std::uint32_t* number, Float<W>* words) {
    using Ops = Backend<W>;
    // Loads all rows of a record before the next record, so that its address is computed once.
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        const float* record[W / 4];
        for (int q = 0; q < W / 4; ++q)
            record[q] = first + std::size_t{number[4 * q + i]} * stride;
        Rows::for_each([&](int r) {
            const float* row[W / 4];
            for (int q = 0; q < W / 4; ++q)
                row[q] = record[q] + 4 * r;
            words[4 * r + i] = Ops::load_quads(row);
        });
    }
    Rows::for_each([&](int r) {
        Float<W>* const quads = words + 4 * r;
        Ops::transpose_quads(quads[0].v, quads[1].v, quads[2].v, quads[3].v);
    });
}

template <class Rows, int stride, int W>
LANECAST_INLINE inline void load_records(const float* first, const std::uint32_t* number,
                                         Float<W>* words) {
    load_records<Rows, W>(first, stride, number, words);
}

/// Stores W records, one per lane: the reverse of load_records().
template <class Rows, int stride, int W>
LANECAST_INLINE inline void store_records(const Float<W>* words, float* first,
                                          const std::uint32_t* number) {
    using Ops = Backend<W>;
    Float<W> transposed[Rows::count][4];
    int r_count = 0;
    Rows::for_each([&](int r) {
        Float<W>* const quads = transposed[r_count++];
        for (int i = 0; i < 4; ++i)
            quads[i] = words[4 * r + i];
        Ops::transpose_quads(quads[0].v, quads[1].v, quads[2].v, quads[3].v);
    });
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        float* record[W / 4];
        for (int q = 0; q < W / 4; ++q)
            record[q] = first + std::size_t{number[4 * q + i]} * stride;
        r_count = 0;
        Rows::for_each([&](int r) {
            float* row[W / 4];
            for (int q = 0; q < W / 4; ++q)
                row[q] = record[q] + 4 * r;
            Ops::store_quads(row, transposed[r_count++][i].v);
        });
    }
}

/// Loads W / 4 records, each repeated in four consecutive lanes.
template <class Rows, int stride, int W>
LANECAST_INLINE inline void spread_records(const float* first, const std::uint32_t* number,
                                           Float<W>* words) {
    using Ops = Backend<W>;
    const float* record[W / 4];
    for (int q = 0; q < W / 4; ++q)
        record[q] = first + std::size_t{number[q]} * stride;
    Rows::for_each([&](int r) {
        const float* row[W / 4];
        for (int q = 0; q < W / 4; ++q)
            row[q] = record[q] + 4 * r;
        const typename Ops::F quads = Ops::load_quads(row);
        words[4 * r] = Ops::template spread_in_quads<0>(quads);
        words[4 * r + 1] = Ops::template spread_in_quads<1>(quads);
        words[4 * r + 2] = Ops::template spread_in_quads<2>(quads);
        words[4 * r + 3] = Ops::template spread_in_quads<3>(quads);
    });
}

/// The same four floats in every quad of lanes.
template <int W>
Float<W> repeat_quad(const float* row) {
    return Backend<W>::repeat_quad(row);
}

} // namespace lanecast::LANECAST_ISA
