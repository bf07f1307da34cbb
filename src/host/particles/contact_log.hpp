#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/particle_step.hpp"
#include "host/batch/scratch.hpp"

namespace lanecast::host {

/// Output columns of contacts, in the order of contact_array.
struct ContactColumns {
    Outputs<contact_array> at;
    WritableColumn found; ///< number of contacts, one for each particle
    std::size_t capacity;
    bool wanted; ///< whether any column is wanted
};

/// The contacts of a tile, in the order in which the rounds find them. Contacts of one particle are
/// in order of time.
class ContactLog {
public:
    /// Adds the contacts [from, to) of the tile's arrays. Drops them if there is no memory.
    void add(const ParticleTile& tile, std::size_t from, std::size_t to);

    /// Writes the contacts in the order of particles, starting at row `row`.
    /// @param first     first particle of the tile
    /// @param count     number of particles in the tile
    /// @param counters  room for `count` numbers
    /// @returns the row after the last one
    std::size_t write(const ContactColumns& columns, std::size_t row, std::size_t first,
                      std::size_t count, std::uint32_t* counters);

    /// Empties the log for the next tile and releases its memory.
    void clear();

private:
    using Row = std::array<std::uint32_t, contact_array::count>;

    /// Each block is at least twice as large as the one before, so that 24 can fill any memory.
    struct Block {
        std::optional<CheckedOutScratch> scratch;
        Row* rows = nullptr;
        std::size_t size = 0, room = 0;
    };

    [[nodiscard]] Row* room_for(std::size_t rows);
    template <class Visit>
    void for_each_row(Visit visit) const;

    std::array<Block, 24> blocks_;
    std::size_t last_ = 0, size_ = 0;
};

} // namespace lanecast::host
