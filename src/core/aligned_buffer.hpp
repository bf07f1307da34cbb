#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace lanecast {

/// Uninitialised numbers that begin on a cache line.
template <class T>
class AlignedBuffer {
public:
    AlignedBuffer() = default;
    explicit AlignedBuffer(std::size_t size)
        : data_(size ? static_cast<T*>(::operator new(size * sizeof(T), alignment)) : nullptr),
          size_(size) {}

    [[nodiscard]] T* data() const noexcept { return data_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    static constexpr std::align_val_t alignment{64};
    struct Free {
        void operator()(T* p) const noexcept { ::operator delete(p, alignment); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
};

} // namespace lanecast
