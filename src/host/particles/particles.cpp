#include "host/particles/particles.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <optional>

#include "host/batch/question_call.hpp"
#include "host/batch/run.hpp"
#include "host/parallel/parallel.hpp"
#include "host/plan/tuning.hpp"

namespace lanecast::host {
namespace {

constexpr std::size_t part_size = tuning::particles_in_part;
constexpr std::size_t most_parts = tuning::particles_in_tile / part_size;
static_assert(part_size % 64 == 0, "parts of a tile must not share vectors");

std::size_t whole_parts(std::size_t particles) {
    return (particles + part_size - 1) / part_size * part_size;
}

/// Number of the arrays of a tile.
std::size_t arrays_of(const StepSettings& step) {
    return step.motions.count != 0 ? tile_array::count : tile_array::still_count;
}

/// Memory for a tile, as large as can be allocated. Also holds the counts of the parts and the log
/// of contacts, because threads may have small stacks.
class TileMemory {
public:
    /// @throws std::bad_alloc
    /// @param own  arrays of the tile without those of contacts
    TileMemory(std::size_t particles, std::size_t own, bool wants_contacts) {
        std::size_t room = std::min(whole_parts(particles), tuning::particles_in_tile);
        const std::size_t arrays = own + (wants_contacts ? contact_array::count + 1 : 0);
        for (;; room = whole_parts(room / 2)) {
            scratch_.emplace(counts_bytes + log_bytes + arrays * room * sizeof(std::uint32_t));
            if (scratch_->view().memory != nullptr)
                break;
            scratch_.reset();
            if (room == part_size)
                throw std::bad_alloc();
        }
        auto* const memory = static_cast<std::byte*>(scratch_->view().memory);
        counts_ = reinterpret_cast<ParticleCounts*>(memory);
        log_ = new (memory + counts_bytes) ContactLog;
        auto* const numbers = reinterpret_cast<std::uint32_t*>(memory + counts_bytes + log_bytes);
        tile_ = {numbers, wants_contacts ? numbers + own * room : nullptr, room};
    }

    ~TileMemory() { log_->~ContactLog(); }
    TileMemory(const TileMemory&) = delete;
    TileMemory& operator=(const TileMemory&) = delete;

    [[nodiscard]] const ParticleTile& tile() const { return tile_; }
    [[nodiscard]] ContactLog& log() const { return *log_; }
    [[nodiscard]] ParticleCounts* counts() const { return counts_; }
    [[nodiscard]] std::uint32_t* counters() const {
        return tile_.contact_array(contact_array::count);
    }

private:
    static constexpr std::size_t counts_bytes =
        (most_parts * sizeof(ParticleCounts) + 63) / 64 * 64;
    static constexpr std::size_t log_bytes = (sizeof(ContactLog) + 63) / 64 * 64;

    std::optional<CheckedOutScratch> scratch_;
    ParticleCounts* counts_;
    ContactLog* log_;
    ParticleTile tile_;
};

/// Rows of contacts for some of the sensors at a time. If memory is short, contacts are dropped.
class SensorMemory {
public:
    /// @param capacity  maximum number of contacts of a sensor
    SensorMemory(std::size_t capacity, std::size_t sensors) {
        for (;; capacity /= 2) {
            sensors_ = std::max<std::size_t>(
                1, std::min(sensors, most_rows / std::max<std::size_t>(capacity, 1)));
            const std::size_t room = sensors_ * capacity;
            scratch_.emplace((room * arrays + sensors_) * sizeof(std::uint32_t));
            auto* const memory = static_cast<std::uint32_t*>(scratch_->view().memory);
            if (memory != nullptr) {
                found_ = memory;
                rows_ = {found_, capacity, memory + sensors_, room};
                return;
            }
            scratch_.reset();
            if (capacity == 0) { // no memory at all: one sensor at a time, counted in one_
                found_ = &one_;
                rows_ = {found_, 0, nullptr, 0};
                sensors_ = 1;
                return;
            }
        }
    }

    [[nodiscard]] std::size_t sensors() const { return sensors_; }
    [[nodiscard]] const SensorRows& rows() const { return rows_; }
    [[nodiscard]] std::uint32_t* found() const { return found_; }
    [[nodiscard]] std::uint32_t* impacts(int column) const {
        return found_ + sensors_ + static_cast<std::size_t>(column) * rows_.room;
    }
    [[nodiscard]] std::uint32_t* contacts() const { return impacts(impact_column::count); }

private:
    static constexpr std::size_t most_rows = 16384;
    static constexpr std::size_t arrays =
        std::size_t{impact_column::count} + std::size_t{contact_array::count};

    std::optional<CheckedOutScratch> scratch_;
    std::uint32_t one_ = 0;
    std::size_t sensors_ = 0;
    std::uint32_t* found_ = nullptr;
    SensorRows rows_ = {};
};

/// Widens the margins of boxes by how much farther off their straight paths particles may touch
/// instances that move: by the share of a path in the frame of an instance that turns, and by
/// another 16 e times the distance from the position of the instance and its reach.
void widen(TreeSpace& space, const MotionTable& motions) {
    constexpr float sixteen_e = 0x1p-19f, root_of_three = 1.75f; // a little more than both
    float half = 0.0f;
    for (int axis = 0; axis < 3; ++axis)
        half = std::max(
            {half, space.hi[axis] - space.middle[axis], space.middle[axis] - space.lo[axis]});
    RayMargin& contacts = space.contacts;
    contacts.by_radius = contacts.by_radius * (1.0f + motions.off_path) + sixteen_e;
    contacts.by_largest += root_of_three * sixteen_e;
    contacts.always += sixteen_e * (root_of_three * half + 2.0f * motions.reach);
}

/// The step of one tile: particles of the batch that are processed together.
class TileStep {
public:
    TileStep(const ParticleCall& call, const TileMemory& memory, StepSummary& summary)
        : call_(call), tile_(memory.tile()), counts_(memory.counts()), summary_(summary),
          logs_(call.contacts.wanted), scene_(call.scene) {
        if (!has_motion())
            return;
        motion_ = {call.step.motions, tile_.arrays, tile_.room};
        scene_.motion = &motion_;
        widen(scene_.space, call.step.motions);
    }
    TileStep(const TileStep&) = delete; // the scene refers to the motion
    TileStep& operator=(const TileStep&) = delete;

    void run(BatchPart part, ContactLog& log) {
        std::size_t under_way = begin(part, ParticleSet::solid);
        for (std::uint32_t round = 0; under_way != 0; ++round) {
            sweep(under_way);
            under_way = respond(under_way, round, log);
        }
        if (has_sensors_)
            sense(begin(part, ParticleSet::sensors), log);
    }

private:
    /// Calls work(part) for the parts of a tile with this many elements, and then closes the gaps
    /// between the elements that each part has packed to its front. @returns the number of
    /// remaining elements
    template <class Work>
    std::size_t in_parts(std::size_t elements, Work work) {
        const std::size_t parts = whole_parts(elements) / part_size;
        for_each_chunk(parts, call_.workers, [&](std::size_t i) {
            const std::size_t first = i * part_size;
            counts_[i] = work(BatchPart{first, std::min(first + part_size, elements)});
        });
        std::size_t under_way = 0;
        for (std::size_t i = 0; i < parts; ++i) {
            const ParticleCounts& counts = counts_[i];
            move(i * part_size, counts.under_way, under_way);
            under_way += counts.under_way;
            add(counts);
        }
        return under_way;
    }

    void add(const ParticleCounts& counts) {
        has_sensors_ |= counts.sensors != 0;
        summary_.contacts += counts.contacts;
        summary_.moved += counts.moved;
        summary_.pushed_out += counts.pushed_out;
        summary_.out_of_impacts += counts.out_of_impacts;
        summary_.resting += counts.resting;
        summary_.invalid += counts.invalid;
        summary_.skin_raised += counts.skin_raised;
    }

    void move(std::size_t from, std::size_t count, std::size_t to) const {
        if (from == to || count == 0)
            return;
        for (std::size_t number = 0; number < arrays_of(call_.step); ++number)
            std::memmove(tile_.array(static_cast<int>(number)) + to,
                         tile_.array(static_cast<int>(number)) + from,
                         count * sizeof(std::uint32_t));
    }

    std::size_t begin(BatchPart batch, ParticleSet set) {
        return in_parts(batch.last - batch.first, [&](BatchPart part) {
            return kernels().particles->begin(call_.columns, call_.step, tile_,
                                              {batch.first + part.first, batch.first + part.last},
                                              part.first, set);
        });
    }

    std::size_t respond(std::size_t elements, std::uint32_t round, ContactLog& log) {
        const std::size_t under_way = in_parts(elements, [&](BatchPart part) {
            return kernels().particles->respond(call_.columns, call_.step, tile_, part, round);
        });
        if (logs_)
            for (std::size_t i = 0; i * part_size < elements; ++i)
                log.add(tile_, i * part_size, i * part_size + counts_[i].contacts);
        return under_way;
    }

    /// Columns of the sweeps, starting at element `first`.
    [[nodiscard]] ContactSweepColumns sweeps(std::size_t first) const {
        ContactSweepColumns columns;
        for (int column = 0; column < contact_column::count; ++column)
            columns.at[column] = {tile_.array(tile_array::center + column) + first, contiguous};
        return columns;
    }

    void sweep(std::size_t elements) {
        motion_.arrays = tile_.arrays;
        ImpactColumns impacts;
        for (int column = 0; column < impact_column::count; ++column) {
            const bool is_part = column == impact_column::part,
                       is_point =
                           column >= impact_column::point && column < impact_column::point + 3;
            const bool is_wanted = logs_ || !(is_part || is_point) || (is_point && has_motion()) ||
                                   (is_part && call_.step.surfaces.of_id != nullptr);
            impacts.at[column] = {is_wanted ? tile_.array(tile_array::impact + column) : nullptr,
                                  contiguous};
        }
        // A moving shape may hit a particle that only touches it at the start.
        Options options = call_.options;
        options.start_overlap =
            call_.step.shapes_move ? StartOverlap::report : StartOverlap::leaving;
        const ContactSweepColumns columns = sweeps(0);
        run_question("advance", scene_, *kernels().scene->contact, columns, elements, impacts,
                     options);
    }

    /// Sweeps some of the sensors at a time, because the contacts of each need a row.
    void sense(std::size_t elements, ContactLog& log) {
        const std::size_t capacity = logs_ ? std::size_t{call_.step.max_impacts} : std::size_t{0};
        const SensorMemory memory(capacity, elements);
        for (std::size_t first = 0; first < elements; first += memory.sensors())
            sense({first, std::min(first + memory.sensors(), elements)}, memory, log);
    }
    void sense(BatchPart part, const SensorMemory& memory, ContactLog& log) {
        const std::size_t count = part.last - part.first;
        motion_.arrays = tile_.arrays + part.first;
        ImpactRows rows;
        rows.capacity = memory.rows().capacity;
        rows.found = {memory.found(), contiguous};
        for (int column = 0; column < impact_column::count; ++column)
            rows.columns.at[column] = {rows.capacity == 0 ? nullptr : memory.impacts(column),
                                       contiguous};
        Options options = call_.options;
        options.start_overlap = StartOverlap::ignore;
        const ContactSweepColumns columns = sweeps(part.first);
        run_question("advance", scene_, *kernels().scene->all_contacts, columns, count, rows,
                     options);
        const ParticleCounts counts = kernels().particles->sense(
            call_.columns, call_.step, tile_, part, memory.rows(), memory.contacts());
        if (logs_)
            log.add({nullptr, memory.contacts(), memory.rows().room}, 0, counts.logged);
        add(counts);
    }

    [[nodiscard]] bool has_motion() const { return call_.step.motions.count != 0; }

    static constexpr std::ptrdiff_t contiguous = sizeof(std::uint32_t);

    const ParticleCall& call_;
    const ParticleTile& tile_;
    ParticleCounts* counts_; ///< one for each part in a round
    StepSummary& summary_;
    bool logs_;
    bool has_sensors_ = false;
    MotionCall motion_ = {}; ///< of the tile
    SceneView scene_;        ///< as the sweeps see it
};

} // namespace

StepSummary run_step(const ParticleCall& call) {
    StepSummary summary = {.particles = call.count};
    if (call.count == 0)
        return summary;
    const TileMemory memory(call.count, arrays_of(call.step), call.contacts.wanted);
    const ParticleTile& tile = memory.tile();
    std::size_t rows = 0;
    for (std::size_t first = 0; first < call.count; first += tile.room) {
        const BatchPart part = {first, std::min(first + tile.room, call.count)};
        ContactLog& log = memory.log();
        TileStep step(call, memory, summary);
        step.run(part, log);
        if (call.contacts.wanted)
            rows = log.write(call.contacts, rows, part.first, part.last - part.first,
                             memory.counters());
        log.clear();
    }
    if (call.contacts.wanted)
        summary.truncated =
            summary.contacts - std::min({rows, call.contacts.capacity, summary.contacts});
    return summary;
}

} // namespace lanecast::host
