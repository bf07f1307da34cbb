#include "host/scene/shapes/free_ids.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/hostile/random.hpp"

// Compares the free ids with a list that is searched from its beginning.

namespace {

using lanecast::host::FreeIds;

/// A boolean for each id. All ids after the last one are free.
class Listed {
public:
    [[nodiscard]] std::uint64_t lowest(std::uint64_t count) const {
        std::uint64_t run = 0;
        for (std::uint64_t id = 0; id < taken_.size(); ++id) {
            run = taken_[id] ? 0 : run + 1;
            if (run == count)
                return id + 1 - count;
        }
        return count == 0 ? 0 : taken_.size() - run;
    }
    void set(std::uint64_t first, std::uint64_t count, bool taken) {
        if (taken_.size() < first + count)
            taken_.resize(first + count);
        for (std::uint64_t id = first; id < first + count; ++id)
            taken_[id] = taken;
    }

private:
    std::vector<bool> taken_;
};

TEST(FreeIds, AreAllAtFirst) {
    const FreeIds ids;
    EXPECT_EQ(ids.lowest(0), 0u);
    EXPECT_EQ(ids.lowest(1), 0u);
    EXPECT_EQ(ids.lowest(std::uint64_t{1} << 40), 0u);
}

TEST(FreeIds, OfTheLowestRunThatIsLongEnoughAreThoseOfALongSearch) {
    hostile::Random random(90);
    for (int history = 0; history < 30; ++history) {
        FreeIds ids;
        Listed listed;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> runs; ///< taken ids: first, count
        const std::uint64_t longest = random.one_in(3) ? 500 : random.one_in(2) ? 70 : 4;
        for (int step = 0; step < 400; ++step) {
            if (!runs.empty() && random.one_in(2)) {
                auto& [first, count] = runs[random.below(runs.size())];
                const std::uint64_t from = random.below(count),
                                    some = 1 + random.below(count - from);
                ids.give(first + from, some);
                listed.set(first + from, some, false);
                const auto behind = std::pair(first + from + some, count - from - some);
                count = from;
                if (behind.second != 0)
                    runs.push_back(behind);
                std::erase_if(runs, [](const auto& run) { return run.second == 0; });
            } else {
                const std::uint64_t count = 1 + random.below(longest);
                const std::uint64_t first = ids.lowest(count);
                ASSERT_EQ(first, listed.lowest(count))
                    << "history " << history << ", step " << step;
                ids.reserve(first + count);
                ids.take(first, count);
                listed.set(first, count, true);
                runs.emplace_back(first, count);
            }
        }
        for (const std::uint64_t count :
             {1u, 2u, 3u, 63u, 64u, 65u, 127u, 128u, 129u, 1000u, 100'000u})
            EXPECT_EQ(ids.lowest(count), listed.lowest(count)) << count;
    }
}

} // namespace
