#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace lanecast::bench {

/// N arrays of `count` numbers each, aligned to cache lines, with a gap of five lines between
/// arrays. Without the gap, arrays of a power-of-two length would start at the same offset in a
/// page and compete for the same cache sets, and the benchmark would measure that instead of the
/// kernel.
template <class T, std::size_t N>
class Columns {
public:
    explicit Columns(std::size_t count)
        : count_(count), distance_((count + per_line - 1) / per_line * per_line + 5 * per_line),
          memory_(new (std::align_val_t{line}) T[N * distance_]()) {}

    [[nodiscard]] std::span<T> operator[](std::size_t i) const {
        return {memory_.get() + i * distance_, count_};
    }
    /// The addresses of all arrays.
    [[nodiscard]] std::array<T*, N> pointers() const {
        std::array<T*, N> all;
        for (std::size_t i = 0; i < N; ++i)
            all[i] = (*this)[i].data();
        return all;
    }

private:
    static constexpr std::size_t line = 64;
    static constexpr std::size_t per_line = line / sizeof(T);
    struct Delete {
        void operator()(T* memory) const { operator delete[](memory, std::align_val_t{line}); }
    };

    std::size_t count_;
    std::size_t distance_;
    std::unique_ptr<T[], Delete> memory_;
};

} // namespace lanecast::bench
