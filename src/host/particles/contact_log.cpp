#include "host/particles/contact_log.hpp"

#include <algorithm>

namespace lanecast::host {
namespace {

constexpr std::size_t least_rows = 4096;

std::uint32_t* element(const WritableColumn& column, std::size_t i) {
    return reinterpret_cast<std::uint32_t*>(static_cast<char*>(column.address) +
                                            static_cast<std::ptrdiff_t>(i) * column.stride);
}

} // namespace

ContactLog::Row* ContactLog::room_for(std::size_t rows) {
    Block* block = &blocks_[last_];
    if (block->room - block->size < rows) {
        const std::size_t next = block->rows == nullptr ? last_ : last_ + 1;
        if (next == blocks_.size())
            return nullptr;
        const std::size_t room = std::max({rows, 2 * block->room, least_rows});
        Block& fresh = blocks_[next];
        fresh.scratch.emplace(room * sizeof(Row));
        fresh.rows = static_cast<Row*>(fresh.scratch->view().memory);
        if (fresh.rows == nullptr) {
            fresh.scratch.reset();
            return nullptr;
        }
        fresh.room = room;
        last_ = next;
        block = &fresh;
    }
    Row* const place = block->rows + block->size;
    block->size += rows;
    size_ += rows;
    return place;
}

void ContactLog::clear() {
    for (Block& block : blocks_) {
        block.scratch.reset();
        block.rows = nullptr;
        block.size = block.room = 0;
    }
    last_ = size_ = 0;
}

void ContactLog::add(const ParticleTile& tile, std::size_t from, std::size_t to) {
    if (from == to)
        return;
    Row* const rows = room_for(to - from);
    if (rows == nullptr)
        return;
    for (std::size_t number = 0; number < contact_array::count; ++number) {
        const std::uint32_t* values = tile.contact_array(static_cast<int>(number)) + from;
        for (std::size_t i = 0; i < to - from; ++i)
            rows[i][number] = values[i];
    }
}

template <class Visit>
void ContactLog::for_each_row(Visit visit) const {
    for (const Block& block : blocks_)
        for (std::size_t i = 0; i < block.size; ++i)
            visit(block.rows[i]);
}

std::size_t ContactLog::write(const ContactColumns& columns, std::size_t row, std::size_t first,
                              std::size_t count, std::uint32_t* counters) {
    std::fill_n(counters, count, 0);
    for_each_row([&](const Row& contact) { ++counters[contact[contact_array::particle] - first]; });
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t own = counters[i];
        if (columns.found.address != nullptr)
            *element(columns.found, first + i) = own;
        counters[i] = before;
        before += own;
    }
    for_each_row([&](const Row& contact) {
        const std::size_t place = row + counters[contact[contact_array::particle] - first]++;
        if (place >= columns.capacity)
            return;
        for (std::size_t number = 0; number < contact_array::count; ++number)
            if (columns.at.at[number].address != nullptr)
                *element(columns.at.at[number], place) = contact[number];
    });
    return row + size_;
}

} // namespace lanecast::host
