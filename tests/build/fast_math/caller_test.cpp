#include <gtest/gtest.h>

#include <cstring>

#include "caller.hpp"

// A program that is compiled with -Ofast, and linked so that it starts with subnormal numbers
// flushed to 0, gets the same bits as any other program.

namespace {

template <class Record>
bool same(const std::vector<Record>& a, const std::vector<Record>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Record)) == 0;
}

TEST(FastMath, OfACallerChangesNoAnswer) {
    const Seen expected = strict::answers(), seen = fast::answers();
    EXPECT_TRUE(same(seen.hits, expected.hits));
    EXPECT_TRUE(same(seen.impacts, expected.impacts));
    EXPECT_TRUE(same(seen.nearest, expected.nearest));
    EXPECT_EQ(seen.summary.invalid, 1u);
    EXPECT_EQ(seen.summary.hits, expected.summary.hits);
    EXPECT_GT(seen.summary.hits, 1000u);
}

} // namespace
