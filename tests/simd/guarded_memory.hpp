#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace lanecast::test {

/// Memory between two pages that fault on any access.
class GuardedMemory {
public:
    enum class Edge { begin, end };

    /// `size` bytes with the value `fill`. At `edge`, they touch the faulting page.
    GuardedMemory(std::size_t size, Edge edge, unsigned char fill = 0) : size_(size) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t inner = (size + page - 1) / page * page;
        mapped_ = inner + 2 * page;
        map_ = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (map_ == MAP_FAILED)
            std::abort();
        begin_ = static_cast<unsigned char*>(map_) + page;
        if (inner > 0 && mprotect(begin_, inner, PROT_READ | PROT_WRITE) != 0)
            std::abort();
        if (edge == Edge::end)
            begin_ += inner - size;
        if (size > 0)
            std::memset(begin_, fill, size);
    }
    ~GuardedMemory() { munmap(map_, mapped_); }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    [[nodiscard]] unsigned char* data() { return begin_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    void* map_;
    std::size_t mapped_;
    unsigned char* begin_;
    std::size_t size_;
};

} // namespace lanecast::test
