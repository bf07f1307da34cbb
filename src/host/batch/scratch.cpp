#include "host/batch/scratch.hpp"

#include <array>
#include <mutex>
#include <new>
#include <utility>

namespace lanecast::host {
namespace {

/// Buffers that are not in use. At most 64 are kept, so that the pool has a bound.
class Pool {
public:
    AlignedBuffer<std::byte> take(std::size_t bytes) noexcept {
        const std::lock_guard lock(mutex_);
        AlignedBuffer<std::byte>* best = nullptr;
        for (AlignedBuffer<std::byte>& kept : kept_)
            if (kept.size() >= bytes && (best == nullptr || kept.size() < best->size()))
                best = &kept;
        return best != nullptr ? std::exchange(*best, {}) : AlignedBuffer<std::byte>();
    }

    /// Keeps a buffer in place of the smallest one, if that one is smaller.
    void keep(AlignedBuffer<std::byte> buffer) noexcept {
        const std::lock_guard lock(mutex_);
        AlignedBuffer<std::byte>* smallest = &kept_[0];
        for (AlignedBuffer<std::byte>& kept : kept_)
            if (kept.size() < smallest->size())
                smallest = &kept;
        if (smallest->size() < buffer.size())
            std::swap(*smallest, buffer);
    }

    void clear() noexcept {
        const std::lock_guard lock(mutex_);
        for (AlignedBuffer<std::byte>& kept : kept_)
            kept = {};
    }

private:
    std::mutex mutex_;
    std::array<AlignedBuffer<std::byte>, 64> kept_;
};

/// Never destroyed, because threads may still run queries while the program exits.
Pool& pool() {
    alignas(Pool) static std::byte memory[sizeof(Pool)];
    static Pool* const made = new (memory) Pool;
    return *made;
}

} // namespace

CheckedOutScratch::CheckedOutScratch(std::size_t bytes) noexcept : buffer_(pool().take(bytes)) {
    if (buffer_.data() != nullptr)
        return;
    try {
        buffer_ = AlignedBuffer<std::byte>(bytes);
    } catch (const std::bad_alloc&) {
        // The caller continues without scratch memory.
    }
}

CheckedOutScratch::~CheckedOutScratch() {
    if (buffer_.data() != nullptr)
        pool().keep(std::move(buffer_));
}

void release_scratch() noexcept { pool().clear(); }

} // namespace lanecast::host
