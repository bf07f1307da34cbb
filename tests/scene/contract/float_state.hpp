#pragma once

#include <array>
#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/// Floating-point settings that a caller may have made before a call of lanecast.
namespace float_state {

#if defined(__x86_64__)

inline std::uint64_t control_bits() { return _mm_getcsr() & ~0x3Fu; } // without status flags
inline void set_control_bits(std::uint64_t bits) { _mm_setcsr(static_cast<unsigned>(bits)); }

struct Setting {
    const char* name;
    std::uint64_t bits;
};

/// Bits of MXCSR: exceptions masked 0x1F80, rounding 0x6000, FTZ 0x8000, DAZ 0x0040.
inline constexpr std::array settings = {
    Setting{"standard", 0x1F80},
    Setting{"downward", 0x3F80},
    Setting{"upward", 0x5F80},
    Setting{"towards zero", 0x7F80},
    Setting{"flush to zero", 0x9FC0},
    Setting{"upward, flush to zero", 0xDFC0},
    Setting{"towards zero, flush results only", 0xFF80},
    Setting{"traps on invalid, division by zero and overflow", 0x1900},
};

#elif defined(__aarch64__)

inline std::uint64_t control_bits() { return __builtin_aarch64_get_fpcr(); }
inline void set_control_bits(std::uint64_t bits) {
    __builtin_aarch64_set_fpcr(static_cast<unsigned>(bits));
}

struct Setting {
    const char* name;
    std::uint64_t bits;
};

/// Bits of FPCR: rounding 3 << 22, flush to zero 1 << 24.
inline constexpr std::array settings = {
    Setting{"standard", 0},
    Setting{"upward", std::uint64_t{1} << 22},
    Setting{"downward", std::uint64_t{2} << 22},
    Setting{"towards zero", std::uint64_t{3} << 22},
    Setting{"flush to zero", std::uint64_t{1} << 24},
    Setting{"upward, flush to zero", std::uint64_t{5} << 22},
};

#endif

/// Applies a setting to the calling thread for its lifetime. Meanwhile only the library may
/// compute, because the compiler does not know the setting.
class Set {
public:
    explicit Set(const Setting& setting) : before_(control_bits()) {
        set_control_bits(setting.bits);
    }
    ~Set() { set_control_bits(before_); }
    Set(const Set&) = delete;
    Set& operator=(const Set&) = delete;

private:
    std::uint64_t before_;
};

} // namespace float_state
