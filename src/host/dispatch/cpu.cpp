#include "host/dispatch/kernels.hpp"

namespace lanecast::host {

bool cpu_supports(Isa isa) noexcept {
    switch (isa) {
    case Isa::plain:
        return true;
#if defined(__x86_64__)
    case Isa::sse4_2:
        return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    case Isa::avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case Isa::avx512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl");
#elif defined(__aarch64__)
    case Isa::neon64:
        return true;
#endif
    default:
        return false;
    }
}

} // namespace lanecast::host
