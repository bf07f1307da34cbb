#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace lanecast {

/// Memory that begins on a cache line. Large pieces ask for huge pages: rays hit memory all over
/// the place, and with small pages a good part of a query is address translation, and of a build
/// the kernel that brings them.
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
            ::madvise(memory, bytes, MADV_HUGEPAGE); // advice: to be refused does no harm
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t size) noexcept {
        ::operator delete(memory, alignment(size));
    }
    /// Elements that nobody gives a value are left uninitialised: they will be written.
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

/// Uninitialised elements in such memory.
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
