#include "isa/kernels/particles/sense.hpp"
#include "isa/kernels/particles/arrival.hpp"
#include "isa/kernels/particles/frames.hpp"

/// Sensors pass through everything. One sweep finds all shapes that they touch on their path.
namespace lanecast::LANECAST_ISA {
namespace {

/// The contacts of one sensor, W at a time.
class SensorContacts {
public:
    SensorContacts(const SensorRows& rows, std::uint32_t* contacts, const StepSettings& step)
        : rows_(rows), contacts_(contacts), step_(step), flight_(step), seconds_(step.seconds) {}

    /// @param row  row of the sensor
    /// @param to   number of its first contact
    void write(std::size_t row, std::size_t count, std::uint32_t particle, Vec<W> velocity,
               std::size_t to) const {
        for (std::size_t i = 0; i < count; i += W) {
            const unsigned lanes = count - i >= W ? ~0u >> (32 - W) : (1u << (count - i)) - 1u;
            const std::size_t first = row * rows_.capacity + i;
            const auto ints = [&](int column) {
                alignas(64) std::uint32_t values[W] = {};
                for (unsigned left = lanes; left != 0; left &= left - 1) {
                    const int lane = __builtin_ctz(left);
                    values[lane] = rows_.array(column)[first + static_cast<std::size_t>(lane)];
                }
                return Int<W>::load(values);
            };
            const auto floats = [&](int column) { return as_float(ints(column)); };
            const auto vectors = [&](int column) {
                return Vec<W>{floats(column), floats(column + 1), floats(column + 2)};
            };
            const Float<W> t = floats(impact_column::t), zero(0.0f);
            const Vec<W> normal = vectors(impact_column::normal);
            Vec<W> relative = velocity_at(velocity, t, normal);
            if (step_.motions.count != 0)
                relative = relative - velocity_of_shape(ints(impact_column::id), lanes, t,
                                                        vectors(impact_column::point));
            const Float<W> into = dot(normal, relative);
            put(contact_array::particle, Int<W>(particle), lanes, to + i);
            put(contact_array::time, as_int(seconds_ * t), lanes, to + i);
            put(contact_array::id, ints(impact_column::id), lanes, to + i);
            put(contact_array::part, ints(impact_column::part), lanes, to + i);
            put(contact_array::point, vectors(impact_column::point), lanes, to + i);
            put(contact_array::normal, normal, lanes, to + i);
            put(contact_array::normal_speed, as_int(max(-into, zero)), lanes, to + i);
        }
    }

private:
    [[nodiscard]] Vec<W> velocity_at(Vec<W> velocity, Float<W> t, Vec<W> normal) const {
        return Flight::at_share(velocity, flight_.after(velocity, seconds_ * t),
                                flight_.after(velocity, seconds_), t, normal);
    }
    void put(int array, Int<W> value, unsigned lanes, std::size_t to) const {
        alignas(64) std::uint32_t values[W];
        value.store(values);
        for (; lanes != 0; lanes &= lanes - 1) {
            const int lane = __builtin_ctz(lanes);
            contacts_[static_cast<std::size_t>(array) * rows_.room + to +
                      static_cast<std::size_t>(lane)] = values[lane];
        }
    }
    void put(int array, Vec<W> value, unsigned lanes, std::size_t to) const {
        put(array, as_int(value.x), lanes, to);
        put(array + 1, as_int(value.y), lanes, to);
        put(array + 2, as_int(value.z), lanes, to);
    }

    /// The velocity of a point of an instance that moves; 0 for other shapes.
    [[nodiscard]] Vec<W> velocity_of_shape(Int<W> id, unsigned lanes, Float<W> t,
                                           Vec<W> point) const {
        const Float<W> zero(0.0f), one(1.0f);
        const Vec<W> still = {zero, zero, zero};
        const Int<W> motion = motions_of(step_.motions, id, lanes_of<W>(lanes));
        const InstanceWays<W> ways(step_.motions, motion);
        const Vec<W> moved =
            narrow(ways.displacement_of(ways.at(min(t, one)).place_of(DoubleVec<W>(point))));
        return select(ways.moves(), usable_velocity(moved * (one / seconds_)), still);
    }

    const SensorRows& rows_;
    std::uint32_t* contacts_;
    const StepSettings& step_;
    Flight flight_;
    Float<W> seconds_;
};

} // namespace

ParticleCounts sense(const ParticleColumns& columns, const StepSettings& step,
                     const ParticleTile& tile, BatchPart part, const SensorRows& rows,
                     std::uint32_t* contacts) {
    const Flight flight(step);
    const SensorContacts all(rows, contacts, step);
    ParticleCounts counts = {};
    for (std::size_t i = part.first; i < part.last; i += W) {
        const std::size_t left = part.last - i;
        const unsigned lanes = left >= W ? ~0u >> (32 - W) : (1u << left) - 1u;
        const TileLanes at(tile, i, lanes);
        const Float<W> seconds(step.seconds);
        const MovingParticles p = MovingParticles::load_first(at, step);
        const std::uint32_t* indices = at.at(tile_array::particle);
        alignas(64) std::uint32_t hit[W] = {};
        for (unsigned lane = 0; lane < W && i + lane < part.last; ++lane) {
            const std::size_t row = i + lane - part.first;
            const std::size_t found = rows.found[row];
            const std::size_t count = found < step.max_impacts ? found : step.max_impacts;
            hit[lane] = found != 0 ? flag::hit : 0u;
            const std::size_t kept = count < rows.capacity ? count : rows.capacity;
            if (kept != 0) {
                const WritableColumn* out = columns.out.at + particle_output::velocity;
                const auto own = [&](int axis) {
                    return Float<W>(
                        *reinterpret_cast<const float*>(element(out[axis], indices[lane])));
                };
                all.write(row, kept, indices[lane], {own(0), own(1), own(2)}, counts.logged);
            }
            counts.logged += kept;
            counts.contacts += count;
        }
        arrive(columns, counts, indices, lanes, p.center + p.displacement,
               flight.after(p.velocity, seconds), Int<W>::load(hit));
    }
    return counts;
}

} // namespace lanecast::LANECAST_ISA
