#pragma once

#include "isa/kernels/columns/blocks.hpp"
#include "isa/simd/vec3.hpp"

namespace lanecast::LANECAST_ISA {

/// Three numbers for each query of a group, one array per component.
struct VectorColumn {
    alignas(64) float x[group_size];
    alignas(64) float y[group_size];
    alignas(64) float z[group_size];

    template <int W>
    void store(int i, Vec<W> a) {
        a.x.store(x + i);
        a.y.store(y + i);
        a.z.store(z + i);
    }
    template <int W>
    [[nodiscard]] Vec<W> load(int i) const {
        return {Float<W>::load(x + i), Float<W>::load(y + i), Float<W>::load(z + i)};
    }
    template <int W>
    [[nodiscard]] Vec<W> broadcast(int i) const {
        return {x[i], y[i], z[i]};
    }
};

} // namespace lanecast::LANECAST_ISA
