#pragma once

#include "isa/geometry/contact.hpp"
#include "isa/kernels/queries/sweeps.hpp"
#include "isa/shapes/instance_motion.hpp"

/// Particles on their paths, for advance(): sweeps whose contacts are decided as in
/// docs/semantics.md, "Particles". A shape that is touched at the start has t <= 0, see decide() in
/// contact.hpp: if overlaps are reported, t is minus the depth, so that the deepest comes first.
namespace lanecast::LANECAST_ISA {

/// W particles from a step, always valid.
template <int W>
struct RawContacts {
    Vec<W> center, displacement;
    Float<W> reach, slack;

    template <class Inputs>
    RawContacts(const Inputs& contacts, int i)
        : center(contacts.vectors(contact_column::center, i)),
          displacement(contacts.vectors(contact_column::displacement, i)),
          reach(contacts.floats(contact_column::reach, i)),
          slack(contacts.floats(contact_column::slack, i)) {}

    [[nodiscard]] static Mask<W> valid() { return all_lanes<W>(); }
    [[nodiscard]] static Mask<W> valid_if_finite() { return all_lanes<W>(); }
    [[nodiscard]] Float<W> witness(Vec<W> of_shape) const { return sum(center - of_shape) + reach; }
    template <class Report>
    void faults(Report&&) const {}
    [[nodiscard]] ContactSweep<W> prepared() const {
        return {make_sweep(center, displacement, reach, Float<W>(1.0f)), slack};
    }
};

/// Prepared particles as columns.
struct PreparedContacts : PreparedSweeps {
    alignas(64) float slack[group_size];
    const MotionCall* motion;  ///< see SceneView
    std::uint32_t first_query; ///< number of query 0 in the batch

    template <int W>
    void store(int i, const ContactSweep<W>& contact, const ContactMargins<W>& margins) {
        PreparedSweeps::store<W>(i, contact, margins);
        contact.slack.store(slack + i);
    }
    template <int W>
    [[nodiscard]] ContactSweep<W> load(int i) const {
        return {PreparedSweeps::load<W>(i), Float<W>::load(slack + i)};
    }
    template <int W>
    [[nodiscard]] ContactSweep<W> broadcast(int i, float up_to) const {
        return {PreparedSweeps::broadcast<W>(i, up_to), slack[i]};
    }
    template <int W>
    [[nodiscard]] ContactSweep<W> spread(int i) const {
        return broadcast<W>(i, limit(i));
    }
};

/// Particles as a query type: see concepts.hpp.
struct ContactQuery : SweepQuery {
    using Query = ContactQuery;
    using Inputs = contact_column;
    using Columns = ContactSweepColumns;
    template <int W>
    using Raw = RawContacts<W>;
    template <int W>
    using Lanes = ContactSweep<W>;
    using Prepared = PreparedContacts;
    template <int W>
    using Margins = ContactMargins<W>;

    /// Boxes that contain the start matter to every answer, also to one at a negative t.
    struct Boxes : BoxRay {
        using BoxRay::BoxRay;
        [[nodiscard]] float limit(float t) const { return BoxRay::limit(t < 0.0f ? 0.0f : t); }
    };

    /// In a prototype, both lengths grow by the rounding error of the transformation: 16 e of the
    /// largest coordinate.
    template <int W>
    static ContactSweep<W> transformed(const ContactSweep<W>& contact,
                                       const InstanceTransform<W>& at, Mask<W>& able) {
        const ContactSweep<W> there = {SweepQuery::transformed<W>(contact, at, able),
                                       at.length_into(contact.size_of_slack())};
        return grown<W>(there, largest_component(there.center), contact.reports());
    }
    /// The same in a prototype whose instance moves.
    template <int W>
    static ContactSweep<W> transformed(const ContactSweep<W>& contact, const ParticlePath<W>& path,
                                       Mask<W>& able) {
        const Vec<W> center = narrow(path.start), way = narrow(path.way);
        able = path.is_near & is_finite(center) & is_finite(way);
        return grown<W>({make_sweep(center, way, contact.radius / path.scale, contact.t_max),
                         contact.size_of_slack() / path.scale},
                        path.largest_coordinate(), contact.reports());
    }
    /// A negative t is a length, so it is scaled. The limit is slightly looser than the rounding
    /// errors of both conversions.
    static float limit_into(float t, float scale) { return t < 0.0f ? t / scale * 0.9999995f : t; }
    static float value_out(float t, float scale) { return t < 0.0f ? t * scale : t; }

    using StreamBoxes = BoxRays<&TreeSpace::contacts>;
    using ShapeRows = Rows<0, 1, 2, 3>;

    template <int W>
    static StreamRoute<W> pack(const RawContacts<W>& contacts, const TreeSpace&, Float<W>* words) {
        const ContactSweep<W> contact = contacts.prepared();
        const StreamRoute<W> route = pack_sweep<StreamBoxes>(contact, words);
        words[record_word::query + 3] = contact.slack;
        return route;
    }
    template <class Number>
    static Number box_limit(Number t, const LimitWords<Number>& of, const TreeSpace& space) {
        const Number zero(0.0f);
        if constexpr (std::is_same_v<Number, float>)
            return SweepQuery::box_limit(t < zero ? zero : t, of, space);
        else
            return SweepQuery::box_limit(max(t, zero), of, space);
    }
    template <int W>
    static ContactSweep<W> unpack(const Float<W>* words) {
        constexpr int radius = 7; // see BoxRays::pack()
        ContactSweep<W> contact = {make_scaled_sweep(vector_in(words + record_word::origin),
                                                     vector_in(words + record_word::query),
                                                     scale_in(words), words[radius],
                                                     words[record_word::t]),
                                   words[record_word::query + 3]};
        contact.id_at_t_max = as_int(words[record_word::id]);
        return contact;
    }

private:
    template <int W>
    static ContactSweep<W> grown(ContactSweep<W> there, Float<W> largest, Mask<W> reports) {
        const Float<W> sixteen_e(0x1p-19f), more = sixteen_e * largest;
        there.radius = there.radius + more;
        there.slack = there.slack + more;
        there.slack = select(reports, -there.slack, there.slack);
        return there;
    }
};

template <int W>
Sweep<W> select(Mask<W> m, const Sweep<W>& a, const Sweep<W>& b) {
    return {.center = select(m, a.center, b.center),
            .direction = select(m, a.direction, b.direction),
            .scale = select(m, a.scale, b.scale),
            .inverse_length_squared = select(m, a.inverse_length_squared, b.inverse_length_squared),
            .radius = select(m, a.radius, b.radius),
            .t_max = select(m, a.t_max, b.t_max),
            .id_at_t_max = select(m, a.id_at_t_max, b.id_at_t_max)};
}
template <int W>
ContactSweep<W> select(Mask<W> m, const ContactSweep<W>& a, const ContactSweep<W>& b) {
    return {select<W>(m, static_cast<const Sweep<W>&>(a), static_cast<const Sweep<W>&>(b)),
            select(m, a.slack, b.slack)};
}

/// Shapes that are a single face: see face.hpp.
template <class Shape>
concept IsFace = requires(const Float<4>* rows) {
    Shape::template face<4>(rows);
};
/// A height above the plane of a face at which it holds a particle off: docs/semantics.md,
/// "Touching", less a part that covers rounding.
template <int W>
Float<W> height_held(const ContactSweep<W>& contact) {
    return contact.radius - contact.size_of_slack() * Float<W>(0.125f);
}

/// The first touch of a particle.
struct FirstContact : ContactQuery, FirstTouch {
    template <class Shape, int W, class Rows>
    static Mask<W> prefilter(const ContactSweep<W>& contact, const Rows& rows) {
        const Vec<W> from = contact.center - Shape::template origin<W>(rows);
        const Float<W> extent = extent_at_start<Shape>(from, contact, rows);
        const Sweep<W> sweep = sweep_for_culling(contact, extent);
        Mask<W> near = prefilter_touch<Shape>(sweep, rows);
        if constexpr (IsFace<Shape>) {
            // A face that holds the particle off, and that the path leads away from, is not
            // touched.
            if ((near & ~contact.reports()).any())
                near = near & (contact.reports() |
                               ~Shape::template face<W>(rows).is_left(
                                   contact.center, contact.direction, height_held(contact)));
        }
        if constexpr (BoundsTouch<Shape>)
            return near.any() ? near & (Shape::touch_bound(from, sweep, rows).least * sweep.scale <=
                                        sweep.t_max)
                              : near;
        else
            return near;
    }
    /// False only if the particle is so far from the shape at the start that a touch has t > 0.
    template <class Shape, int W, class Rows>
    requires IsFace<Shape>
    static Mask<W> may_start(const ContactSweep<W>& contact, const Rows& rows) {
        return Shape::template face<W>(rows).may_be_within(contact.center, contact.radius);
    }
    template <class Shape, int W, class Rows>
    static const ContactSweep<W>& near(const ContactSweep<W>& contact, const Rows&) {
        return contact;
    }

    template <class Shape, int W, class Rows>
    static ParticleContact<W> ask(const ContactSweep<W>& contact, const Rows& rows,
                                  Settings settings) {
        if (touches_nothing(contact).all())
            return no_contact<W>();
        return meet_contact<Shape>(contact, rows, settings);
    }
    template <class Shape, int W, class Rows>
    static SweepSurface<W> details(const ContactSweep<W>& particle, const Rows& rows, Settings,
                                   const ParticleContact<W>& contact) {
        return surface_of_contact<Shape>(particle, rows, contact);
    }
};

} // namespace lanecast::LANECAST_ISA
