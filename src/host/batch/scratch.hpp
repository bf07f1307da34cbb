#pragma once

#include <cstddef>

#include "core/aligned_buffer.hpp"
#include "core/kernel_table.hpp"

namespace lanecast::host {

/// Scratch memory of one part of a batch: checked out of a pool that all calls share, and given
/// back. Only a part that finds nothing large enough in the pool allocates.
class CheckedOutScratch {
public:
    explicit CheckedOutScratch(std::size_t bytes) noexcept;
    ~CheckedOutScratch();
    CheckedOutScratch(const CheckedOutScratch&) = delete;
    CheckedOutScratch& operator=(const CheckedOutScratch&) = delete;

    /// memory is nullptr if there was none to be had.
    [[nodiscard]] Scratch view() const noexcept { return {buffer_.data(), buffer_.size()}; }

private:
    AlignedBuffer<std::byte> buffer_;
};

/// Frees what the pool keeps.
void release_scratch() noexcept;

} // namespace lanecast::host
