#pragma once

#include <cstddef>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace lanecast {

/// Uninitialised elements that begin on a cache line. Large buffers ask for huge pages: rays hit
/// memory all over the place, and with small pages a good part of a query is address translation.
template <class T>
class AlignedBuffer {
public:
    AlignedBuffer() = default;
    explicit AlignedBuffer(std::size_t size) : size_(size) {
        const std::size_t bytes = size * sizeof(T);
        if (bytes == 0)
            return;
        const std::size_t alignment = bytes >= huge_page / 4 ? huge_page : cache_line;
        void* memory = ::operator new (bytes, std::align_val_t{alignment});
        data_ = {static_cast<T*>(memory), Free{std::align_val_t{alignment}}};
#if defined(__linux__)
        if (alignment == huge_page)
            ::madvise(memory, bytes, MADV_HUGEPAGE); // advice: to be refused does no harm
#endif
    }

    [[nodiscard]] T* data() const noexcept { return data_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    static constexpr std::size_t cache_line = 64;
    static constexpr std::size_t huge_page = std::size_t{1} << 21;

    struct Free {
        std::align_val_t alignment{cache_line};
        void operator()(T* p) const noexcept { ::operator delete(p, alignment); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
};

} // namespace lanecast
