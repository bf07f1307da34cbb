#include "scene/counted_allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> calls = 0;

void* allocate(std::size_t size, std::size_t alignment) {
    calls.fetch_add(1, std::memory_order_relaxed);
    const std::size_t whole = (size + alignment) / alignment * alignment; // not 0
    if (void* memory = std::aligned_alloc(alignment, whole))
        return memory;
    throw std::bad_alloc();
}

} // namespace

std::size_t counted_allocations::count() noexcept { return calls.load(); }

// The forms that the standard library's other forms call.
void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
