#pragma once

#include "isa/kernels/gather.hpp"
#include "isa/shapes/ray.hpp"
#include "lanecast/queries.hpp"

/// Rays from the user's columns: staged, judged and scaled.
namespace lanecast::LANECAST_ISA {

template <int W>
using StagedRays = StagedInputs<ray_column::count, W>;

/// W rays as the user gave them.
template <int W>
struct RawRays {
    Vec<W> origin, direction;
    Float<W> t_min, t_max;

    /// Rays i to i + W - 1 of the block last staged.
    RawRays(const StagedRays<W>& rays, int i)
        : origin(rays.vectors(ray_column::origin, i)),
          direction(rays.vectors(ray_column::direction, i)), t_min(rays.floats(ray_column::t_min, i)),
          t_max(rays.floats(ray_column::t_max, i)) {}

    /// SEMANTICS, "Bad and inactive queries".
    [[nodiscard]] Mask<W> valid() const {
        return is_finite(origin) & is_finite(direction) & valid_if_finite();
    }
    /// The same where sum() is finite.
    [[nodiscard]] Mask<W> valid_if_finite() const {
        return signed_greater(largest_magnitude_bits(direction), Int<W>(0x007FFFFF)) &
               (t_min <= t_max);
    }
    /// Finite only if origin and direction are.
    [[nodiscard]] Float<W> sum() const {
        return (origin.x + origin.y + origin.z) + (direction.x + direction.y + direction.z);
    }
    [[nodiscard]] Ray<W> prepared() const { return make_ray(origin, direction, t_min, t_max); }
};

/// The columns that hits are written to, staged block by block.
template <int W>
class StagedHits : public StagedOutputs<hit_column::count, W> {
public:
    explicit StagedHits(const HitColumns& c) : StagedOutputs<hit_column::count, W>(c.at) {}

    /// Whether anything is wanted that needs RaySurface.
    [[nodiscard]] bool details_wanted() const {
        for (int c = hit_column::normal; c < hit_column::count; ++c)
            if (this->wanted(c))
                return true;
        return false;
    }

    /// Of lanes that hit; the others are written as misses.
    void write(int i, Mask<W> hit, Float<W> t, Int<W> id) {
        const Int<W> none(no_id);
        this->put(hit_column::t, i, hit, t, __builtin_inff());
        this->put(hit_column::id, i, hit, id, none);
        this->put(hit_column::part, i, hit, none, none);
    }

    void write(int i, Mask<W> hit, const RayMeeting<W>& meeting, Int<W> id) {
        write(i, hit, meeting.t, id);
    }

    /// @param miss_flags invalid, bad_shape
    void write_details(int i, Mask<W> hit, const RaySurface<W>& surface, Int<W> miss_flags) {
        this->put(hit_column::normal, i, hit, surface.normal);
        this->put(hit_column::u, i, hit, surface.u, 0.0f);
        this->put(hit_column::v, i, hit, surface.v, 0.0f);
        const Int<W> none(0);
        const Int<W> flags = Int<W>(flag::hit) |
                             select(surface.inside, Int<W>(flag::inside), none) |
                             select(surface.back, Int<W>(flag::back), none);
        this->put(hit_column::flags, i, hit, flags, miss_flags);
    }
};

/// What is asked of rays: see pairwise.cpp for what a question must offer.
struct RayQuestion {
    using Inputs = ray_column;
    using Columns = RayColumns;
    template <int W>
    using Raw = RawRays<W>;
};

/// The first hit of a ray.
struct FirstHit : RayQuestion {
    static constexpr bool has_details = true;
    using AnswerColumns = HitColumns;
    template <int W>
    using Answers = StagedHits<W>;

    template <class Shape, int W, class Axes, class Rows>
    static auto ask(const Ray<W, Axes>& ray, const Rows& rows, RaySettings settings) {
        return Shape::meet(ray, rows, settings);
    }
    template <class Shape, int W, class Axes, class Rows>
    static RaySurface<W> details(const Ray<W, Axes>& ray, const Rows& rows, RaySettings settings) {
        return Shape::surface(ray, rows, settings);
    }
};

/// Whether a ray hits anything.
struct AnyHit : RayQuestion {
    static constexpr bool has_details = false;
    using AnswerColumns = WritableColumn;
    template <int W>
    using Answers = StagedTruths<W>;

    template <class Shape, int W, class Axes, class Rows>
    static auto ask(const Ray<W, Axes>& ray, const Rows& rows, RaySettings settings) {
        return Shape::meet(ray, rows, settings);
    }
};

} // namespace lanecast::LANECAST_ISA
