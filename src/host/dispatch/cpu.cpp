#include "host/dispatch/kernels.hpp"

namespace lanecast::host {

// No default, so that the compiler reports an ISA that is missing here. ISAs of other processors
// are not built, so they are never passed in.
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
    case Isa::neon64:
        return false;
#else
    case Isa::sse4_2:
    case Isa::avx2:
    case Isa::avx512:
        return false;
    case Isa::neon64:
#if defined(__aarch64__)
        return true;
#else
        return false;
#endif
#endif
    }
    return false;
}

} // namespace lanecast::host
