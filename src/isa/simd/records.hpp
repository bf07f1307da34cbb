#pragma once

#include <cstddef>

#include "isa/simd/lanes.hpp"

/// Records in memory, each of some rows of four words, to lanes and back.
namespace lanecast::LANECAST_ISA {

/// Row by row, the words of W records: words[4 r + i] gets word i of row r, lane by lane.
/// @param number of each lane's record, of those that begin at `first`, `stride` floats apart
template <int rows, int stride, int W>
[[gnu::always_inline]] inline void load_records(const float* first, const std::uint32_t* number,
                                                Float<W>* words) {
    using Ops = Backend<W>;
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
        typename Ops::F quads[4];
        for (int i = 0; i < 4; ++i) {
            const float* row[W / 4];
            for (int q = 0; q < W / 4; ++q)
                row[q] = first + std::size_t{number[4 * q + i]} * stride + 4 * r;
            quads[i] = Ops::load_quads(row);
        }
        Ops::transpose_quads(quads[0], quads[1], quads[2], quads[3]);
        for (int i = 0; i < 4; ++i)
            words[4 * r + i] = quads[i];
    }
}

/// The reverse.
template <int rows, int stride, int W>
[[gnu::always_inline]] inline void store_records(const Float<W>* words, float* first,
                                                 const std::uint32_t* number) {
    using Ops = Backend<W>;
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
        typename Ops::F quads[4] = {words[4 * r].v, words[4 * r + 1].v, words[4 * r + 2].v,
                                    words[4 * r + 3].v};
        Ops::transpose_quads(quads[0], quads[1], quads[2], quads[3]);
        for (int i = 0; i < 4; ++i) {
            float* row[W / 4];
            for (int q = 0; q < W / 4; ++q)
                row[q] = first + std::size_t{number[4 * q + i]} * stride + 4 * r;
            Ops::store_quads(row, quads[i]);
        }
    }
}

/// W / 4 records, each in four lanes side by side.
template <int rows, int stride, int W>
[[gnu::always_inline]] inline void spread_records(const float* first, const std::uint32_t* number,
                                                  Float<W>* words) {
    using Ops = Backend<W>;
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
        const float* row[W / 4];
        for (int q = 0; q < W / 4; ++q)
            row[q] = first + std::size_t{number[q]} * stride + 4 * r;
        const typename Ops::F quads = Ops::load_quads(row);
        words[4 * r] = Ops::template spread_in_quads<0>(quads);
        words[4 * r + 1] = Ops::template spread_in_quads<1>(quads);
        words[4 * r + 2] = Ops::template spread_in_quads<2>(quads);
        words[4 * r + 3] = Ops::template spread_in_quads<3>(quads);
    }
}

/// Four floats, again and again.
template <int W>
Float<W> repeat_quad(const float* row) {
    return Backend<W>::repeat_quad(row);
}

} // namespace lanecast::LANECAST_ISA
