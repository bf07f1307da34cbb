#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/sweep.hpp"
#include "isa/kernels/boxes/box_point.hpp"
#include "isa/kernels/columns/query_record.hpp"
#include "isa/kernels/queries/query_block.hpp"
#include "isa/shapes/instance.hpp"

/// Spheres, for overlap queries.
namespace lanecast::LANECAST_ISA {

/// W spheres.
template <int W>
struct QuerySphere {
    Vec<W> center;
    Float<W> radius;
};

/// W spheres as the user passed them.
template <int W>
struct RawSpheres {
    Vec<W> center;
    Float<W> radius;

    /// Spheres i to i + W - 1 of the block last staged.
    template <class Inputs>
    RawSpheres(const Inputs& spheres, int i)
        : center(spheres.vectors(sphere_query_column::center, i)),
          radius(spheres.floats(sphere_query_column::radius, i)) {}

    /// Lanes that are valid: docs/semantics.md, "Bad and inactive queries".
    [[nodiscard]] Mask<W> valid() const { return is_finite(center) & valid_besides_place(); }
    /// Lanes that are valid, provided that the centre is finite.
    [[nodiscard]] Mask<W> valid_besides_place() const {
        return (radius >= Float<W>(0.0f)) & (radius <= Float<W>(largest_float));
    }
    /// Lanes that are valid, provided that witness() is finite.
    [[nodiscard]] Mask<W> valid_if_finite() const { return radius >= Float<W>(0.0f); }
    [[nodiscard]] Float<W> witness(Vec<W> of_shape) const {
        return sum(center - of_shape) + radius;
    }
    /// Calls report(lanes with a fault, fault). If a lane has several faults, the first in the
    /// order of Fault counts.
    template <class Report>
    void faults(Report&& report) const {
        report(~is_finite(center), Fault::center_not_finite);
        report(~is_finite(radius), Fault::radius_not_finite);
        report(radius < Float<W>(0.0f), Fault::radius_negative);
    }
    [[nodiscard]] QuerySphere<W> prepared() const { return {center, radius}; }
};

/// False only where no test would find an overlap of the sphere with a shape inside the other
/// sphere.
template <int W>
Mask<W> prefilter(const QuerySphere<W>& sphere, const BoundingSphere<W>& other) {
    return prefilter(sphere.center, sphere.radius, other);
}

/// Prepared spheres as columns.
struct PreparedSpheres {
    alignas(64) float radius[group_size];
    BoxPointColumns box; ///< includes the centres

    template <int W>
    void store(int i, const QuerySphere<W>& sphere, const PointMargins<W>& margins) {
        sphere.radius.store(radius + i);
        box.store(i, sphere.center, margins);
    }
    /// Spheres i to i + W - 1.
    template <int W>
    [[nodiscard]] QuerySphere<W> load(int i) const {
        return {box.position.load<W>(i), Float<W>::load(radius + i)};
    }
    /// Sphere i in all lanes.
    template <int W>
    [[nodiscard]] QuerySphere<W> spread(int i) const {
        return {box.position.broadcast<W>(i), Float<W>(radius[i])};
    }
    template <int W>
    [[nodiscard]] QuerySphere<W> broadcast(int i, float) const {
        return spread<W>(i);
    }
    /// Largest distance of boxes that may hold an overlapping shape.
    [[nodiscard]] float limit(int i) const { return radius[i]; }
    void set_limit(int, float) {} // always the radius, whatever was found
};

/// Spheres as a query type: see concepts.hpp.
struct SphereQuery {
    using Query = SphereQuery;
    using Inputs = sphere_query_column;
    static constexpr Defaults<0> defaults = {};
    using Columns = SphereQueryColumns;
    template <int W>
    using Raw = RawSpheres<W>;
    template <int W>
    using Lanes = QuerySphere<W>;
    using Prepared = PreparedSpheres;
    using Boxes = BoxPoint;
    template <int W>
    using Margins = PointMargins<W>;

    template <int W>
    static QuerySphere<W> transformed(const QuerySphere<W>& sphere, const InstanceTransform<W>& at,
                                      Mask<W>& able) {
        able = all_lanes<W>();
        return {at.into(sphere.center),
                min(at.length_into(sphere.radius), Float<W>(largest_float))};
    }
    static float limit_into(float t, float) { return t; }
    static float value_out(float t, float) { return t; }

    using StreamBoxes = BoxPoints;
    using ShapeRows = Rows<0, 2, 3>;

    template <int W>
    static StreamRoute<W> pack(const RawSpheres<W>& spheres, const TreeSpace& space,
                               Float<W>* words) {
        BoxPoints::pack(spheres.center, spheres.radius, space, words);
        words[record_word::query + 3] = spheres.radius;
        words[record_word::t] = spheres.radius;
        return {Int<W>(0), BoxPointColumns::is_out_of_tree(spheres.center)};
    }
    template <class Number>
    static Number box_limit(Number, const LimitWords<Number>&, const TreeSpace&) {
        return 0.0f; // the first overlap ends the query
    }
    template <int W>
    static QuerySphere<W> unpack(const Float<W>* words) {
        return {vector_in(words + record_word::origin), words[record_word::query + 3]};
    }
};

/// An overlap. The only order of overlaps is that of their ids.
template <int W>
struct Overlap {
    Mask<W> hit;
    Float<W> t; ///< always 0
};

/// The columns that overlaps are written to, staged block by block.
template <int W>
class StagedOverlaps : public StagedOutputs<overlap_column::count, W> {
public:
    explicit StagedOverlaps(const Outputs<overlap_column>& c)
        : StagedOutputs<overlap_column::count, W>(c.at) {}

    [[nodiscard]] static bool details_wanted() { return false; }

    /// Writes answers to lanes that hit and misses to the others.
    void write(int i, Mask<W> hit, Float<W>, Int<W> id, Int<W> part) {
        const Int<W> none(no_id);
        this->put(overlap_column::id, i, hit, id, none);
        this->put(overlap_column::part, i, hit, part, none);
    }
};

/// Whether a sphere overlaps anything.
struct AnyOverlap : SphereQuery {
    static constexpr bool has_details = false;
    using AnswerColumns = WritableColumn;
    template <int W>
    using Answers = StagedTruths<W>;

    template <class Shape, int W, class Rows>
    static Overlap<W> ask(const QuerySphere<W>& sphere, const Rows& rows, Settings) {
        return {overlaps<Shape>(sphere.center, sphere.radius, rows), Float<W>(0.0f)};
    }
};

/// All shapes that a sphere overlaps.
struct AllOverlaps : AnyOverlap {
    static constexpr bool nearer_is_first = false;
    using AnswerColumns = OverlapRows;
    template <int W>
    using Answers = StagedOverlaps<W>;
};

} // namespace lanecast::LANECAST_ISA
