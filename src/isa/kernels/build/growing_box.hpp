#pragma once

#include "core/build_boxes.hpp"
#include "isa/simd/lanes.hpp"

namespace lanecast::LANECAST_ISA {

/// Transposes four rows of four lanes.
inline void transpose(Float<4> (&rows)[4]) {
    Backend<4>::transpose_quads(rows[0].v, rows[1].v, rows[2].v, rows[3].v);
}

/// A BuildBox in as few registers as the ISA allows.
class GrowingBox {
public:
    GrowingBox() {
        for (Float<W>& part : parts_)
            part = Float<W>(unbounded);
    }
    static GrowingBox load(const float* eight) {
        GrowingBox box;
        for (int i = 0; i < count; ++i)
            box.parts_[i] = Float<W>::load(eight + i * W);
        return box;
    }
    static GrowingBox load(const BuildBox& box) { return load(box.lo); }

    void store(float* eight) const {
        for (int i = 0; i < count; ++i)
            parts_[i].store(eight + i * W);
    }
    void store(BuildBox& box) const { store(box.lo); }

    /// Ignores NaNs.
    void include(const GrowingBox& b) {
        for (int i = 0; i < count; ++i)
            parts_[i] = min(b.parts_[i], parts_[i]);
    }

private:
    static constexpr int W = native_width < 8 ? 4 : 8;
    static constexpr int count = 8 / W;
    Float<W> parts_[count];
};

/// A BuildBox in two registers, for boxes that arrive as separate lower and upper sides. A box that
/// is stored in two halves and then loaded as a whole stalls the CPU, because the stores cannot be
/// forwarded.
struct BothSides {
    Float<4> lo = Float<4>(unbounded), minus_hi = Float<4>(unbounded);

    static BothSides of(const BuildBox& box) {
        return {Float<4>::load(box.lo), Float<4>::load(box.minus_hi)};
    }
    void store(BuildBox& box) const {
        lo.store(box.lo);
        minus_hi.store(box.minus_hi);
    }

    /// Ignores NaNs.
    void include(const BothSides& b) {
        lo = min(b.lo, lo);
        minus_hi = min(b.minus_hi, minus_hi);
    }
    void include_point(Float<4> p) { include({p, -p}); }
};

template <int count>
bool are_all_equal(const BothSides (&boxes)[count]) {
    for (int i = 1; i < count; ++i)
        if (((boxes[i].lo == boxes[0].lo) & (boxes[i].minus_hi == boxes[0].minus_hi)).bits() != 0xF)
            return false;
    return true;
}

inline const float* sides_of(const BoxedPrimitive& p) { return p.lo; }

} // namespace lanecast::LANECAST_ISA
