#include <bit>

#include "kernels/fewer_queries.hpp"
#include "kernels/pairwise/cells.hpp"

namespace hostile {

namespace {

std::vector<Answer> one_by_one(const AnyCell& cell, const AnyCases& cases) {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < cases.size(); ++i)
        answers.push_back(ask(cell, cell.queries(cases, i, 1), cell.shapes(cases, i, 1), 1)[0]);
    return answers;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(, PairwiseBatch, testing::ValuesIn(all_cells()),
                         [](const testing::TestParamInfo<AnyCell>& cell) {
                             return std::string(cell.param.question.name) + "_" + cell.param.shape;
                         });

TEST_P(PairwiseBatch, EverySizeAndOffsetGivesTheBitsOfSingleQueriesAndTouchesNothingBeyond) {
    constexpr std::size_t largest = 67;
    constexpr std::size_t offsets = 19;
    constexpr std::size_t beyond = 16;
    const AnyCell& cell = GetParam();
    const AnyCases cases = mixed_cases(cell, largest + offsets);
    const Answers untouched(cell.question, beyond);
    on_every_isa([&] {
        const std::vector<Answer> expected = one_by_one(cell, cases);
        for (std::size_t size = 0; size <= largest; ++size) {
            for (std::size_t first = 0; first < offsets; first += 1 + size / 16) {
                Answers answers(cell.question, size + beyond);
                cell.question.pairwise(cell.queries(cases, first, size),
                                       cell.shapes(cases, first, size), answers, in_this_thread);
                for (std::size_t i = 0; i < size; ++i) {
                    const Answer answer = answers[i];
                    ASSERT_EQ(answer, renumbered(expected[first + i], i))
                        << "size " << size << ", offset " << first << ", query " << i;
                    if (cell.question.yes) {
                        ASSERT_EQ(answer.yes, is_hit(cell.question, answer));
                    }
                }
                for (std::size_t i = 0; i < beyond; ++i)
                    ASSERT_EQ(answers[size + i], untouched[i]) << "size " << size;
            }
        }
    });
}

TEST_P(PairwiseBatch, EveryIsaGivesTheBitsOfPlainForAllKindsOfQueries) {
    const AnyCell& cell = GetParam();
    const lanecast::Options settings[] = {{.threads = 1},
                                          {.interior = lanecast::Interior::surface,
                                           .backfaces = lanecast::Backfaces::cull,
                                           .start_overlap = lanecast::StartOverlap::leaving,
                                           .threads = 1}};
    const IsaGuard guard;
    for (std::size_t k = 0; k < kind_count; ++k) {
        const auto kind = static_cast<Kind>(k);
        const AnyCases cases = cell.make(kind, fewer(4000), 20240608);
        for (const lanecast::Options& options : settings) {
            lanecast::set_isa(lanecast::supported_isas().front());
            const Answers narrowest = ask(cell, cases, options);
            for (const lanecast::Isa isa : lanecast::supported_isas()) {
                lanecast::set_isa(isa);
                EXPECT_EQ(difference(narrowest, ask(cell, cases, options)), "")
                    << to_string(isa) << ", " << to_string(kind);
            }
        }
    }
}

TEST_P(PairwiseBatch, RecordsGetTheBitsOfColumns) {
    const AnyCell& cell = GetParam();
    if (cell.question.records == nullptr)
        return;
    const AnyCases cases = mixed_cases(cell, 37);
    on_every_isa([&] {
        const Answers expected = ask(cell, cases);
        const std::vector<Answer> records =
            cell.question.records(cell.queries(cases), cell.shapes(cases), cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i) {
            Answer answer = expected[i];
            answer.yes = 0;
            EXPECT_EQ(records[i], answer) << "query " << i;
        }
    });
}

namespace {

/// Passes on one column of the answers, leaves out the others, and counts all of them.
class OneColumn : public Sink {
public:
    OneColumn(Sink& all, std::size_t wanted) : all_(all), wanted_(wanted) {}
    [[nodiscard]] std::size_t columns() const { return next_; }

    lanecast::Output<float> number(std::size_t k) override {
        return is_wanted() ? all_.number(k) : lanecast::Output<float>{};
    }
    lanecast::Output<lanecast::Vec3> vec3(std::size_t k) override {
        return is_wanted() ? all_.vec3(k) : lanecast::Output<lanecast::Vec3>{};
    }
    lanecast::Output<std::uint32_t> word(std::size_t k) override {
        return is_wanted() ? all_.word(k) : lanecast::Output<std::uint32_t>{};
    }
    lanecast::Output<bool> yes() override { return all_.yes(); }

private:
    bool is_wanted() { return next_++ == wanted_; }

    Sink& all_;
    std::size_t wanted_;
    std::size_t next_ = 0;
};

/// The number of columns in which two answers have the same bits.
std::size_t equal_columns(const Question& question, const Answer& a, const Answer& b) {
    std::size_t equal = 0;
    for (std::size_t k = 0; k < question.numbers; ++k)
        equal += std::bit_cast<std::uint32_t>(a.numbers[k]) ==
                 std::bit_cast<std::uint32_t>(b.numbers[k]);
    for (std::size_t k = 0; k < question.words; ++k)
        equal += a.words[k] == b.words[k];
    return equal;
}

} // namespace

TEST_P(PairwiseBatch, ColumnsLeftOutDoNotChangeTheOthers) {
    const AnyCell& cell = GetParam();
    if (cell.question.words == 0)
        return;
    const AnyCases cases = mixed_cases(cell, 67);
    on_every_isa([&] {
        const Answers expected = ask(cell, cases);
        const Answers filling(cell.question, 1);
        std::size_t columns = 1;
        for (std::size_t wanted = 0; wanted < columns; ++wanted) {
            Answers answers(cell.question, cases.size());
            OneColumn one(answers, wanted);
            const Summaries summaries = cell.question.pairwise(
                cell.queries(cases), cell.shapes(cases), one, in_this_thread);
            columns = one.columns();
            EXPECT_EQ(summaries.full.hits, expected.summaries.full.hits);
            for (std::size_t i = 0; i < cases.size(); ++i) {
                const std::size_t written = cell.question.numbers + cell.question.words -
                                            equal_columns(cell.question, answers[i], filling[0]);
                EXPECT_TRUE(written == 1 || written == 3) << "column " << wanted;
                EXPECT_GE(equal_columns(cell.question, answers[i], expected[i]), written)
                    << "column " << wanted << ", query " << i;
            }
        }
        EXPECT_GE(columns, 6u);
        Answers answers(cell.question, cases.size());
        OneColumn none(answers, columns);
        const Summaries nothing_asked =
            cell.question.pairwise(cell.queries(cases), cell.shapes(cases), none, in_this_thread);
        EXPECT_EQ(nothing_asked.full.hits, expected.summaries.full.hits);
    });
}

TEST_P(PairwiseBatch, TheNumberOfThreadsDoesNotMatter) {
    const AnyCell& cell = GetParam();
    const AnyCases cases = mixed_cases(cell, fewer(20'011));
    const Answers expected = ask(cell, cases);
    for (const std::uint32_t threads : {0u, 2u, 3u, 64u})
        EXPECT_EQ(difference(ask(cell, cases, {.threads = threads}), expected), "")
            << threads << " threads";
}

} // namespace hostile
