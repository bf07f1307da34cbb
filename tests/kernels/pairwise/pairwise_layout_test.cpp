#include <algorithm>

#include "kernels/pairwise/cells.hpp"

namespace hostile {

namespace {

/// Memory layout of a batch: each element is a row of all its numbers.
struct Layout {
    const char* name;
    std::size_t shift;   ///< numbers before the first row: only 4-byte alignment is guaranteed
    std::size_t padding; ///< numbers between two rows
    bool backwards;      ///< the first element lies last: negative strides
};

constexpr Layout layouts[] = {
    {"without gaps", 0, 0, false},
    {"aligned to 4 bytes", 1, 0, false},
    {"aligned to 4 bytes, with gaps", 3, 5, false},
    {"far apart", 0, 1000, false},
    {"backwards", 0, 0, true},
    {"backwards with gaps, aligned to 4 bytes", 1, 2, true},
};

/// Rows of `width` numbers in one block of memory, in the given layout.
template <class Number>
class Rows {
public:
    Rows(const Layout& layout, std::size_t width, std::size_t count, Number filling)
        : width_(width), pitch_(width + layout.padding), count_(count), shift_(layout.shift),
          backwards_(layout.backwards), memory_(shift_ + pitch_ * count + 16, filling) {}

    [[nodiscard]] Number& at(std::size_t row, std::size_t component) {
        return memory_[shift_ + pitch_ * (backwards_ ? count_ - 1 - row : row) + component];
    }
    template <class T>
    [[nodiscard]] lanecast::Output<T> column(std::size_t component) {
        const auto stride = static_cast<std::ptrdiff_t>(pitch_ * sizeof(Number));
        return lanecast::column<T>(static_cast<void*>(&at(0, component)),
                                   backwards_ ? -stride : stride, count_);
    }
    /// Whether all memory outside of the rows still holds the filler.
    [[nodiscard]] bool gaps_hold(Number filling) const {
        for (std::size_t i = 0; i < memory_.size(); ++i) {
            const bool in_row =
                i >= shift_ && (i - shift_) % pitch_ < width_ && (i - shift_) / pitch_ < count_;
            if (!in_row && memory_[i] != filling)
                return false;
        }
        return true;
    }

private:
    std::size_t width_;
    std::size_t pitch_;
    std::size_t count_;
    std::size_t shift_;
    bool backwards_;
    std::vector<Number> memory_;
};

/// The numbers of a table, stored in rows.
class RowSource : public Source {
public:
    RowSource(const Table& table, const Layout& layout)
        : rows_(layout, table.size(), table[0].size(), 0.0f) {
        for (std::size_t i = 0; i < table[0].size(); ++i)
            for (std::size_t k = 0; k < table.size(); ++k)
                rows_.at(i, k) = table[k][i];
    }
    [[nodiscard]] lanecast::Input<float> number(std::size_t k) const override {
        return rows_.column<float>(k);
    }
    [[nodiscard]] lanecast::Input<lanecast::Vec3> vec3(std::size_t k) const override {
        return rows_.column<lanecast::Vec3>(k);
    }
    [[nodiscard]] lanecast::Input<lanecast::Quaternion> quaternion(std::size_t k) const override {
        return rows_.column<lanecast::Quaternion>(k);
    }

private:
    mutable Rows<float> rows_;
};

constexpr float number_filling = -77.0f;
constexpr std::uint32_t word_filling = 77;
constexpr std::uint8_t byte_filling = 77;

class RowSink : public Sink {
public:
    RowSink(const Question& question, const Layout& layout, std::size_t count)
        : question_(question), numbers_(layout, 8, count, number_filling),
          words_(layout, 3, count, word_filling), bytes_(layout, 1, count, byte_filling) {}

    lanecast::Output<float> number(std::size_t k) override { return numbers_.column<float>(k); }
    lanecast::Output<lanecast::Vec3> vec3(std::size_t k) override {
        return numbers_.column<lanecast::Vec3>(k);
    }
    lanecast::Output<std::uint32_t> word(std::size_t k) override {
        return words_.column<std::uint32_t>(k);
    }
    lanecast::Output<bool> yes() override { return bytes_.column<bool>(0); }

    [[nodiscard]] Answer answer(std::size_t i) {
        Answer answer{};
        for (std::size_t k = 0; k < question_.numbers; ++k)
            answer.numbers[k] = numbers_.at(i, k);
        for (std::size_t k = 0; k < question_.words; ++k)
            answer.words[k] = words_.at(i, k);
        if (question_.yes)
            answer.yes = bytes_.at(i, 0);
        return answer;
    }
    [[nodiscard]] bool gaps_hold() const {
        return numbers_.gaps_hold(number_filling) && words_.gaps_hold(word_filling) &&
               bytes_.gaps_hold(byte_filling);
    }

private:
    const Question& question_;
    Rows<float> numbers_;
    Rows<std::uint32_t> words_;
    Rows<std::uint8_t> bytes_;
};

/// One element of a table, passed as values.
class OneAsValues : public Source {
public:
    OneAsValues(const Table& table, std::size_t i) : table_(table), i_(i) {}
    [[nodiscard]] lanecast::Input<float> number(std::size_t k) const override {
        return table_[k][i_];
    }

private:
    const Table& table_;
    std::size_t i_;
};

/// One element of a table, stored in a row that a stride of 0 repeats `count` times.
class OneByStride : public Source {
public:
    OneByStride(const Table& table, std::size_t i, std::size_t count) : count_(count) {
        for (const std::vector<float>& column : table)
            row_.push_back(column[i]);
    }
    [[nodiscard]] lanecast::Input<float> number(std::size_t k) const override {
        return still<float>(k);
    }
    [[nodiscard]] lanecast::Input<lanecast::Vec3> vec3(std::size_t k) const override {
        return still<lanecast::Vec3>(k);
    }
    [[nodiscard]] lanecast::Input<lanecast::Quaternion> quaternion(std::size_t k) const override {
        return still<lanecast::Quaternion>(k);
    }

private:
    template <class T>
    [[nodiscard]] lanecast::Input<T> still(std::size_t k) const {
        return lanecast::column<T>(static_cast<const void*>(&row_[k]), 0, count_);
    }

    std::vector<float> row_;
    std::size_t count_;
};

/// The table with every element replaced by element `i`.
Table filled_with(Table table, std::size_t i) {
    for (std::vector<float>& column : table)
        std::fill(column.begin(), column.end(), float{column[i]});
    return table;
}

} // namespace

TEST_P(PairwiseBatch, AnyLayoutInMemoryGivesTheBitsOfContiguousArrays) {
    const AnyCell& cell = GetParam();
    const AnyCases cases = mixed_cases(cell, 101);
    on_every_isa([&] {
        const Answers expected = ask(cell, cases);
        for (const Layout& layout : layouts) {
            SCOPED_TRACE(layout.name);
            const RowSource query_rows(cases.queries, layout);
            const RowSource shape_rows(cases.shapes, layout);
            RowSink sink(cell.question, layout, cases.size());
            cell.question.pairwise(cell.queries_in(query_rows), cell.shapes_in(shape_rows), sink,
                                   {});
            for (std::size_t i = 0; i < cases.size(); ++i)
                EXPECT_EQ(sink.answer(i), expected[i]) << "query " << i;
            EXPECT_TRUE(sink.gaps_hold());
        }
    });
}

TEST_P(PairwiseBatch, OneQueryOrOneShapeGoesWithAllOfTheOthers) {
    constexpr std::size_t count = 309; // two whole blocks and a partial one
    const AnyCell& cell = GetParam();
    const AnyCases cases = mixed_cases(cell, count);
    const Queries all_queries = cell.queries(cases);
    const lanecast::Shapes all_shapes = cell.shapes(cases);
    on_every_isa([&] {
        for (std::size_t one = 0; one < 12; ++one) {
            const Answers by_query =
                ask(cell, {filled_with(cases.queries, one), cases.shapes}, in_this_thread);
            const Queries value = cell.queries_in(OneAsValues(cases.queries, one));
            EXPECT_EQ(difference(ask(cell, value, all_shapes, count), by_query), "") << one;
            const OneByStride query_row(cases.queries, one, count);
            const Queries repeated = cell.queries_in(query_row);
            EXPECT_EQ(difference(ask(cell, repeated, all_shapes, count), by_query), "") << one;

            const Answers by_shape =
                ask(cell, {cases.queries, filled_with(cases.shapes, one)}, in_this_thread);
            const lanecast::Shapes shape = cell.shapes_in(OneAsValues(cases.shapes, one));
            EXPECT_EQ(difference(ask(cell, all_queries, shape, count), by_shape), "") << one;
            const lanecast::Shapes short_array = cell.shapes(cases, one, 1);
            EXPECT_EQ(difference(ask(cell, all_queries, short_array, count), by_shape), "") << one;
            const OneByStride shape_row(cases.shapes, one, count);
            const lanecast::Shapes still = cell.shapes_in(shape_row);
            EXPECT_EQ(difference(ask(cell, all_queries, still, count), by_shape), "") << one;
        }
    });
}

// A shape that is prepared once for all queries is validated, too: if it is NaN, infinite or
// degenerate, it is bad for every query, as it is in pairs.
TEST_P(PairwiseBatch, OneBadShapeIsBadForAllQueries) {
    constexpr std::size_t count = 37;
    const AnyCell& cell = GetParam();
    const AnyCases cases = mixed_cases(cell, count);
    const Queries all_queries = cell.queries(cases);
    on_every_isa([&] {
        std::size_t bad = 0;
        for (const OddNumber& odd : cell.odd_numbers(cases.shapes, 0)) {
            AnyCases spoilt = cases;
            spoilt.shapes[odd.component][0] = odd.value;
            spoilt.shapes = filled_with(spoilt.shapes, 0);
            const lanecast::Shapes shape = cell.shapes_in(OneAsValues(spoilt.shapes, 0));
            EXPECT_EQ(
                difference(ask(cell, all_queries, shape, count), ask(cell, spoilt, in_this_thread)),
                "")
                << "component " << odd.component << ": " << odd.value;
            bad += odd.bad;
        }
        EXPECT_GT(bad, 0u);
    });
}

} // namespace hostile
