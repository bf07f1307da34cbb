#pragma once

#include <cstddef>

namespace lanecast::test {

/// Memory between two pages that fault on any access.
class GuardedMemory {
public:
    enum class Edge { begin, end };

    /// `size` bytes with the value `fill`. At `edge`, they touch the faulting page.
    GuardedMemory(std::size_t size, Edge edge, unsigned char fill = 0);
    ~GuardedMemory();
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
