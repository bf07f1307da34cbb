#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/particle_step.hpp"
#include "host/batch/scratch.hpp"

namespace lanecast::host {

/// The columns that contacts are written to, as contact_array numbers them.
struct ContactColumns {
    Outputs<contact_array> at;
    WritableColumn found; ///< one for each particle
    std::size_t capacity;
    bool wanted; ///< any of them
};

/// The contacts of a tile, as rounds find them. Of one particle they come in the order of time.
class ContactLog {
public:
    /// Contacts `from` to `to` of the tile's arrays. Without memory they are lost.
    void add(const ParticleTile& tile, std::size_t from, std::size_t to);

    /// Writes them in the order of particles, from row `row` on.
    /// @param first     particle of the tile, which has `count`
    /// @param counters  room for so many numbers
    /// @returns the row behind the last
    std::size_t write(const ContactColumns& columns, std::size_t row, std::size_t first,
                      std::size_t count, std::uint32_t* counters);

    /// For the next tile; memory is given back.
    void clear();

private:
    using Row = std::array<std::uint32_t, contact_array::count>;

    /// Each at least twice as large as the one before: so many hold all that memory can.
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
