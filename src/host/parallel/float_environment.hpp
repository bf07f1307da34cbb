#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace lanecast::host {

/// Makes this thread round to nearest, keep subnormals and trap nothing during its lifetime. The
/// destructor restores the caller's settings. Without it, results would depend on those settings.
class FloatEnvironment {
public:
    FloatEnvironment() noexcept : saved_(read()) {
        if (saved_ != standard)
            write(standard);
    }
    ~FloatEnvironment() {
        if (read() != saved_)
            write(saved_);
    }
    FloatEnvironment(const FloatEnvironment&) = delete;
    FloatEnvironment& operator=(const FloatEnvironment&) = delete;

private:
#if defined(__x86_64__)
    using Register = std::uint32_t; // MXCSR
    static constexpr Register standard = 0x1F80;
    static Register read() noexcept { return _mm_getcsr(); }
    static void write(Register value) noexcept { _mm_setcsr(value); }
#elif defined(__aarch64__)
    using Register = std::uint64_t; // FPCR
    static constexpr Register standard = 0;
    static Register read() noexcept {
        Register value;
        asm volatile("mrs %0, fpcr" : "=r"(value));
        return value;
    }
    static void write(Register value) noexcept { asm volatile("msr fpcr, %0" : : "r"(value)); }
#else
#error "lanecast: say here how this CPU's floating-point environment is set"
#endif

    Register saved_;
};

} // namespace lanecast::host
