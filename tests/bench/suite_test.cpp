#include <cmath>
#include <map>
#include <set>

#include "suite/cases/case.hpp"
#include "suite/measure/allowed.hpp"
#include "suite/measure/quiet.hpp"
#include "suite/report/compare.hpp"
#include "suite/report/number.hpp"
#include "suite/report/result_json.hpp"
#include "suite/report/score.hpp"
#include "support/pairs/pairs.hpp"
#include "tools/console/failure.hpp"

namespace lanecast::bench {
namespace {

TEST(Ratio, TheIntervalFollowsTheTablesOfMannAndWhitney) {
    // Five against five: U = 2 is the largest value with p < 0.05 (at most 1 + 1 + 2 of 252
    // orders), so the interval begins with the third of the 25 ratios.
    const std::vector<double> one = {1, 1, 1, 1, 1}, other = {1, 2, 3, 4, 5};
    EXPECT_DOUBLE_EQ(ratio_interval(one, other).lower, 1);
    const std::vector<double> a = {1, 2, 4, 8, 16}, b = {32, 64, 128, 256, 512};
    // Ratios are powers of two: 2^1 once, 2^2 twice, ...
    EXPECT_DOUBLE_EQ(ratio_interval(a, b).lower, 4);
    EXPECT_DOUBLE_EQ(ratio_interval(a, b).upper, 256);
    EXPECT_DOUBLE_EQ(ratio_interval(b, a).lower, 1.0 / 256);
    // Two against two: no interval of 95 % exists, so all ratios are in it.
    EXPECT_DOUBLE_EQ(ratio_interval({1, 2}, {4, 8}).lower, 2);
    EXPECT_DOUBLE_EQ(ratio_interval({1, 2}, {4, 8}).upper, 8);
}

TEST(Samples, TheIntervalHoldsTheMedianWhateverTheDistribution) {
    // 2 / 2^6 = 3 % of the samples of six lie on one side of the median.
    Interval found = Samples{{6, 5, 4, 3, 2, 1}}.interval();
    EXPECT_EQ(found.lower, 1);
    EXPECT_EQ(found.upper, 6);
    // Nine samples: (1 + 9) / 2^9 on each side, 4 %.
    found = Samples{{1, 2, 3, 4, 5, 6, 7, 8, 9}}.interval();
    EXPECT_EQ(found.lower, 2);
    EXPECT_EQ(found.upper, 8);
    EXPECT_EQ(Samples{{7}}.interval().upper, 7);
    EXPECT_NEAR((Interval{0.98, 1.02}).half_width(), 0.02, 1e-12);
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

/// A result with some rows of scenes. The reference of the tree has none, because no quiet machine
/// has measured them yet.
Result with_scenes(Result result) {
    for (const char* const name : {"closest_hit/demo", "sweep/demo"}) {
        for (const std::uint32_t threads : {1u, 2u}) {
            result.rows.push_back({.group = "scenes",
                                   .name = name,
                                   .isa = "avx2",
                                   .threads = threads,
                                   .unit = "queries",
                                   .rate = {{1e6, 1.1e6, 1.2e6}},
                                   .answers = "0123456789abcdef"});
        }
    }
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
    EXPECT_EQ(found, 1); // kernels; scenes wait for a reference that was measured without noise
    EXPECT_EQ(result.no_score.find("scenes"), std::string::npos);
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
                for (double& rate : row.rate.values)
                    rate *= 4;
            }
        }
    }
    add_scores(result);
    EXPECT_NEAR(result.scores.front().value,
                before * std::pow(4.0, static_cast<double>(doubled) / static_cast<double>(all)),
                1e-6 * before);
}

/// A warning once named all limits, also those that held, and a run that became faster was "-6 %
/// slower".
TEST(Score, AWarningNamesTheCausesThatHold) {
    EXPECT_EQ(noises_of({.spread = 0.01}), std::vector<std::string>{});
    EXPECT_EQ(noises_of({.spread = 0.38}),
              std::vector<std::string>{"the same arithmetic differed by 38 % (at most 8 %)"});
    EXPECT_EQ(noises_of({.slowdown = -0.06}),
              std::vector<std::string>{"it became 6 % faster (at most 5 %)"});
}

/// All of four virtual machines got no score: threads of other users ran on the same cores.
TEST(Score, OfANoisyMachineHasAWideInterval) {
    Result result = quiet_reference();
    add_scores(result);
    ASSERT_FALSE(result.scores.empty());
    const Score quiet = result.scores.front();
    result.quiet.spread = 0.4;
    result.quiet.quiet = false;
    add_scores(result);
    ASSERT_FALSE(result.scores.empty()) << result.no_score;
    const Score noisy = result.scores.front();
    EXPECT_EQ(noisy.value, quiet.value);
    EXPECT_LT(noisy.lower, 0.65 * noisy.value);
    EXPECT_GT(noisy.upper, 1.35 * noisy.value);
    EXPECT_GT(quiet.lower, 0.95 * quiet.value);
    result.quiet.spread = 5;
    add_scores(result);
    EXPECT_GT(result.scores.front().lower, 0);
}

/// A score tells how fast the right answers came. A kernel that answers otherwise has none.
TEST(Score, IsVoidWithOtherAnswers) {
    Result result = quiet_reference();
    for (Row& row : result.rows)
        if (row.name == "ray_box" && row.isa == "avx2" && row.threads == 1)
            row.answers = "0123456789abcdef";
    add_scores(result);
    for (const Score& score : result.scores)
        EXPECT_FALSE(score.what == "kernels" && score.isa == "avx2");
    EXPECT_FALSE(result.scores.empty());
    EXPECT_NE(result.no_score.find("kernels: the answers of ray_box are not those"),
              std::string::npos)
        << result.no_score;
}

TEST(Score, EveryIsaOfTheReferenceHasTheSameAnswers) {
    std::map<std::string, std::string> answers;
    for (const Row& row : reference_result().rows) {
        if (row.group == "kernels" || row.group == "scenes") {
            const std::string name = row.group + "/" + row.name;
            EXPECT_EQ(row.answers.size(), 16u) << name;
            EXPECT_EQ(answers.emplace(name, row.answers).first->second, row.answers) << name;
        }
    }
    EXPECT_FALSE(answers.empty());
}

/// Lines were given other last bits, and the reference kept the old hashes: no run had a score.
TEST(Score, TheReferenceHasTheAnswersOfToday) {
    std::map<std::string, std::string> known;
    for (const Row& row : reference_result().rows)
        if (row.group == "kernels")
            known[row.name] = row.answers;
    constexpr std::size_t pairs = 4096;
    for (const Cell& cell : cells())
        EXPECT_EQ(hexadecimal(cell.make(pairs, 1)->hash_of_answers()), known[cell.name])
            << cell.name;
}

TEST(Score, NeedsAReference) {
    Result result = with_scenes(quiet_reference());
    add_scores(result);
    EXPECT_EQ(result.no_score, "scenes: the reference has none yet");
    EXPECT_FALSE(result.scores.empty());
}

// Two runs with a memory spread of 20 % differed by 5 % in the scores of scenes, and by 8 % in
// those of two threads of a virtual machine, which the reference is.
TEST(Score, IsUncertainWithNoisyMemoryAndNeighbours) {
    const Result reference = with_scenes(quiet_reference());
    Result result = reference;
    result.quiet.memory = 0.2;
    add_scores(result, reference);
    std::size_t scenes = 0;
    for (const Score& score : result.scores) {
        const double width = (score.upper - score.lower) / score.value;
        if (score.what == "scenes") {
            ++scenes;
            EXPECT_GT(width, score.threads == 1 ? 0.19 : 0.35);
        } else if (score.threads == 1) {
            EXPECT_LT(width, 0.1);
        }
    }
    EXPECT_EQ(scenes, 2u);
}

TEST(Score, IsRefusedWhereRowsAreMissing) {
    const Result reference = with_scenes(quiet_reference());
    Result result = reference;
    std::erase_if(result.rows, [](const Row& row) { return row.name == "ray_sphere"; });
    std::erase_if(result.rows, [](const Row& row) { return row.name == "sweep/demo"; });
    add_scores(result, reference);
    EXPECT_TRUE(result.scores.empty());
    EXPECT_NE(result.no_score.find("not all rows"), std::string::npos);
}

TEST(Compare, MarksOnlyWhatIsBeyondTheNoise) {
    const Result a = quiet_reference();
    Result b = a;
    for (double& rate : b.rows.front().rate.values)
        rate *= 1.3;
    for (double& rate : b.rows.back().rate.values)
        rate *= 1.005; // less than the spread of the calibration loop
    const std::vector<ComparedRow> rows = compare({{"a", a, ""}, {"b", b, ""}});
    ASSERT_EQ(rows.size(), a.rows.size());
    EXPECT_TRUE(rows.front().ratios[1].differs());
    EXPECT_NEAR(rows.front().ratios[1].median, 1.3, 1e-9);
    EXPECT_FALSE(rows.back().ratios[1].differs());
    EXPECT_FALSE(rows.front().ratios[0].differs());
}

/// A mean over rows of one and of several threads told neither.
TEST(Compare, MeansAreByGroupAndThreads) {
    const Result a = quiet_reference();
    Result b = a;
    for (Row& row : b.rows)
        for (double& rate : row.rate.values)
            rate *= row.threads == 1 ? 2 : 3;
    std::set<std::pair<std::string, std::uint32_t>> seen;
    for (const ComparedGroup& mean : group_means(compare({{"a", a, ""}, {"b", b, ""}}))) {
        EXPECT_TRUE(seen.emplace(mean.group, mean.threads).second) << mean.group;
        EXPECT_NEAR(mean.ratios[1], mean.threads == 1 ? 2 : 3, 1e-9);
    }
    EXPECT_TRUE(seen.contains({"kernels", 1}));
    EXPECT_TRUE(seen.contains({"kernels", 2}));
}

TEST(Compare, WarnsOfResultsThatAreNoisyOrCutShort) {
    Result result;
    EXPECT_TRUE(warnings_of(result).empty());
    result.cut_short = true;
    result.no_score = "too noisy: it became 6 % slower (at most 5 %)";
    EXPECT_EQ(
        warnings_of(result),
        (std::vector<std::string>{"Cut short, rows are missing.",
                                  "No score: too noisy: it became 6 % slower (at most 5 %)."}));
}

/// The tables had 1.37e+03 million a second.
TEST(Number, HasThreeDigitsAndNoExponent) {
    EXPECT_EQ(plain_number(1370.4), "1370");
    EXPECT_EQ(plain_number(0.01234), "0.0123");
    EXPECT_EQ(plain_number(78.94), "78.9");
    EXPECT_EQ(plain_number(0), "0");
    EXPECT_EQ(plain_number(1e12), "1000000000000");
}

/// On one CPU of two, a run drew the lines of two threads at half their speed.
TEST(Allowed, QuotasAreRoundedUp) {
    EXPECT_EQ(cpus_of_quota("max 100000"), std::nullopt);
    EXPECT_EQ(cpus_of_quota(""), std::nullopt);
    EXPECT_EQ(cpus_of_quota("150000 100000"), 2u);
    EXPECT_EQ(cpus_of_quota("50000 100000"), 1u);
    EXPECT_EQ(cpus_of_quota("400000 100000"), 4u);
    EXPECT_GE(allowed_threads(), 1u);
}

} // namespace
} // namespace lanecast::bench
