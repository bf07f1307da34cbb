#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "suite/report/doubts.hpp"
#include "suite/report/result_json.hpp"
#include "suite/report/score.hpp"
#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"

// Results that strangers send. Rates times three, other hashes and a score written by hand passed
// without a word, and a missing key was told in the words of a JSON library.

namespace lanecast::bench {
namespace {

std::string text_of_tree(const char* name) {
    return tools::read_file(std::string(LANECAST_SOURCE_DIR) + "/results/" + name);
}

/// Replaces the first occurrence after a mark. The mark and the text must exist.
std::string replaced(std::string text, const std::string& mark, const std::string& from,
                     const std::string& to) {
    const std::size_t at = text.find(from, text.find(mark));
    EXPECT_NE(text.find(mark), std::string::npos) << mark;
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::string refusal_of(const std::string& text) {
    try {
        (void)from_json(text, "x.json");
    } catch (const tools::Failure& failure) {
        return failure.what();
    }
    return "was taken";
}

Result in_tree(const char* name) { return from_json(text_of_tree(name), name); }

TEST(Doubts, ThereAreNoneAboutTheResultsInTheTree) {
    for (const char* const name : {"reference.json", "epyc-7002.json"}) {
        Result result = in_tree(name);
        EXPECT_EQ(doubts_about(result), std::vector<std::string>{}) << name;
        EXPECT_EQ(compute_scores_again(result), "") << name;
    }
}

TEST(Doubts, AreAboutOtherAnswers) {
    Result result = in_tree("reference.json");
    const auto row = std::find_if(result.rows.begin(), result.rows.end(),
                                  [](const Row& one) { return !one.answers.empty(); });
    row->answers.front() = row->answers.front() == '0' ? '1' : '0';
    const auto doubts = doubts_about(result);
    ASSERT_EQ(doubts.size(), 1u);
    EXPECT_NE(doubts[0].find("The answers of " + row->group + "/" + row->name), std::string::npos)
        << doubts[0];
}

TEST(Doubts, AreAboutRatesBeyondTheLimitsOfTheCpu) {
    for (const bool also_reached : {false, true}) {
        Result result = in_tree("reference.json");
        for (Row& row : result.rows) {
            for (double& rate : row.rate.values)
                rate *= 3;
            if (row.rivals && also_reached)
                row.rivals->reached *= 3;
        }
        const auto doubts = doubts_about(result);
        ASSERT_EQ(doubts.size(), 1u) << also_reached;
        EXPECT_NE(doubts[0].find("beyond the limits"), std::string::npos) << doubts[0];
        EXPECT_NE(doubts[0].find(" more "), std::string::npos) << "few rows: " << doubts[0];
    }
}

TEST(Doubts, AreAboutCapabilitiesThatNoCpuHas) {
    Result result = in_tree("reference.json");
    for (Capability& capability : result.machine.capabilities)
        capability.flops *= 10;
    ASSERT_FALSE(doubts_about(result).empty());
    EXPECT_NE(doubts_about(result)[0].find("No CPU is as fast"), std::string::npos);
}

TEST(Doubts, AScoreWrittenByHandIsComputedAgain) {
    Result result = in_tree("reference.json");
    (void)compute_scores_again(result);
    ASSERT_FALSE(result.scores.empty());
    EXPECT_EQ(compute_scores_again(result), "");
    const double right = result.scores[0].value;
    result.scores[0].value = 250;
    EXPECT_NE(compute_scores_again(result).find("computed again"), std::string::npos);
    EXPECT_EQ(result.scores[0].value, right);
}

TEST(BrokenResult, IsNamedByFileRowAndField) {
    const std::string good = text_of_tree("reference.json");
    EXPECT_EQ(refusal_of(good), "was taken");
    EXPECT_EQ(refusal_of(replaced(good, "\"rows\"", "\"rate\"", "\"rates\"")),
              "x.json: no result of lanecast bench: rows[0] (kernels/ray_sphere, plain).rate is "
              "missing");
    EXPECT_EQ(
        refusal_of(replaced(good, "\"rows\"", "\"threads\": 1", "\"threads\": \"1\"")),
        "x.json: no result of lanecast bench: rows[0] (kernels/ray_sphere, plain).threads must "
        "be of type number, but is string");
    EXPECT_EQ(refusal_of(replaced(good, "{", "\"machine\"", "\"machines\"")),
              "x.json: no result of lanecast bench: machine is missing");
    EXPECT_EQ(refusal_of("[1, 2]"),
              "x.json: no result of lanecast bench: the file must be of type object, but is array");
    EXPECT_EQ(refusal_of("{\n \"schema\": 2,,\n}"),
              "x.json: no result of lanecast bench: is not JSON: parse error at line 2, column 14");
    EXPECT_EQ(refusal_of(""),
              "x.json: no result of lanecast bench: is not JSON: parse error at line 1, column 1");
}

} // namespace
} // namespace lanecast::bench
