#include <algorithm>
#include <cfenv>

#include "kernels/pairwise/cells.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

// This file changes the rounding mode behind the compiler's back. Until the mode is restored, only
// the library may compute with floats.

namespace hostile {

namespace {

/// Queries and shapes with numbers that become 0 if subnormals are flushed to zero.
AnyCases subnormal_cases(const AnyCell& cell, std::size_t count) {
    AnyCases cases = cell.make(Kind::near, count, 29);
    Random random(29);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < std::min<std::size_t>(cases.queries.size(), 7); ++k)
            if (random.one_in(6))
                cases.queries[k][i] =
                    static_cast<float>(random.sign() * random.magnitude(-44, -38));
        if (random.one_in(4)) {
            for (std::vector<float>& column : cases.queries)
                column[i] *= 1e-38f;
            for (std::size_t k = 0; k < std::min<std::size_t>(cases.shapes.size(), 6); ++k)
                cases.shapes[k][i] *= 1e-38f;
        }
    }
    return cases;
}

/// The control bits of the floating-point unit, without the status flags of the last operations.
std::uint64_t control_bits() {
#if defined(__x86_64__)
    return _mm_getcsr() & ~0x3Fu;
#elif defined(__aarch64__)
    return __builtin_aarch64_get_fpcr();
#else
    return 0;
#endif
}

void set_control_bits(std::uint64_t bits) {
#if defined(__x86_64__)
    _mm_setcsr(static_cast<unsigned>(bits));
#elif defined(__aarch64__)
    __builtin_aarch64_set_fpcr(static_cast<unsigned>(bits));
#else
    (void)bits;
#endif
}

#if defined(__x86_64__)
constexpr std::uint64_t flush_to_zero = 0x8040; // FTZ and DAZ
#elif defined(__aarch64__)
constexpr std::uint64_t flush_to_zero = std::uint64_t{1} << 24;
#else
constexpr std::uint64_t flush_to_zero = 0;
#endif

} // namespace

TEST_P(PairwiseBatch, TheCallersRoundingAndFlushingChangeNothingAndAreRestored) {
    const AnyCell& cell = GetParam();
    const AnyCases cases = subnormal_cases(cell, 4'003);
    const Queries queries = cell.queries(cases);
    const lanecast::Shapes shapes = cell.shapes(cases);
    on_every_isa([&] {
        const Answers expected = ask(cell, cases);
        for (const std::uint32_t threads : {1u, 0u}) {
            for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
                for (const std::uint64_t flushing : {std::uint64_t{0}, flush_to_zero}) {
                    Answers answers(cell.question, cases.size());
                    const lanecast::Options options = {.threads = threads};
                    const int rounding_before = std::fegetround();
                    const std::uint64_t before = control_bits();
                    std::fesetround(rounding);
                    set_control_bits(control_bits() | flushing);
                    const std::uint64_t set = control_bits();
                    answers.summaries = cell.question.pairwise(queries, shapes, answers, options);
                    const std::uint64_t after = control_bits();
                    const int rounding_after = std::fegetround();
                    set_control_bits(before);
                    std::fesetround(rounding_before);
                    EXPECT_EQ(after, set);
                    EXPECT_EQ(rounding_after, rounding);
                    EXPECT_EQ(difference(answers, expected), "")
                        << "rounding " << rounding << ", flushing " << flushing;
                }
            }
        }
    });
}

} // namespace hostile
