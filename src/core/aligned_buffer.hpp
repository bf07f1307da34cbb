#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace lanecast {

/// Allocator of memory that is aligned to cache lines. Large blocks are backed by huge pages where
/// the kernel allows it: queries access memory at random, so with small pages they spend a good
/// part of their time on address translation, and a build spends a good part of its time on page
/// faults.
template <class T>
struct AlignedAllocator {
    using value_type = T;

    AlignedAllocator() = default;
    template <class U>
    explicit AlignedAllocator(const AlignedAllocator<U>&) noexcept {}

    T* allocate(std::size_t size) {
        const std::size_t bytes = size * sizeof(T);
        void* memory = ::operator new(bytes, alignment(size));
#if defined(__linux__)
        if (alignment(size) == std::align_val_t{huge_page})
            ::madvise(memory, bytes, MADV_HUGEPAGE); // only advice: a failure is harmless
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t size) noexcept {
        ::operator delete(memory, alignment(size));
    }
    /// Leaves default-constructed elements uninitialised, because they are written later anyway.
    template <class U>
    void construct(U* element) noexcept {
        ::new (static_cast<void*>(element)) U;
    }

    bool operator==(const AlignedAllocator&) const = default;

private:
    static constexpr std::size_t cache_line = 64;
    static constexpr std::size_t huge_page = std::size_t{1} << 21;

    static std::align_val_t alignment(std::size_t size) {
        return std::align_val_t{size * sizeof(T) >= huge_page / 4 ? huge_page : cache_line};
    }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

/// A fixed-size array of uninitialised elements, allocated by AlignedAllocator.
template <class T>
class AlignedBuffer {
public:
    AlignedBuffer() = default;
    explicit AlignedBuffer(std::size_t size)
        : data_(size == 0 ? nullptr : AlignedAllocator<T>().allocate(size), Free{size}) {}

    [[nodiscard]] T* data() const noexcept { return data_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return data_.get_deleter().size; }

private:
    struct Free {
        std::size_t size = 0;
        void operator()(T* p) const noexcept { AlignedAllocator<T>().deallocate(p, size); }
    };
    std::unique_ptr<T, Free> data_;
};

} // namespace lanecast
