#include <limits>

#include "kernels/pairwise/cells.hpp"

// Pairs that are invalid, masked or ignored are misses and do not disturb their neighbours.

namespace hostile {

namespace {

namespace flag = lanecast::flag;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Sets the rotation of every other box to the identity, because odd_numbers() depends on it.
void straighten_every_other_box(const AnyCell& cell, AnyCases& cases) {
    if (std::string(cell.shape) != Box::name)
        return;
    for (std::size_t i = 0; i < cases.size(); i += 2) {
        cases.shapes[6][i] = cases.shapes[7][i] = cases.shapes[8][i] = 0.0f;
        cases.shapes[9][i] = 1.0f;
    }
}

void expect_clean_or_miss(const AnyCell& cell, const Answers& answers, const Answers& clean,
                          std::size_t i, bool is_clean, std::uint32_t flags_of_miss) {
    if (is_clean)
        EXPECT_EQ(answers[i], clean[i]) << "pair " << i;
    else
        EXPECT_TRUE(is_miss(cell.question, answers[i], flags_of_miss)) << "pair " << i;
}

} // namespace

TEST_P(PairwiseBatch, BadAndInactiveQueriesDisturbNobody) {
    const AnyCell& cell = GetParam();
    const AnyCases cases = cell.make(Kind::near, 300, 11);
    const std::vector<AnyOdd> odd = cell.odd_queries();
    Random random(11);
    AnyCases spoilt = cases;
    std::vector<std::uint32_t> masks(cases.size(), 1u);
    std::vector<std::uint32_t> flags_of_miss(cases.size(), 0u);
    std::vector<bool> is_clean(cases.size(), true);
    std::vector<lanecast::BadQuery> bad_ones;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const AnyOdd& other = odd[random.below(odd.size())];
        const bool inactive = random.one_in(4);
        const bool bad = other.fault.has_value() && random.one_in(3);
        if (bad)
            replace_query(spoilt, i, other.query);
        masks[i] = inactive ? 0u : 1u;
        is_clean[i] = !inactive && !bad;
        flags_of_miss[i] = bad && !inactive ? flag::invalid : 0u;
        if (bad && !inactive)
            bad_ones.push_back({i, *other.fault});
    }
    on_every_isa([&] {
        const Answers clean = ask(cell, cases);
        Queries queries = cell.queries(spoilt);
        set_mask(queries, masks);
        const Answers answers = ask(cell, queries, cell.shapes(spoilt), cases.size());
        std::size_t hits = 0;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            expect_clean_or_miss(cell, answers, clean, i, is_clean[i], flags_of_miss[i]);
            hits += is_hit(cell.question, answers[i]);
        }
        const lanecast::Summary summary = summary_of(cell.question, answers.summaries);
        EXPECT_EQ(summary.queries, cases.size());
        EXPECT_EQ(summary.hits, hits);
        EXPECT_EQ(summary.invalid, bad_ones.size());
        EXPECT_EQ(summary.truncated, 0u);
        const auto listed = cell.question.validate(queries, cases.size());
        ASSERT_EQ(listed.size(), bad_ones.size());
        for (std::size_t i = 0; i < listed.size(); ++i) {
            EXPECT_EQ(listed[i].index, bad_ones[i].index);
            EXPECT_EQ(listed[i].fault, bad_ones[i].fault) << "query " << listed[i].index;
        }
    });
}

TEST_P(PairwiseBatch, RefusedShapesAreFlaggedAndDisturbNobody) {
    const AnyCell& cell = GetParam();
    AnyCases cases = cell.make(Kind::near, 400, 13);
    straighten_every_other_box(cell, cases);
    AnyCases spoilt = cases;
    enum class Fate { whole, odd, refused };
    std::vector<Fate> fates(cases.size(), Fate::whole);
    std::size_t refused = 0;
    Random random(13);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (random.one_in(2))
            continue;
        const std::vector<OddNumber> odd = cell.odd_numbers(cases.shapes, i);
        const OddNumber& change = odd[random.below(odd.size())];
        spoilt.shapes[change.component][i] = change.value;
        fates[i] = change.bad ? Fate::refused : Fate::odd;
        refused += change.bad;
    }
    on_every_isa([&] {
        const Answers clean = ask(cell, cases);
        const Answers answers = ask(cell, spoilt);
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (fates[i] == Fate::odd)
                EXPECT_EQ(answers[i].flags() & flag::bad_shape, 0u) << "pair " << i;
            else
                expect_clean_or_miss(cell, answers, clean, i, fates[i] == Fate::whole,
                                     flag::bad_shape);
        EXPECT_EQ(summary_of(cell.question, answers.summaries).invalid, refused);
    });
}

TEST_P(PairwiseBatch, ABadQueryAndARefusedShapeAreBothFlaggedAndCountOnce) {
    const AnyCell& cell = GetParam();
    AnyCases cases = cell.make(Kind::near, 21, 17);
    cases.queries[0][4] = nan;
    cases.shapes[0][4] = nan;
    on_every_isa([&] {
        const Answers answers = ask(cell, cases);
        EXPECT_TRUE(is_miss(cell.question, answers[4], flag::invalid | flag::bad_shape));
        EXPECT_EQ(summary_of(cell.question, answers.summaries).invalid, 1u);
    });
}

TEST_P(PairwiseBatch, MasksOfQueriesAndShapesMustShareABit) {
    const AnyCell& cell = GetParam();
    const AnyCases cases = cell.make(Kind::near, 200, 19);
    std::vector<std::uint32_t> query_masks, shape_masks;
    Random random(19);
    const auto some_bit = [&] { return std::uint32_t{1} << 4 * random.below(8); };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        query_masks.push_back(some_bit() | some_bit());
        shape_masks.push_back(random.one_in(5) ? 0u : some_bit() | 16u);
    }
    Queries queries = cell.queries(cases);
    lanecast::Shapes shapes = cell.shapes(cases);
    set_mask(queries, query_masks);
    set_mask(shapes, shape_masks);
    on_every_isa([&] {
        const Answers all = ask(cell, cases);
        const Answers answers = ask(cell, queries, shapes, cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i)
            expect_clean_or_miss(cell, answers, all, i, (query_masks[i] & shape_masks[i]) != 0, 0);
    });
}

TEST_P(PairwiseBatch, IgnoreLeavesOutThePairsThatItNames) {
    const AnyCell& cell = GetParam();
    const AnyCases cases = cell.make(Kind::near, 200, 23);
    std::vector<std::uint32_t> first, count;
    Random random(23);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto own = static_cast<std::uint32_t>(i);
        const std::uint32_t firsts[] = {own, own + 1, 0, own - 3, own - 1000, lanecast::no_id};
        const std::uint32_t counts[] = {0, 1, 3, 4, 5, 1000, 0xFFFFFFFF};
        first.push_back(firsts[random.below(std::size(firsts))]);
        count.push_back(random.one_in(2) ? 1 : counts[random.below(std::size(counts))]);
    }
    Queries queries = cell.queries(cases);
    set_ignore(queries, first, count);
    on_every_isa([&] {
        const Answers all = ask(cell, cases);
        const Answers answers = ask(cell, queries, cell.shapes(cases), cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const bool ignored = i >= first[i] && i < std::uint64_t{first[i]} + count[i];
            expect_clean_or_miss(cell, answers, all, i, !ignored, 0);
        }
    });
}

// Batches whose masks and ignored ids are single values skip the tests of both.
TEST_P(PairwiseBatch, OneRangeForAllPairsLeavesOutThePairsThatItNames) {
    const AnyCell& cell = GetParam();
    const AnyCases cases = cell.make(Kind::near, 40, 24);
    on_every_isa([&] {
        const Answers all = ask(cell, cases);
        for (const std::uint32_t first : {0u, 7u, 39u, lanecast::no_id}) {
            for (const std::uint32_t count : {0u, 1u, 4u, 1000u, 0xFFFFFFFFu}) {
                Queries queries = cell.queries(cases);
                std::visit(
                    [&](auto& batch) {
                        batch.ignore = first;
                        batch.ignore_count = count;
                    },
                    queries);
                const Answers answers = ask(cell, queries, cell.shapes(cases), cases.size());
                for (std::size_t i = 0; i < cases.size(); ++i) {
                    const bool ignored = i >= first && i < std::uint64_t{first} + count;
                    expect_clean_or_miss(cell, answers, all, i, !ignored, 0);
                }
            }
        }
    });
}

} // namespace hostile
