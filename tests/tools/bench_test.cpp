#include "program.hpp"

#include <map>
#include <sstream>

#include <nlohmann/json.hpp>
#include <sched.h>

namespace lanecast::test {
namespace {

using nlohmann::json;

class BenchTest : public ProgramTest {
protected:
    /// The JSON result of the benchmark rows that match a filter.
    json result_of(const std::string& filter, const std::vector<std::string>& more = {}) const {
        const std::string file = path("result.json");
        const Outcome outcome =
            lanecast(with({"bench", "--filter", filter, "--threads", "1", "--json", file}, more));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(read("result.json"));
    }
};

TEST_F(BenchTest, NamesEveryRowWithoutRunningAny) {
    const Outcome outcome = lanecast({"bench", "--list"});
    expect_says(outcome, {"kernels/ray_sphere\n", "kernels/closest_line\n",
                          "scenes/closest_hit/demo\n", "build/balanced/made_mesh\n",
                          "particles/advance/mixed_100k\n", "growth/batch/4096\n"});
}

TEST_F(BenchTest, MeasuresWhatTheFilterLetsThrough) {
    const json result = result_of("^kernels/(ray|closest)_box$|^growth/primitives/1k$");
    ASSERT_EQ(result["rows"].size(), 2 * supported_isas().size() + 1);
    std::map<std::string, std::string> answers;
    for (const json& row : result["rows"]) {
        EXPECT_GE(row["rate"].size(), 6u);
        // The same queries have the same answers on every ISA.
        const std::string hash = row["answers"];
        EXPECT_EQ(answers.emplace(row["name"], hash).first->second, hash) << row;
        EXPECT_GT(row["hits"].get<double>(), 0.0);
        EXPECT_LE(row["hits"].get<double>(), 1.0);
        if (row["group"] == "kernels") {
            EXPECT_GE(row["rivals"]["agree_scalar"].get<double>(), 0.999) << row;
            EXPECT_GE(row["rivals"]["agree_arrays"].get<double>(), 0.999) << row;
            EXPECT_LE(row["rivals"]["error"].get<double>(), 16.0) << row; // docs/semantics.md
        }
    }
    EXPECT_EQ(result["cut_short"], false);
    EXPECT_TRUE(result["scores"].empty()); // most rows are missing
    EXPECT_EQ(result["machine"]["isas"].size(), supported_isas().size());
}

/// Compares ratios, never times, with generous limits: measured ratios are 3 and more.
TEST_F(BenchTest, LanesAreWorthSomething) {
    const std::string widest = supported_isas().back();
    if (widest != "avx2" && widest != "avx512")
        GTEST_SKIP() << "no wide lanes here";
    const json result = result_of("^kernels/(ray|sweep|closest)_box$", {"--isa", widest});
    for (const json& row : result["rows"])
        EXPECT_GT(row["rivals"]["by_scalar"].get<double>(), 1.2) << row;
}

TEST_F(BenchTest, ThePageHoldsTheResultAndAsksForNothingElse) {
    const json result =
        result_of("^kernels/ray_sphere$", {"--report", path("page.html"), "--name", "A </script>"});
    EXPECT_EQ(result["name"], "A </script>");
    const std::string page = read("page.html");
    const std::string mark = "<script id=\"data\" type=\"application/json\">";
    const std::size_t first = page.find(mark) + mark.size();
    const json data = json::parse(page.substr(first, page.find("</script>", first) - first));
    EXPECT_EQ(data["results"][0]["result"], result);
    for (const char* const other : {"src=", "href=", "@import", "fetch(", "XMLHttpRequest"})
        EXPECT_EQ(page.find(other), std::string::npos) << other;
}

TEST_F(BenchTest, CountersAreThereOrOneLineSaysWhyNot) {
    const std::string file = path("r.json");
    const Outcome outcome =
        lanecast({"bench", "--filter", "^kernels/ray_sphere$", "--threads", "1", "--isa",
                  supported_isas().front(), "--counters", "--json", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json row = json::parse(read("r.json"))["rows"][0];
    if (!row.contains("counts")) {
        expect_says(outcome, {"No counters of the CPU: "});
        return;
    }
    // About 100 instructions for 4 pairs on plain lanes.
    EXPECT_GT(row["counts"]["instructions"].get<double>(), 5.0);
    EXPECT_LT(row["counts"]["instructions"].get<double>(), 500.0);
}

TEST_F(BenchTest, AResultIsNoDifferentFromItself) {
    result_of("^kernels/(ray|overlap)_sphere$");
    const std::string file = path("result.json");
    const Outcome outcome =
        lanecast({"bench", "--compare", file, file, "--report", path("page.html")});
    expect_says(outcome, {"kernels/ray_sphere", "kernels/overlap_sphere", "1.00"});
    EXPECT_EQ(outcome.out.find("1.00 *"), std::string::npos);
    EXPECT_NE(read("page.html").find("\"differs\":false"), std::string::npos);
    EXPECT_EQ(read("page.html").find("\"differs\":true"), std::string::npos);
}

/// A comparison of noisy runs warned on the page alone.
TEST_F(BenchTest, AComparisonSaysWhichResultsAreDoubtful) {
    json one = result_of("^kernels/ray_sphere$");
    const std::string good = path("result.json");
    one["quiet"]["slowdown"] = 0.09;
    const std::string noisy = write("noisy.json", one.dump());
    expect_says(lanecast({"bench", "--compare", good, noisy}),
                {"noisy: This machine was noisy", "it became 9 % slower (at most 5 %)",
                 "kernels, 1 thread,"});
}

/// The number of a CPU that this process may use, as text.
std::string usable_cpu() {
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);
    std::size_t cpu = 0;
    while (!CPU_ISSET(cpu, &allowed))
        ++cpu;
    return std::to_string(cpu);
}

/// On one CPU of two, a run once measured "2 threads" at half the speed.
TEST_F(BenchTest, ObeysTheAffinityOfTheProcess) {
    const std::string cpu = usable_cpu();
    const std::string file = path("r.json");
    const Outcome outcome = run_program({"/usr/bin/taskset", "-c", cpu, LANECAST_PROGRAM, "bench",
                                         "--filter", "^scenes/occluded/spheres_10k$", "--isa",
                                         supported_isas().front(), "--json", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json result = json::parse(read("r.json"));
    EXPECT_EQ(result["machine"]["allowed"], 1);
    ASSERT_EQ(result["rows"].size(), 1u);
    EXPECT_EQ(result["rows"][0]["threads"], 1);
    EXPECT_NE(
        run_program({"/usr/bin/taskset", "-c", cpu, LANECAST_PROGRAM, "bench", "--threads", "2"})
            .err.find("may use 1"),
        std::string::npos);
}

TEST_F(BenchTest, IsasAreHeldAgainstEachOther) {
    const std::vector<std::string> isas = supported_isas();
    if (isas.size() < 2)
        GTEST_SKIP() << "there is one only";
    result_of("^kernels/sweep_box$");
    const std::string file = path("result.json");
    expect_says(
        lanecast({"bench", "--compare", file + "@" + isas.front(), file + "@" + isas.back()}),
        {"result " + isas.front(), "result " + isas.back(), " *"});
}

TEST_F(BenchTest, WhatCannotBeDoneIsSaidBeforeAnythingIsRun) {
    expect_refused({"bench", "--isa", "mmx"}, {"mmx"});
    expect_refused({"bench", "--isa", "plain,"}, {"no ISA named"});
    expect_refused({"bench", "--threads", "0"}, {"--threads", "0"});
    expect_refused({"bench", "--threads", "1,many"}, {"--threads", "many"});
    expect_refused({"bench", "--filter", "(", "--json", path("r.json")}, {"--filter", "("});
    expect_refused({"bench", "--filter", "no_such_row"}, {"--filter", "no_such_row"});
    expect_refused({"bench", "--json", path("missing/r.json")}, {"missing/r.json"});
    expect_refused({"bench", "--report", path("missing/p.html")}, {"missing/p.html"});
    expect_refused({"bench", "--report", path("p.png")}, {"p.png", ".html"});
    expect_refused({"bench", "--mesh", path("none.obj")}, {"none.obj"});
    EXPECT_EQ(lanecast({"bench", "--quick", "--full"}).code, 2);
}

TEST_F(BenchTest, OnlyResultsAreCompared) {
    result_of("^kernels/ray_sphere$");
    const std::string good = path("result.json");
    expect_refused({"bench", "--compare", good}, {"two results"});
    expect_refused({"bench", "--compare", good, path("none.json")}, {"none.json"});
    expect_refused({"bench", "--compare", good, good + "@mmx"}, {"mmx"});
    const std::string text = write("text.json", "no json");
    expect_refused({"bench", "--compare", good, text}, {"text.json", "no result"});
    json other = json::parse(read("result.json"));
    other["schema"] = 99;
    const std::string newer = write("newer.json", other.dump());
    expect_refused({"bench", "--compare", good, newer}, {"newer.json", "schema 99"});
    other["schema"] = 2;
    // Such a rate is no measurement, and its ratio to others was printed as inf.
    for (const double rate : {1e308, 0.0, -1.0}) {
        other["rows"][0]["rate"][0] = rate;
        const std::string wrong = write("wrong.json", other.dump());
        expect_refused({"bench", "--compare", good, wrong},
                       {"wrong.json: rows (kernels/ray_sphere, plain).rate: a rate is", "1e18"});
    }
    other["rows"] = json::array();
    const std::string empty = write("empty.json", other.dump());
    expect_refused({"bench", "--compare", good, empty}, {"no row in common"});
}

TEST_F(BenchTest, WhatIsDoneWhenItIsInterruptedStays) {
    const Outcome outcome =
        run_program({"/usr/bin/timeout", "--signal=INT", "--preserve-status", "4", LANECAST_PROGRAM,
                     "bench", "--filter", "kernels", "--json", path("r.json")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json result = json::parse(read("r.json"));
    EXPECT_EQ(result["cut_short"], true);
    EXPECT_FALSE(result["rows"].empty());
    expect_says(outcome, {"Cut short, rows are missing."});
}

} // namespace
} // namespace lanecast::test
