#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "kernels/fuzz_budget.hpp"

// By default, the test runs for a few seconds, always with the same cases. To run it for hours:
//
//     LANECAST_FUZZ_SECONDS=7200 LANECAST_FUZZ_SEED=2 build/release/tests/fuzz/fuzz_test
//
// It prints its progress every ten minutes. The bytes of a case that fails are written to
// fuzz-SEED-NUMBER in the working directory. When the case is minimal and the bug is fixed, the
// case goes to tests/fuzz/corpus, under a name that describes the bug.

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(hostile::Random& random) {
    Bytes bytes(16 + random.below(240));
    for (std::uint8_t& byte : bytes)
        byte = static_cast<std::uint8_t>(random.bits() >> 32);
    return bytes;
}

Bytes bytes_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

void write(const std::string& name, const Bytes& bytes) {
    std::ofstream file(name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

TEST(Fuzz, WhatWasWrongOnceIsRight) {
    std::size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(LANECAST_SOURCE_DIR "/tests/fuzz/corpus")) {
        EXPECT_EQ(fuzz::finding(bytes_of(entry.path())), "") << entry.path().filename();
        ++files;
    }
    EXPECT_GT(files, 0u);
}

TEST(Fuzz, NothingIsWrongWithRandomCases) {
    const hostile::FuzzBudget budget(2000);
    const long seed = budget.seed();
    hostile::Random random(static_cast<std::uint64_t>(seed));
    long number = 0, found = 0;
    const auto report = [&] {
        const auto minutes = std::chrono::floor<std::chrono::minutes>(budget.passed());
        std::printf("%ld cases from seed %ld, %ld found, %ld minutes\n", number, seed, found,
                    static_cast<long>(minutes.count()));
        std::fflush(stdout);
    };
    std::chrono::minutes next_report(10);
    for (; budget.has(number) && found < 20; ++number) {
        if (budget.passed() >= next_report) {
            report();
            next_report += std::chrono::minutes(10);
        }
        const Bytes bytes = random_bytes(random);
        const std::string finding = fuzz::finding(bytes);
        if (finding.empty())
            continue;
        const std::string name = "fuzz-" + std::to_string(seed) + "-" + std::to_string(number);
        write(name, bytes);
        ADD_FAILURE() << name << ": " << finding;
        ++found;
    }
    report();
}

} // namespace
