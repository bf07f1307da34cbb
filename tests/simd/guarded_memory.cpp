#include "simd/guarded_memory.hpp"

#include <cstdlib>
#include <cstring>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace lanecast::test {
namespace {

#ifdef _WIN32
std::size_t page_size() {
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwPageSize;
}
void* map(std::size_t bytes) {
    return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
}
bool open(void* pages, std::size_t bytes) {
    DWORD before = 0;
    return VirtualProtect(pages, bytes, PAGE_READWRITE, &before) != 0;
}
void unmap(void* all, std::size_t) { VirtualFree(all, 0, MEM_RELEASE); }
#else
std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
void* map(std::size_t bytes) {
    void* const all = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return all == MAP_FAILED ? nullptr : all;
}
bool open(void* pages, std::size_t bytes) {
    return mprotect(pages, bytes, PROT_READ | PROT_WRITE) == 0;
}
void unmap(void* all, std::size_t bytes) { munmap(all, bytes); }
#endif

} // namespace

GuardedMemory::GuardedMemory(std::size_t size, Edge edge, unsigned char fill) : size_(size) {
    const std::size_t page = page_size();
    const std::size_t inner = (size + page - 1) / page * page;
    mapped_ = inner + 2 * page;
    map_ = map(mapped_);
    begin_ = static_cast<unsigned char*>(map_) + page;
    if (map_ == nullptr || (inner > 0 && !open(begin_, inner)))
        std::abort();
    if (edge == Edge::end)
        begin_ += inner - size;
    if (size > 0)
        std::memset(begin_, fill, size);
}

GuardedMemory::~GuardedMemory() { unmap(map_, mapped_); }

} // namespace lanecast::test
