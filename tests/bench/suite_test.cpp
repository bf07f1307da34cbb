#include <cmath>

#include "suite/measure/quiet.hpp"
#include "suite/report/compare.hpp"
#include "suite/report/result_json.hpp"
#include "suite/report/score.hpp"
#include "tools/console/failure.hpp"

namespace lanecast::bench {
namespace {

TEST(MannWhitney, KnowsTheTables) {
    const std::vector<double> low = {1, 2, 3, 4, 5}, high = {6, 7, 8, 9, 10};
    EXPECT_DOUBLE_EQ(mann_whitney(low, high), 2.0 / 252);
    EXPECT_DOUBLE_EQ(mann_whitney(high, low), 2.0 / 252);
    // U = 2 is the largest value with p < 0.05 for five against five: at most 1 + 1 + 2 of 252
    // orders.
    EXPECT_DOUBLE_EQ(mann_whitney({1, 2, 3, 4, 7.5}, high), 2.0 * 4 / 252);
    EXPECT_DOUBLE_EQ(mann_whitney(low, low), 1.0);
    EXPECT_DOUBLE_EQ(mann_whitney({}, high), 1.0);
}

TEST(Samples, QuantilesAreLinearBetweenNeighbours) {
    const Samples samples = {{4, 1, 3, 2}};
    EXPECT_DOUBLE_EQ(samples.median(), 2.5);
    EXPECT_DOUBLE_EQ(samples.lower(), 1.75);
    EXPECT_DOUBLE_EQ(samples.quantile(1), 4);
    EXPECT_DOUBLE_EQ(Samples{}.median(), 0);
}

TEST(Result, SurvivesJson) {
    const Result& reference = reference_result();
    const std::string text = to_json(reference);
    EXPECT_EQ(to_json(from_json(text, "")), text);
    EXPECT_THROW(static_cast<void>(from_json("{\"schema\": 1}", "")), tools::Failure);
}

Result quiet_reference() {
    Result result = reference_result();
    result.quiet = {.spread = 0.01, .quiet = true};
    return result;
}

TEST(Score, TheReferenceHas100) {
    Result result = quiet_reference();
    add_scores(result);
    ASSERT_FALSE(result.scores.empty()) << result.no_score;
    int found = 0;
    for (const Score& score : result.scores) {
        if (score.isa == "avx2" && score.threads == 1) {
            EXPECT_NEAR(score.value, 100, 1.5); // the median of means is not the mean of medians
            ++found;
        }
    }
    EXPECT_EQ(found, 2);
}

TEST(Score, IsAGeometricMean) {
    Result result = quiet_reference();
    add_scores(result);
    const double before = result.scores.front().value;
    const std::string isa = result.scores.front().isa;
    std::size_t doubled = 0, all = 0;
    for (Row& row : result.rows) {
        if (row.group == "kernels" && row.isa == isa && row.threads == 1) {
            ++all;
            if (all % 2 == 0) {
                ++doubled;
                for (double& rate : row.rate.values) {
                    rate *= 4;
                }
            }
        }
    }
    add_scores(result);
    EXPECT_NEAR(result.scores.front().value,
                before * std::pow(4.0, static_cast<double>(doubled) / static_cast<double>(all)),
                1e-6 * before);
}

TEST(Score, IsRefusedWhereItIsTooNoisyOrRowsAreMissing) {
    Result result = quiet_reference();
    result.quiet.spread = most_spread * 1.01;
    result.quiet.quiet = is_quiet(result.quiet);
    add_scores(result);
    EXPECT_TRUE(result.scores.empty());
    EXPECT_NE(result.no_score.find("too noisy"), std::string::npos);

    // Two runs with a memory spread of 20 % differed by 5 % in the scores of scenes, and by 8 % in
    // those of two threads.
    result = quiet_reference();
    result.quiet.memory = most_memory * 1.01;
    add_scores(result);
    ASSERT_FALSE(result.scores.empty());
    for (const Score& score : result.scores) {
        EXPECT_EQ(score.what, "kernels");
        EXPECT_EQ(score.threads, 1u); // the reference is a virtual machine
    }
    EXPECT_NE(result.no_score.find("scenes: too noisy"), std::string::npos);
    EXPECT_NE(result.no_score.find("2 threads: too noisy"), std::string::npos);

    result = quiet_reference();
    std::erase_if(result.rows, [](const Row& row) { return row.name == "ray_sphere"; });
    std::erase_if(result.rows, [](const Row& row) { return row.name == "sweep/demo"; });
    add_scores(result);
    EXPECT_TRUE(result.scores.empty());
    EXPECT_NE(result.no_score.find("not all rows"), std::string::npos);
}

TEST(Compare, MarksOnlyWhatIsBeyondTheNoise) {
    const Result a = quiet_reference();
    Result b = a;
    for (double& rate : b.rows.front().rate.values) {
        rate *= 1.3;
    }
    for (double& rate : b.rows.back().rate.values) {
        rate *= 1.005; // less than the spread of the calibration loop
    }
    const std::vector<ComparedRow> rows = compare({{"a", a, ""}, {"b", b, ""}});
    ASSERT_EQ(rows.size(), a.rows.size());
    EXPECT_TRUE(rows.front().differ[1]);
    EXPECT_NEAR(rows.front().ratios[1], 1.3, 1e-9);
    EXPECT_FALSE(rows.back().differ[1]);
}

} // namespace
} // namespace lanecast::bench
