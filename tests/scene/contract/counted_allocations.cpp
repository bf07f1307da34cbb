#include "scene/contract/counted_allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

std::atomic<std::size_t> calls = 0, returned = 0;
thread_local std::size_t allowed = std::numeric_limits<std::size_t>::max();
thread_local std::size_t refused = 0;

void* allocate(std::size_t size, std::size_t alignment) {
    if (size > allowed) {
        ++refused;
        throw std::bad_alloc();
    }
    calls.fetch_add(1, std::memory_order_relaxed);
    const std::size_t whole = (size + alignment) / alignment * alignment; // > 0
    if (void* memory = std::aligned_alloc(alignment, whole))
        return memory;
    throw std::bad_alloc();
}

void give_back(void* memory) noexcept {
    returned.fetch_add(memory != nullptr, std::memory_order_relaxed);
    std::free(memory);
}

} // namespace

std::size_t counted_allocations::count() noexcept { return calls.load(); }
std::size_t counted_allocations::live() noexcept { return calls.load() - returned.load(); }

counted_allocations::Refusal::Refusal(std::size_t bytes_allowed) noexcept
    : allowed_before_(allowed) {
    allowed = bytes_allowed;
}
counted_allocations::Refusal::~Refusal() { allowed = allowed_before_; }
std::size_t counted_allocations::Refusal::count() noexcept { return refused; }

// The overloads that the other ones of the standard library call.
void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
// Sanitizers replace this overload with one that does not call ours (std::stable_partition uses
// it).
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return allocate(size, alignof(std::max_align_t));
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
