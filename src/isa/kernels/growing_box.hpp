#pragma once

#include "core/build_boxes.hpp"
#include "isa/simd/transpose.hpp"

namespace lanecast::LANECAST_ISA {

/// A BuildBox in registers, in as few as the ISA has for it.
class GrowingBox {
public:
    GrowingBox() {
        for (Float<W>& part : parts_)
            part = Float<W>(endless);
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

    /// Numbers that are no numbers are left out.
    void include(const GrowingBox& b) {
        for (int i = 0; i < count; ++i)
            parts_[i] = min(b.parts_[i], parts_[i]);
    }

private:
    static constexpr int W = native_width < 8 ? 4 : 8;
    static constexpr int count = 8 / W;
    Float<W> parts_[count];
};

inline const float* sides_of(const BoxedPrimitive& p) { return p.lo; }

/// The smallest box around a point.
inline GrowingBox box_of_point(Float<4> point) {
    alignas(32) float eight[8];
    point.store(eight);
    (-point).store(eight + 4);
    return GrowingBox::load(eight);
}

} // namespace lanecast::LANECAST_ISA
