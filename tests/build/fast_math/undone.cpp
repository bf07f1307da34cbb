// Compiled with -Ofast and -ffast-math before the flags of lanecast, which must undo both. Before
// they did, sweeps in projects with -ffast-math were off by millions of rounding errors.
#include <cstdio>
#include <limits>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0)
#error "the flags of lanecast leave -ffast-math on"
#endif

namespace {

/// Hides a value from the optimiser.
float unknown(float x) {
    volatile float hidden = x;
    return hidden;
}

int failures = 0;

void expect(bool right, const char* what) {
    if (right)
        return;
    std::printf("not kept: %s\n", what);
    ++failures;
}

} // namespace

int main() {
    const float nan = unknown(std::numeric_limits<float>::quiet_NaN());
    const float infinity = unknown(std::numeric_limits<float>::infinity());
    const float large = unknown(1e8f), small = unknown(1.0f), zero = unknown(0.0f);
    expect(!(nan == nan), "NaN is not equal to itself");
    expect(infinity > unknown(std::numeric_limits<float>::max()), "infinity is larger than floats");
    expect((large + small) - large == 0.0f, "sums are not reordered");
    expect(1.0f / (zero * unknown(-1.0f)) == -infinity, "zeros have signs");
    expect(zero - (zero - zero * unknown(-1.0f)) == 0.0f, "differences of zeros");
    int different = 0;
    const float divisor = unknown(3.0f), inverse = unknown(1.0f) / divisor;
    for (int i = 1; i <= 100; ++i) {
        const float x = unknown(static_cast<float>(i));
        different += x / divisor != x * inverse;
    }
    expect(different > 0, "quotients are no products");
    return failures;
}
