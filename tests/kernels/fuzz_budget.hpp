#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>

#include "kernels/fewer_queries.hpp"

namespace hostile {

/// How long a fuzzer runs, and with which cases: by default a number of cases that takes seconds,
/// always the same ones. LANECAST_FUZZ_SECONDS and LANECAST_FUZZ_SEED change that.
class FuzzBudget {
public:
    /// @param cases  by default, where a case is not slow
    explicit FuzzBudget(std::size_t cases)
        : seconds_(number_in("LANECAST_FUZZ_SECONDS", 0)),
          seed_(number_in("LANECAST_FUZZ_SEED", 1)), cases_(static_cast<long>(fewer(cases))) {}

    [[nodiscard]] long seed() const { return seed_; }
    /// Whether there is a time instead of a number of cases.
    [[nodiscard]] bool is_timed() const { return seconds_ != 0; }
    [[nodiscard]] std::chrono::nanoseconds passed() const { return Clock::now() - start_; }
    /// Whether the case with this number is still to be tried.
    [[nodiscard]] bool has(long number) const {
        return is_timed() ? passed() < std::chrono::seconds(seconds_) : number < cases_;
    }

private:
    using Clock = std::chrono::steady_clock;

    static long number_in(const char* variable, long otherwise) {
        const char* const text = std::getenv(variable);
        return text != nullptr ? std::atol(text) : otherwise;
    }

    long seconds_, seed_, cases_;
    Clock::time_point start_ = Clock::now();
};

} // namespace hostile
