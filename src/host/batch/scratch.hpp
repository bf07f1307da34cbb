#pragma once

#include <cstddef>

#include "core/aligned_buffer.hpp"
#include "core/kernel_table.hpp"

namespace lanecast::host {

/// Scratch memory for one part of a batch. Taken from a pool that all calls share, and returned to
/// it. Allocates only if no buffer in the pool is large enough.
class CheckedOutScratch {
public:
    explicit CheckedOutScratch(std::size_t bytes) noexcept;
    ~CheckedOutScratch();
    CheckedOutScratch(const CheckedOutScratch&) = delete;
    CheckedOutScratch& operator=(const CheckedOutScratch&) = delete;

    /// `memory` is nullptr if the allocation failed.
    [[nodiscard]] Scratch view() const noexcept { return {buffer_.data(), buffer_.size()}; }

private:
    AlignedBuffer<std::byte> buffer_;
};

/// Frees the buffers in the pool.
void release_scratch() noexcept;

} // namespace lanecast::host
