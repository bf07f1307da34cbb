#pragma once

#include "isa/kernels/queries/sweeps.hpp"
#include "isa/shapes/volumes/contact_point.hpp"
#include "isa/shapes/volumes/culling.hpp"

/// Moving capsules and boxes in lanes. Each is also the Sweep of its bounding sphere, which box
/// tests and prefilters see.
namespace lanecast::LANECAST_ISA {

/// Larger than any rounding error of a bounding sphere or a bounding box.
template <int W>
Float<W> with_spare(Float<W> length, Vec<W> center) {
    return length + (length + (abs(center.x) + abs(center.y) + abs(center.z))) * 0x1p-20f;
}

/// A moving capsule. A capsule whose ends coincide is a sphere: its bounding sphere is exact.
template <int W>
struct CapsuleSweep : Sweep<W> {
    Vec<W> a, b;
    Float<W> thickness; ///< the radius
    Float<W> whole;     ///< t_max of the query, whatever was found before it

    static constexpr int words = 8;
    void put(Float<W>* to) const {
        put_vector(a, to);
        put_vector(b, to + 3);
        to[6] = thickness;
        to[7] = whole;
    }
    void take(const Float<W>* from) {
        a = vector_in(from);
        b = vector_in(from + 3);
        thickness = from[6];
        whole = from[7];
    }

    /// @param sweep  with the direction and t_max
    static CapsuleSweep of(const Sweep<W>& sweep, Vec<W> a, Vec<W> b, Float<W> radius,
                           Float<W> whole) {
        const Vec<W> half = (b - a) * Float<W>(0.5f);
        const Mask<W> point = ~differ(a, b);
        const Vec<W> middle = select(point, a, a + half);
        const Float<W> reach =
            select(point, radius, with_spare(radius + root_of_sum(dot(half, half)), middle));
        return {make_scaled_sweep(middle, sweep.direction, sweep.scale, reach, sweep.t_max), a, b,
                radius, whole};
    }
    [[nodiscard]] Mask<W> is_sphere() const { return ~differ(a, b); }
    /// Half the size of its bounding box.
    [[nodiscard]] Vec<W> extents() const {
        const Vec<W> half = (b - a) * Float<W>(0.5f);
        const auto along = [&](Float<W> x) { return with_spare(abs(x) + thickness, this->center); };
        return {along(half.x), along(half.y), along(half.z)};
    }

    /// False only where it touches no triangle before its limit.
    template <class Rows>
    [[nodiscard]] Mask<W> may_touch(const Rows& triangle, Float<W> last) const {
        return capsule_may_touch(this->center, (b - a) * Float<W>(0.5f), thickness, extents(),
                                 this->direction, last, triangle);
    }

    [[nodiscard]] DoubleVec<W> reference() const {
        return (DoubleVec<W>(a) + DoubleVec<W>(b)) * real<W>(0.5f);
    }
    [[nodiscard]] CapsuleOnPath<W> on_path(const DoubleVec<W>& reference, Double<W> last) const {
        return {{DoubleVec<W>(a) - reference, DoubleVec<W>(b) - DoubleVec<W>(a)},
                DoubleVec<W>(this->direction),
                Double<W>(thickness),
                last};
    }
};

/// A moving box, with the columns of its rotation.
template <int W>
struct BoxSweep : Sweep<W> {
    Vec<W> axis[3];
    Vec<W> half;
    Float<W> whole; ///< t_max of the query, whatever was found before it

    static constexpr int words = 13;
    void put(Float<W>* to) const {
        for (int i = 0; i < 3; ++i)
            put_vector(axis[i], to + 3 * i);
        put_vector(half, to + 9);
        to[12] = whole;
    }
    void take(const Float<W>* from) {
        for (int i = 0; i < 3; ++i)
            axis[i] = vector_in(from + 3 * i);
        half = vector_in(from + 9);
        whole = from[12];
    }

    /// @param sweep  with the centre, the direction and t_max
    static BoxSweep of(const Sweep<W>& sweep, const Vec<W> (&axis)[3], Vec<W> half,
                       Float<W> whole) {
        const Float<W> zero(0.0f);
        const Float<W> reach = with_spare(root_of_sum(dot(half, half)), Vec<W>{zero, zero, zero});
        return {make_scaled_sweep(sweep.center, sweep.direction, sweep.scale, reach, sweep.t_max),
                {axis[0], axis[1], axis[2]},
                half,
                whole};
    }
    [[nodiscard]] static Mask<W> is_sphere() { return no_lanes<W>(); }
    [[nodiscard]] Vec<W> extents() const {
        const Float<W> zero(0.0f);
        const auto along = [&](Float<W> x, Float<W> y, Float<W> z) {
            return with_spare(abs(x) * half.x + abs(y) * half.y + abs(z) * half.z,
                              Vec<W>{zero, zero, zero});
        };
        return {along(axis[0].x, axis[1].x, axis[2].x), along(axis[0].y, axis[1].y, axis[2].y),
                along(axis[0].z, axis[1].z, axis[2].z)};
    }

    /// False only where it touches no triangle before its limit.
    template <class Rows>
    [[nodiscard]] Mask<W> may_touch(const Rows& triangle, Float<W> last) const {
        return box_may_touch(this->center, axis, half, this->direction, last, triangle);
    }

    [[nodiscard]] DoubleVec<W> reference() const { return DoubleVec<W>(this->center); }
    [[nodiscard]] BoxOnPath<W> on_path(const DoubleVec<W>&, Double<W> last) const {
        const Double<W> zero = real<W>(0.0f);
        BoxOnPath<W> body = {{{zero, zero, zero},
                              {DoubleVec<W>(axis[0]), DoubleVec<W>(axis[1]), DoubleVec<W>(axis[2])},
                              {Double<W>(half.x), Double<W>(half.y), Double<W>(half.z)}},
                             DoubleVec<W>(this->direction),
                             last};
        orthonormalise(body.box.axis);
        return body;
    }
};

/// The path of a volume as the user passed it.
template <int W>
struct RawPath {
    Vec<W> relative;
    Float<W> t_max;

    template <class Column, class Inputs>
    RawPath(Column, const Inputs& inputs, int i)
        : relative(inputs.vectors(Column::displacement, i) -
                   inputs.vectors(Column::shape_displacement, i)),
          t_max(inputs.floats(Column::t_max, i)) {}

    [[nodiscard]] Mask<W> valid() const { return is_finite(relative) & (t_max >= Float<W>(0.0f)); }
    [[nodiscard]] Sweep<W> from(Vec<W> center) const {
        return make_sweep(center, relative, Float<W>(0.0f), t_max);
    }
    [[nodiscard]] Float<W> whole() const { return min(t_max, Float<W>(largest_float)); }
};

/// W capsules as the user passed them. See RawSweeps.
template <int W>
struct RawCapsules {
    Vec<W> a, b;
    Float<W> radius;
    RawPath<W> path;

    template <class Inputs>
    RawCapsules(const Inputs& inputs, int i)
        : a(inputs.vectors(capsule_column::a, i)), b(inputs.vectors(capsule_column::b, i)),
          radius(inputs.floats(capsule_column::radius, i)), path(capsule_column{}, inputs, i) {}

    [[nodiscard]] Mask<W> valid() const {
        return is_finite(a) & is_finite(b) & (radius >= Float<W>(0.0f)) & is_finite(radius) &
               path.valid();
    }
    [[nodiscard]] Mask<W> valid_if_finite() const { return valid(); }
    [[nodiscard]] Float<W> witness(Vec<W> of_shape) const { return sum(a - of_shape); }
    template <class Report>
    void faults(Report&& report) const {
        const Float<W> zero(0.0f);
        report(~(path.t_max == path.t_max), Fault::bound_is_nan);
        report(~is_finite(path.relative), Fault::displacement_not_finite);
        report(~is_finite(radius), Fault::radius_not_finite);
        report(radius < zero, Fault::radius_negative);
        report(path.t_max < zero, Fault::bound_negative);
        report(~(is_finite(a) & is_finite(b)), Fault::ends_not_finite);
    }
    [[nodiscard]] CapsuleSweep<W> prepared() const {
        return CapsuleSweep<W>::of(path.from(a), a, b, radius, path.whole());
    }
};

/// W boxes as the user passed them.
template <int W>
struct RawBoxes {
    Vec<W> position, half;
    Float<W> rotation[4];
    RawPath<W> path;

    template <class Inputs>
    RawBoxes(const Inputs& inputs, int i)
        : position(inputs.vectors(box_column::position, i)),
          half(inputs.vectors(box_column::half_extents, i)), path(box_column{}, inputs, i) {
        for (int c = 0; c < 4; ++c)
            rotation[c] = inputs.floats(box_column::rotation + c, i);
    }

    [[nodiscard]] Mask<W> valid() const {
        return is_finite(position) & is_finite(half) & ~has_negative_half() &
               is_rotation(rotation) & path.valid();
    }
    [[nodiscard]] Mask<W> valid_if_finite() const { return valid(); }
    [[nodiscard]] Float<W> witness(Vec<W> of_shape) const { return sum(position - of_shape); }
    template <class Report>
    void faults(Report&& report) const {
        report(~(path.t_max == path.t_max), Fault::bound_is_nan);
        report(~is_finite(path.relative), Fault::displacement_not_finite);
        report(path.t_max < Float<W>(0.0f), Fault::bound_negative);
        report(~is_finite(position), Fault::position_not_finite);
        report(~is_finite(half), Fault::half_extents_not_finite);
        report(has_negative_half(), Fault::half_extents_negative);
        report(~is_rotation(rotation), Fault::rotation_not_unit);
    }
    /// The columns of the rotation are computed in double and rounded once.
    [[nodiscard]] BoxSweep<W> prepared() const {
        const Double<W> x(rotation[0]), y(rotation[1]), z(rotation[2]), w(rotation[3]);
        const Double<W> one = real<W>(1.0f), s = real<W>(2.0f) / (x * x + y * y + z * z + w * w);
        const Vec<W> axis[3] = {narrow(DoubleVec<W>{one - s * (y * y + z * z), s * (x * y + w * z),
                                                    s * (x * z - w * y)}),
                                narrow(DoubleVec<W>{s * (x * y - w * z), one - s * (x * x + z * z),
                                                    s * (y * z + w * x)}),
                                narrow(DoubleVec<W>{s * (x * z + w * y), s * (y * z - w * x),
                                                    one - s * (x * x + y * y)})};
        return BoxSweep<W>::of(path.from(position), axis, half, path.whole());
    }

private:
    [[nodiscard]] Mask<W> has_negative_half() const {
        const Float<W> zero(0.0f);
        return (half.x < zero) | (half.y < zero) | (half.z < zero);
    }
};

/// A volume and a shape in each of W lanes, taken apart into groups of as many lanes as a leaf
/// block has. Doubles of more lanes fill no more than the registers and take much stack.
template <class Shape, template <int> class Volume, int W>
class NarrowLanes {
public:
    static constexpr int groups = W / leaf_lanes;

    template <class Rows>
    NarrowLanes(const Volume<W>& volume, const Rows& rows) {
        Float<W> word[words];
        put_vector(volume.center, word);
        put_vector(volume.direction, word + 3);
        word[6] = volume.scale;
        word[7] = volume.radius;
        word[8] = volume.t_max;
        volume.put(word + 9);
        for (int w = 0; w < words; ++w)
            word[w].store(word_[w]);
        for (int r = 0; r < Shape::rows; ++r)
            Float<W>(rows[r]).store(row_[r]);
    }
    [[nodiscard]] Volume<leaf_lanes> volume(int group) const {
        using Lanes = Float<leaf_lanes>;
        Lanes word[words];
        for (int w = 0; w < words; ++w)
            word[w] = Lanes::load(word_[w] + group * leaf_lanes);
        Volume<leaf_lanes> volume;
        static_cast<Sweep<leaf_lanes>&>(volume) =
            make_scaled_sweep(vector_in(word), vector_in(word + 3), word[6], word[7], word[8]);
        volume.take(word + 9);
        return volume;
    }
    struct Rows {
        const float* first;
        Float<leaf_lanes> operator[](std::ptrdiff_t row) const {
            return Float<leaf_lanes>::load(first + row * W);
        }
    };
    [[nodiscard]] Rows rows(int group) const { return {row_[0] + group * leaf_lanes}; }

private:
    static constexpr int words = 9 + Volume<4>::words;
    alignas(64) float word_[words][W];
    alignas(64) float row_[Shape::rows][W];
};

/// Prepared volumes as columns.
template <template <int> class Volume>
struct PreparedVolumes : PreparedSweeps {
    static constexpr int words = Volume<4>::words;
    alignas(64) float word[words][group_size];

    template <int W, class Margins>
    void store(int i, const Volume<W>& volume, const Margins& margins) {
        // As wide as the volume on each axis, with the margins of its bounding sphere.
        const Vec<W> all = margins.on_axes(volume.center, volume.radius), wide = volume.extents();
        const auto narrower = [&](Float<W> margin, Float<W> extent) {
            return margin - max(volume.radius - extent, Float<W>(0.0f));
        };
        PreparedSweeps::store(
            i, static_cast<const Sweep<W>&>(volume),
            Vec<W>{narrower(all.x, wide.x), narrower(all.y, wide.y), narrower(all.z, wide.z)});
        Float<W> own[words];
        volume.put(own);
        for (int w = 0; w < words; ++w)
            own[w].store(word[w] + i);
    }
    template <int W>
    [[nodiscard]] Volume<W> load(int i) const {
        Float<W> own[words];
        for (int w = 0; w < words; ++w)
            own[w] = Float<W>::load(word[w] + i);
        return joined(PreparedSweeps::load<W>(i), own);
    }
    template <int W>
    [[nodiscard]] Volume<W> broadcast(int i, float up_to) const {
        Float<W> own[words];
        for (int w = 0; w < words; ++w)
            own[w] = word[w][i];
        return joined(PreparedSweeps::broadcast<W>(i, up_to), own);
    }
    template <int W>
    [[nodiscard]] Volume<W> spread(int i) const {
        return broadcast<W>(i, limit(i));
    }

private:
    template <int W>
    static Volume<W> joined(const Sweep<W>& sweep, const Float<W>* own) {
        Volume<W> volume;
        static_cast<Sweep<W>&>(volume) = sweep;
        volume.take(own);
        return volume;
    }
};

} // namespace lanecast::LANECAST_ISA
