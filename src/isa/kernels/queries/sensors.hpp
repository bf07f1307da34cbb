#pragma once

#include "isa/geometry/sensor.hpp"
#include "isa/kernels/queries/contacts.hpp"

/// Sensors on their paths, for advance(): all shapes that they begin to touch.
namespace lanecast::LANECAST_ISA {

/// W sensors from a step, always valid. Their reach is without rounding: see make_sensor().
template <int W>
struct RawSensors : RawContacts<W> {
    using RawContacts<W>::RawContacts;
    [[nodiscard]] SensorSweep<W> prepared() const {
        return make_sensor(
            make_sweep(this->center, this->displacement, this->reach, Float<W>(1.0f)));
    }
};

/// Prepared sensors as columns.
struct PreparedSensors : PreparedContacts {
    VectorColumn end;
    alignas(64) float own_radius[group_size];
    alignas(64) float end_radius[group_size];
    alignas(64) float end_slack[group_size];

    template <int W>
    void store(int i, const SensorSweep<W>& sensor, const ContactMargins<W>& margins) {
        PreparedContacts::store<W>(i, around_both_ends(sensor), margins);
        end.store(i, sensor.end);
        sensor.radius.store(own_radius + i);
        sensor.end_radius.store(end_radius + i);
        sensor.end_slack.store(end_slack + i);
    }
    template <int W>
    [[nodiscard]] SensorSweep<W> load(int i) const {
        SensorSweep<W> sensor = {PreparedContacts::load<W>(i), end.load<W>(i),
                                 Float<W>::load(end_radius + i), Float<W>::load(end_slack + i)};
        sensor.radius = Float<W>::load(own_radius + i);
        return sensor;
    }
    template <int W>
    [[nodiscard]] SensorSweep<W> broadcast(int i, float up_to) const {
        SensorSweep<W> sensor = {PreparedContacts::broadcast<W>(i, up_to), end.broadcast<W>(i),
                                 end_radius[i], end_slack[i]};
        sensor.radius = own_radius[i];
        return sensor;
    }
    template <int W>
    [[nodiscard]] SensorSweep<W> spread(int i) const {
        return broadcast<W>(i, limit(i));
    }
};

/// Sensors as a query type: see concepts.hpp.
struct SensorQuery : ContactQuery {
    using Query = SensorQuery;
    template <int W>
    using Raw = RawSensors<W>;
    template <int W>
    using Lanes = SensorSweep<W>;
    using Prepared = PreparedSensors;

    /// Both ends grow as in ContactQuery::transformed().
    template <int W>
    static SensorSweep<W> transformed(const SensorSweep<W>& sensor, const InstanceTransform<W>& at,
                                      Mask<W>& able) {
        return grown<W>({ContactQuery::transformed<W>(sensor, at, able), at.into(sensor.end),
                         at.length_into(sensor.end_radius), at.length_into(sensor.end_slack)});
    }
    template <int W>
    static SensorSweep<W> transformed(const SensorSweep<W>& sensor, const ParticlePath<W>& path,
                                      Mask<W>& able) {
        return grown<W>({ContactQuery::transformed<W>(sensor, path, able), narrow(path.end),
                         sensor.end_radius / path.scale, sensor.end_slack / path.scale});
    }

    /// The record's radius is for boxes only; the query's last word is the reach without rounding.
    template <int W>
    static StreamRoute<W> pack(const RawSensors<W>& sensors, const TreeSpace&, Float<W>* words) {
        const Sweep<W> around = around_both_ends(sensors.prepared());
        const StreamRoute<W> route = pack_sweep<StreamBoxes>(around, words);
        words[record_word::query + 3] = sensors.reach;
        return route;
    }
    template <int W>
    static SensorSweep<W> unpack(const Float<W>* words) {
        SensorSweep<W> sensor = make_sensor(make_scaled_sweep(
            vector_in(words + record_word::origin), vector_in(words + record_word::query),
            scale_in(words), words[record_word::query + 3], words[record_word::t]));
        sensor.id_at_t_max = as_int(words[record_word::id]);
        return sensor;
    }

private:
    template <int W>
    static SensorSweep<W> grown(SensorSweep<W> there) {
        const Float<W> sixteen_e(0x1p-19f), more = sixteen_e * largest_component(there.end);
        there.end_radius = there.end_radius + more;
        there.end_slack = there.end_slack + more;
        return there;
    }
};

template <int W>
SensorSweep<W> select(Mask<W> m, const SensorSweep<W>& a, const SensorSweep<W>& b) {
    return {select<W>(m, static_cast<const ContactSweep<W>&>(a),
                      static_cast<const ContactSweep<W>&>(b)),
            select(m, a.end, b.end), select(m, a.end_radius, b.end_radius),
            select(m, a.end_slack, b.end_slack)};
}

/// All shapes that a sensor begins to touch on its path or at the end.
struct AllContacts : SensorQuery, FirstTouch {
    static constexpr bool nearer_is_first = true;
    using AnswerColumns = ImpactRows;

    template <class Shape, int W, class Rows>
    static Mask<W> prefilter(const SensorSweep<W>& sensor, const Rows& rows) {
        const ContactSweep<W> around = around_both_ends(sensor);
        const Vec<W> from = around.center - Shape::template origin<W>(rows);
        const Float<W> extent = extent_at_start<Shape>(from, around, rows);
        return prefilter_touch<Shape>(sweep_for_culling(around, extent), rows);
    }
    template <class Shape, int W, class Rows>
    static const SensorSweep<W>& near(const SensorSweep<W>& sensor, const Rows&) {
        return sensor;
    }

    template <class Shape, int W, class Rows>
    static SensorContact<W> ask(const SensorSweep<W>& sensor, const Rows& rows, Settings settings) {
        return meet_sensor<Shape>(sensor, rows, settings);
    }
    template <class Shape, int W, class Rows>
    static SweepSurface<W> details(const SensorSweep<W>& sensor, const Rows& rows, Settings,
                                   const SensorContact<W>& contact) {
        return surface_of_sensor<Shape>(sensor, rows, contact);
    }
};

} // namespace lanecast::LANECAST_ISA
