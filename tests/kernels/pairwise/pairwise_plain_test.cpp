#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <variant>

#include "kernels/fewer_queries.hpp"
#include "kernels/pairwise/cells.hpp"

// Calls with default limits, settings and masks that want the usual answers run in a loop of their
// own, which leaves out the scale of directions wherever that cannot change a bit, and answers bad
// and unusual pairs again. Its answers must be those of all other calls.
namespace hostile {

namespace {

using Words = std::vector<std::uint32_t>;

struct PlainAnswers {
    Words words;
    std::vector<std::uint8_t> yes;
    std::size_t hits, invalid;

    bool operator==(const PlainAnswers&) const = default;
};

/// Asks for nothing but what plain calls return.
class Asker {
public:
    Asker(const lanecast::Shapes& shapes, std::size_t count)
        : shapes_(shapes), numbers_(4, std::vector<float>(count, -77.0f)), ids_(count, 77),
          yes_(count, 77) {}

    PlainAnswers operator()(lanecast::Rays rays) {
        rays.t_min = 0.0f;
        rays.t_max = std::numeric_limits<float>::infinity();
        const lanecast::Summary any = lanecast::pairwise::occluded(
            rays, shapes_, lanecast::Output<bool>(yes_), in_this_thread);
        const lanecast::Summary first = lanecast::pairwise::closest_hit(
            rays, shapes_, {.t = numbers_[0], .id = ids_}, in_this_thread);
        EXPECT_EQ(any.hits, first.hits);
        return answers(first);
    }
    PlainAnswers operator()(lanecast::Sweeps sweeps) {
        sweeps.t_max = 1.0f;
        sweeps.shape_displacement = lanecast::Vec3{0, 0, 0};
        return answers(lanecast::pairwise::sweep(sweeps, shapes_, {.t = numbers_[0], .id = ids_},
                                                 in_this_thread));
    }
    PlainAnswers operator()(const lanecast::OverlapQueries& spheres) {
        return answers(lanecast::pairwise::overlaps(spheres, shapes_, lanecast::Output<bool>(yes_),
                                                    in_this_thread));
    }
    PlainAnswers operator()(lanecast::Points points) {
        points.max_distance = std::numeric_limits<float>::infinity();
        return answers(lanecast::pairwise::closest_point(
            points, shapes_,
            {.distance = numbers_[0], .point = {numbers_[1], numbers_[2], numbers_[3]}},
            in_this_thread));
    }

private:
    [[nodiscard]] PlainAnswers answers(const lanecast::Summary& summary) const {
        PlainAnswers all = {ids_, yes_, summary.hits, summary.invalid};
        for (const std::vector<float>& column : numbers_)
            for (const float number : column)
                all.words.push_back(std::bit_cast<std::uint32_t>(number));
        return all;
    }

    const lanecast::Shapes& shapes_;
    std::vector<std::vector<float>> numbers_;
    Words ids_;
    std::vector<std::uint8_t> yes_;
};

PlainAnswers asked(const Queries& queries, const lanecast::Shapes& shapes, std::size_t count) {
    return std::visit(Asker(shapes, count), queries);
}

/// Multiplies numbers of every twelfth pair by powers of two, so that products come near the ends
/// of the range of floats or leave it, and replaces queries of every fiftieth by bad ones.
void stretch(const AnyCell& cell, AnyCases& cases, Random& random) {
    const std::vector<AnyOdd> odd = cell.odd_queries();
    const auto power = [&] {
        const int most = random.below(2) == 0 ? 40 : 145;
        return std::ldexp(1.0f,
                          static_cast<int>(random.below(2 * static_cast<unsigned>(most))) - most);
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (random.below(50) == 0)
            replace_query(cases, i, odd[random.below(odd.size())].query);
        if (random.below(12) != 0)
            continue;
        Table& table = random.below(2) == 0 ? cases.queries : cases.shapes;
        for (std::size_t n = random.below(4); n-- > 0;)
            table[random.below(table.size())][i] *= power();
        if (random.below(3) == 0) { // a whole direction, or a whole center
            const float scale = power();
            const std::size_t first = random.below(table.size() / 3) * 3;
            for (std::size_t k = first; k < first + 3; ++k)
                table[k][i] *= scale;
        }
    }
}

} // namespace

// 10 million pairs of each cell and ISA in the release preset, if the environment has
// LANECAST_ALL_QUERIES.
TEST_P(PairwiseBatch, PlainCallsGiveTheBitsOfOthers) {
    const AnyCell& cell = GetParam();
    const std::uint32_t seeds = std::getenv("LANECAST_ALL_QUERIES") != nullptr ? 28 : 1;
    std::size_t hits = 0;
    const auto expect_equal = [&](const AnyCases& cases, Kind kind) {
        // Block by block, because a loop that meets many unusual pairs leaves off for a while.
        constexpr std::size_t block = 128;
        for (std::size_t first = 0; first < cases.size(); first += block) {
            const std::size_t count = std::min(block, cases.size() - first);
            const lanecast::Shapes shapes = cell.shapes(cases, first, count);
            const Queries queries = cell.queries(cases, first, count);
            const std::vector<std::uint32_t> all_layers(count, ~0u);
            Queries others = queries;
            set_mask(others, all_layers); // a column of masks: not a plain call
            const PlainAnswers plain = asked(queries, shapes, count);
            const PlainAnswers other = asked(others, shapes, count);
            for (std::size_t i = 0; i < plain.words.size(); ++i)
                ASSERT_EQ(plain.words[i], other.words[i])
                    << to_string(kind) << ", pair " << first + i % count << ", column "
                    << i / count;
            EXPECT_EQ(plain, other);
            hits += plain.hits;
        }
    };
    for (std::uint32_t seed = 47; seed < 47 + seeds; ++seed) {
        Random random(seed);
        for (std::size_t kind = 0; kind < kind_count; ++kind) {
            AnyCases cases = cell.make(static_cast<Kind>(kind), quarter(fewer(16'000)), seed);
            if (cases.size() == 0)
                continue;
            for (const bool stretched : {false, true}) {
                if (stretched)
                    stretch(cell, cases, random);
                on_every_isa([&] { expect_equal(cases, static_cast<Kind>(kind)); });
                if (HasFatalFailure())
                    return;
            }
        }
    }
    const bool can_hit = &cell.question != &rays || cell.shape != std::string("line");
    EXPECT_EQ(hits > 100, can_hit);
}

namespace {

/// The numbers of a table with a gap after each, or the first ones for all, so that plain calls
/// must copy them.
class WithGaps : public Source {
public:
    WithGaps(const Table& table, std::size_t first, std::size_t count, bool one_for_all = false)
        : stride_(one_for_all ? 0 : 2 * sizeof(float)), count_(count), wide_(table.size()) {
        for (std::size_t k = 0; k < table.size(); ++k)
            for (std::size_t i = first; i < first + count; ++i)
                wide_[k].insert(wide_[k].end(), {table[k][i], -77.0f});
    }
    [[nodiscard]] lanecast::Input<float> number(std::size_t k) const override {
        return lanecast::column<float>(static_cast<const void*>(wide_[k].data()), stride_, count_);
    }

private:
    std::ptrdiff_t stride_;
    std::size_t count_;
    Table wide_;
};

/// Expects that a plain call gives what another call gives, whether columns lie in place or must be
/// copied.
/// @returns the answers
PlainAnswers expect_same_answers(const AnyCell& cell, const AnyCases& cases, std::size_t first,
                                 std::size_t count) {
    const std::vector<std::uint32_t> all_layers(count, ~0u);
    const lanecast::Shapes shapes = cell.shapes(cases, first, count);
    const Queries queries = cell.queries(cases, first, count);
    Queries others = queries;
    set_mask(others, all_layers);
    PlainAnswers other = asked(others, shapes, count);
    EXPECT_EQ(asked(queries, shapes, count), other) << "in place, " << count << " pairs";

    const WithGaps gapped_shapes(cases.shapes, first, count);
    const lanecast::Shapes copied_shapes = cell.shapes_in(gapped_shapes);
    EXPECT_EQ(asked(queries, copied_shapes, count), other) << "shapes copied, " << count;
    const WithGaps gapped_queries(cases.queries, first, count);
    EXPECT_EQ(asked(cell.queries_in(gapped_queries), copied_shapes, count), other)
        << "copied, " << count << " pairs";
    return other;
}

} // namespace

// Columns that need no copy are read in blocks of 64 vectors, and bad pairs are found again in
// them. The loop leaves off where all pairs are bad, and goes on after them. The first vector ends
// with pairs that are answered again if the others are aligned, and they must not be counted twice.
TEST_P(PairwiseBatch, LongPlainCallsGiveTheBitsOfOthers) {
    const AnyCell& cell = GetParam();
    constexpr std::size_t count = 9999; // four long blocks of pairs of the widest vectors, and more
    constexpr std::size_t first = 3;    // not aligned to any vector
    AnyCases cases = cell.make(Kind::near, first + count, 47);
    ASSERT_EQ(cases.size(), first + count);
    const std::vector<AnyOdd> odd = cell.odd_queries();
    const auto spoil = [&](std::size_t begin, std::size_t end, std::size_t step) {
        for (std::size_t i = begin; i < end; i += step)
            replace_query(cases, i, odd[i % odd.size()].query);
    };
    spoil(first, 40, 5);
    spoil(700, first + count, 101); // rare enough that the loop goes on
    spoil(5000, 6000, 1);
    on_every_isa([&] { EXPECT_GT(expect_same_answers(cell, cases, first, count).invalid, 400u); });
}

// The last vector of a plain call is whole, so it may begin with pairs that the vector before has
// answered. These must not be counted twice, bad or not.
TEST_P(PairwiseBatch, PlainCallsOfAnySizeGiveTheBitsOfOthers) {
    const AnyCell& cell = GetParam();
    constexpr std::size_t most = 150;
    AnyCases cases = cell.make(Kind::near, most, 48);
    ASSERT_EQ(cases.size(), most);
    const std::vector<AnyOdd> odd = cell.odd_queries();
    for (std::size_t i = 3; i < most; i += 17)
        replace_query(cases, i, odd[i % odd.size()].query);
    on_every_isa([&] {
        for (std::size_t count = 1; count <= most; ++count)
            expect_same_answers(cell, cases, most - count, count);
    });
}

TEST_P(PairwiseBatch, PlainCallsOfOneQueryOrOneShapeGiveTheBitsOfOthers) {
    const AnyCell& cell = GetParam();
    constexpr std::size_t count = 100;
    const AnyCases cases = cell.make(Kind::near, count, 49);
    ASSERT_EQ(cases.size(), count);
    const auto repeated = [](Table table) {
        for (std::vector<float>& column : table)
            std::fill(column.begin(), column.end(), float{column[0]});
        return table;
    };
    const AnyCases one_query = {repeated(cases.queries), cases.shapes},
                   one_shape = {cases.queries, repeated(cases.shapes)};
    const WithGaps query(cases.queries, 0, count, true), shape(cases.shapes, 0, count, true);
    on_every_isa([&] {
        EXPECT_EQ(asked(cell.queries_in(query), cell.shapes(cases), count),
                  expect_same_answers(cell, one_query, 0, count));
        EXPECT_EQ(asked(cell.queries(cases), cell.shapes_in(shape), count),
                  expect_same_answers(cell, one_shape, 0, count));
    });
}

// The parts that threads share grow with the batch.
TEST(PlainPairs, LargeBatchesDoNotDependOnTheNumberOfThreads) {
    constexpr std::size_t count = 200'003;
    const auto cases = make_pairs<Point, Sphere>(Kind::near, count, 50);
    const lanecast::Shapes shapes = columns_of<Sphere>(cases.shapes, 0, count);
    const lanecast::Points places = {
        .position = {cases.queries[0], cases.queries[1], cases.queries[2]}};
    std::vector<std::vector<float>> nearest(3, std::vector<float>(count));
    const auto ask = [&](std::uint32_t threads, std::vector<float>& distance) {
        const lanecast::Summary summary = lanecast::pairwise::closest_point(
            places, shapes, {.distance = distance, .point = {nearest[0], nearest[1], nearest[2]}},
            {.threads = threads});
        return summary.hits + summary.invalid;
    };
    std::vector<float> alone(count, -77.0f);
    const std::size_t answered = ask(1, alone);
    EXPECT_GT(answered, count / 2);
    for (const std::uint32_t threads : {0u, 2u, 3u, 64u}) {
        std::vector<float> together(count, -77.0f);
        EXPECT_EQ(ask(threads, together), answered) << threads << " threads";
        EXPECT_EQ(std::memcmp(together.data(), alone.data(), count * sizeof(float)), 0)
            << threads << " threads";
    }
}

// A bad pair is answered twice, so its inputs must still be there.
TEST(PlainPairs, AnswersMayBeWrittenOverInputs) {
    constexpr std::size_t count = 300;
    const auto cases = make_pairs<Point, Sphere>(Kind::near, count, 47);
    std::vector<float> x(cases.queries[0].begin(), cases.queries[0].end());
    for (std::size_t i = 0; i < count; i += 100)
        x[i] = std::numeric_limits<float>::quiet_NaN();
    const lanecast::Shapes shapes = columns_of<Sphere>(cases.shapes, 0, count);
    on_every_isa([&] {
        std::vector<float> over = x, apart(count), rest[3];
        for (std::vector<float>& column : rest)
            column.resize(count);
        const auto ask = [&](std::vector<float>& from, std::vector<float>& distance) {
            const lanecast::Points all = {.position = {from, cases.queries[1], cases.queries[2]}};
            lanecast::pairwise::closest_point(
                all, shapes, {.distance = distance, .point = {rest[0], rest[1], rest[2]}},
                in_this_thread);
        };
        ask(over, apart);
        ask(over, over);
        EXPECT_EQ(over, apart);
    });
}

} // namespace hostile
