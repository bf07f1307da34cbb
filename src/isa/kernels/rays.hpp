#pragma once

#include "isa/kernels/gather.hpp"
#include "isa/shapes/ray.hpp"
#include "lanecast/queries.hpp"

/// Rays from the user's columns: staged, judged and scaled.
namespace lanecast::LANECAST_ISA {

/// W rays as the user gave them.
template <int W>
struct RawRays {
    Vec<W> origin, direction;
    Float<W> t_min, t_max;
    Int<W> mask, ignore;

    /// SEMANTICS, "Bad and inactive queries".
    [[nodiscard]] Mask<W> valid() const {
        const Int<W> infinite(0x7F800000), largest = largest_magnitude_bits(direction);
        return signed_greater(infinite, largest_magnitude_bits(origin)) &
               signed_greater(infinite, largest) & signed_greater(largest, Int<W>(0x007FFFFF)) &
               (t_min <= t_max);
    }
    [[nodiscard]] Mask<W> inactive() const { return mask == Int<W>(0); }
    [[nodiscard]] Ray<W> prepared() const { return make_ray(origin, direction, t_min, t_max); }
};

/// The columns of a batch of rays, staged block by block.
template <int W>
class StagedRays {
public:
    StagedRays(const RayColumns& c, BatchPart part) {
        const std::size_t size = part.last - part.first;
        for (int axis = 0; axis < 3; ++axis) {
            origin_[axis].open(c.origin[axis], size);
            direction_[axis].open(c.direction[axis], size);
        }
        t_min_.open(c.t_min, size);
        t_max_.open(c.t_max, size);
        mask_.open(c.mask, size);
        ignore_.open(c.ignore, size);
    }

    void stage(const Block& block) {
        for (int axis = 0; axis < 3; ++axis) {
            now_.origin[axis] = origin_[axis].stage(block);
            now_.direction[axis] = direction_[axis].stage(block);
        }
        now_.t_min = t_min_.stage(block);
        now_.t_max = t_max_.stage(block);
        now_.mask = mask_.stage(block);
        now_.ignore = ignore_.stage(block);
    }

    /// Rays i to i + W - 1 of the block last staged.
    [[nodiscard]] RawRays<W> load(int i) const {
        const auto vector = [i](const float* const* p) {
            return Vec<W>{Float<W>::load(p[0] + i), Float<W>::load(p[1] + i),
                          Float<W>::load(p[2] + i)};
        };
        return {vector(now_.origin),
                vector(now_.direction),
                Float<W>::load(now_.t_min + i),
                Float<W>::load(now_.t_max + i),
                Int<W>::load(now_.mask + i),
                Int<W>::load(now_.ignore + i)};
    }

private:
    StagedInput<float, W> origin_[3];
    StagedInput<float, W> direction_[3];
    StagedInput<float, W> t_min_;
    StagedInput<float, W> t_max_;
    StagedInput<std::uint32_t, W> mask_;
    StagedInput<std::uint32_t, W> ignore_;
    struct {
        const float* origin[3];
        const float* direction[3];
        const float* t_min;
        const float* t_max;
        const std::uint32_t* mask;
        const std::uint32_t* ignore;
    } now_;
};

/// W answers before they are written.
template <int W>
struct HitLanes {
    Mask<W> hit;
    Float<W> t;
    Int<W> id;
    Int<W> extra_flags; ///< invalid, bad_shape: of misses
};

/// The columns of the answers, staged block by block. Writes what SEMANTICS says of misses.
template <int W>
class StagedHits {
public:
    explicit StagedHits(const HitColumns& c) {
        t_.open(c.t);
        id_.open(c.id);
        part_.open(c.part);
        for (int axis = 0; axis < 3; ++axis)
            normal_[axis].open(c.normal[axis]);
        u_.open(c.u);
        v_.open(c.v);
        flags_.open(c.flags);
    }

    /// Whether anything is wanted that needs RaySurface.
    [[nodiscard]] bool surface_wanted() const {
        return normal_[0].wanted() || normal_[1].wanted() || normal_[2].wanted() || u_.wanted() ||
               v_.wanted() || flags_.wanted();
    }

    void stage(const Block& block) {
        block_ = block;
        each([&](auto& column, auto*& now) {
            now = column.wanted() ? column.stage(block) : nullptr;
        });
    }
    void flush() {
        each([&](auto& column, auto*&) {
            if (column.wanted())
                column.flush(block_);
        });
    }

    void write(int i, const HitLanes<W>& lanes) {
        if (now_.t)
            select(lanes.hit, lanes.t, Float<W>(__builtin_inff())).store(now_.t + i);
        if (now_.id)
            select(lanes.hit, lanes.id, Int<W>(no_id)).store(now_.id + i);
        if (now_.part)
            Int<W>(no_id).store(now_.part + i);
    }

    void write_surface(int i, const HitLanes<W>& lanes, const RaySurface<W>& surface) {
        const Float<W> zero(0.0f);
        const auto put = [&](float* to, Float<W> value) {
            if (to)
                select(lanes.hit, value, zero).store(to + i);
        };
        put(now_.normal[0], surface.normal.x);
        put(now_.normal[1], surface.normal.y);
        put(now_.normal[2], surface.normal.z);
        put(now_.u, surface.u);
        put(now_.v, surface.v);
        if (now_.flags) {
            const Int<W> none(0);
            const Int<W> hit = Int<W>(flag::hit) |
                               select(surface.inside, Int<W>(flag::inside), none) |
                               select(surface.back, Int<W>(flag::back), none);
            select(lanes.hit, hit, lanes.extra_flags).store(now_.flags + i);
        }
    }

private:
    template <class Visit>
    void each(Visit visit) {
        visit(t_, now_.t);
        visit(id_, now_.id);
        visit(part_, now_.part);
        for (int axis = 0; axis < 3; ++axis)
            visit(normal_[axis], now_.normal[axis]);
        visit(u_, now_.u);
        visit(v_, now_.v);
        visit(flags_, now_.flags);
    }

    Block block_;
    StagedOutput<float, W> t_;
    StagedOutput<std::uint32_t, W> id_;
    StagedOutput<std::uint32_t, W> part_;
    StagedOutput<float, W> normal_[3];
    StagedOutput<float, W> u_;
    StagedOutput<float, W> v_;
    StagedOutput<std::uint32_t, W> flags_;
    struct {
        float* t;
        std::uint32_t* id;
        std::uint32_t* part;
        float* normal[3];
        float* u;
        float* v;
        std::uint32_t* flags;
    } now_;
};

/// The bits of the lanes that belong to the block, of those from i on.
template <int W>
unsigned lanes_in_block(const Block& block, int i) {
    const int left = block.size - i;
    return left >= W ? (W == 32 ? ~0u : (1u << W) - 1u) : (1u << left) - 1u;
}

} // namespace lanecast::LANECAST_ISA
