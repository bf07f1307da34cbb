#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "simd/every_isa.hpp"
#include "simd/guarded_memory.hpp"
#include "simd/shuffle_table.hpp"

/// Tests that the operations that move lanes keep all bits, at each width of each ISA, and only
/// access the memory that they are given.
namespace lanecast::test {
namespace {

using Edge = GuardedMemory::Edge;
constexpr std::uint32_t canary = 0xA5A5A5A5;

/// Bits that no other element has, among them those of quiet and signalling NaNs, infinities and
/// subnormals.
std::uint32_t pattern(std::size_t i) {
    constexpr std::uint32_t hostile[] = {0x7F800001, 0xFF800001, 0x7FC00001, 0x7F800000,
                                         0x80000000, 0x00000001, 0x807FFFFF, 0xFFFFFFFF};
    const auto n = static_cast<std::uint32_t>(i);
    return n % 3 == 0 && n / 3 < std::size(hostile) ? hostile[n / 3] : (n + 1) * 2654435761u;
}

/// 32-bit elements in guarded memory, seen as floats or integers. Each holds its own pattern or a
/// canary.
class Elements {
public:
    explicit Elements(std::size_t count, Edge edge = Edge::end) : memory_(count * 4, edge) {}

    Elements& fill_with_patterns(std::size_t first = 0) {
        for (std::size_t i = 0; i < size(); ++i)
            set(i, pattern(first + i));
        return *this;
    }
    Elements& fill_with_canaries() {
        std::memset(memory_.data(), canary & 0xFF, memory_.size());
        return *this;
    }
    void set(std::size_t i, std::uint32_t value) {
        std::memcpy(memory_.data() + 4 * i, &value, sizeof value);
    }
    [[nodiscard]] std::uint32_t operator[](std::size_t i) {
        std::uint32_t value = 0;
        std::memcpy(&value, memory_.data() + 4 * i, sizeof value);
        return value;
    }
    [[nodiscard]] std::size_t size() const { return memory_.size() / 4; }
    [[nodiscard]] float* floats() { return reinterpret_cast<float*>(memory_.data()); }
    [[nodiscard]] std::uint32_t* ints() { return reinterpret_cast<std::uint32_t*>(memory_.data()); }
    [[nodiscard]] std::vector<std::uint32_t> values() {
        std::vector<std::uint32_t> all(size());
        std::memcpy(all.data(), memory_.data(), memory_.size());
        return all;
    }

private:
    GuardedMemory memory_;
};

/// Calls visit(operations, width) for each width of each ISA that this CPU supports.
template <class Visit>
void at_every_width(Visit visit) {
    on_every_isa(built_tables, built_table_count, [&](const ShuffleTable& table) {
        for (const ShuffleOperations* operations : table.operations) {
            if (operations == nullptr)
                continue;
            SCOPED_TRACE(std::to_string(operations->width) + " lanes");
            visit(*operations, static_cast<std::size_t>(operations->width));
        }
    });
}

/// Offsets of arrays from where a vector would be aligned.
constexpr std::size_t offsets[] = {0, 1, 2, 3, 5, 7, 15};

TEST(Shuffles, AreThereForEveryWidthUpToTwoRegistersOfTheIsa) {
    for (std::size_t i = 0; i < built_table_count; ++i) {
        int width = 4;
        for (const ShuffleOperations* operations : built_tables[i]->operations) {
            const auto lanes_of_isa = static_cast<int>(lanes(built_tables[i]->isa));
            ASSERT_EQ(operations != nullptr, width <= 2 * lanes_of_isa);
            if (operations != nullptr) {
                EXPECT_EQ(operations->width, width);
            }
            width *= 2;
        }
    }
}

TEST(Compress, BringsEverySetOfLanesToTheFrontInOrder) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for (const std::uint32_t bits : sets_of_lanes(width)) {
            // Each set has other patterns, so that results left over from an earlier set are
            // noticed.
            std::uint32_t from[32], to[32];
            std::vector<std::uint32_t> expected;
            for (std::size_t lane = 0; lane < width; ++lane) {
                from[lane] = pattern(bits % 64 + lane);
                if ((bits >> lane & 1) != 0)
                    expected.push_back(from[lane]);
            }
            std::fill(std::begin(to), std::end(to), canary);
            operations.compress(from, bits, to);
            ASSERT_TRUE(std::equal(expected.begin(), expected.end(), to)) << "bits " << bits;
        }
    });
}

TEST(Compress, TouchesOneVectorOfAnyMemory) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for (const Edge edge : {Edge::begin, Edge::end}) {
            Elements from(width, edge), to(width, edge);
            from.fill_with_patterns();
            operations.compress(from.ints(), ~0u >> (32 - width), to.ints());
            EXPECT_EQ(from.values(), to.values());
        }
        for (const std::size_t offset : offsets) {
            Elements from(width + 16), to(width + 16);
            from.fill_with_patterns();
            to.fill_with_canaries();
            operations.compress(from.ints() + offset, 0xAAAAAAAA >> (32 - width),
                                to.ints() + offset);
            for (std::size_t i = 0; i < width / 2; ++i)
                EXPECT_EQ(to[offset + i], from[offset + 2 * i + 1]) << "at " << offset;
            for (std::size_t i = 0; i < to.size(); ++i)
                if (i < offset || i >= offset + width) {
                    EXPECT_EQ(to[i], canary) << "at " << offset;
                }
        }
    });
}

/// Positions of the rows of all quads in memory of `elements`: separate, backwards, overlapping, or
/// all the same.
std::vector<std::vector<std::size_t>> placed_rows(std::size_t quads, std::size_t elements) {
    std::vector<std::vector<std::size_t>> all;
    const std::size_t last = elements - 4;
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}, std::size_t{3}}) {
        for (const std::size_t step : {std::size_t{0}, std::size_t{1}, std::size_t{4},
                                       std::size_t{5}, (last - first) / quads}) {
            std::vector<std::size_t> up, down;
            for (std::size_t q = 0; q < quads; ++q) {
                up.push_back(first + q * step);
                down.push_back(last - first - q * step);
            }
            all.push_back(up);
            all.push_back(down);
        }
    }
    return all;
}

TEST(Quads, AreLoadedFromAnyRows) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for (const Edge edge : {Edge::begin, Edge::end}) {
            Elements memory(61, edge);
            memory.fill_with_patterns();
            for (const auto& places : placed_rows(width / 4, memory.size())) {
                const float* rows[4] = {};
                for (std::size_t q = 0; q < places.size(); ++q)
                    rows[q] = memory.floats() + places[q];
                Elements to(width + 3, edge);
                to.fill_with_canaries();
                operations.load_quads(rows, to.floats() + 3);
                for (std::size_t lane = 0; lane < width; ++lane)
                    ASSERT_EQ(to[3 + lane], memory[places[lane / 4] + lane % 4])
                        << "lane " << lane << " from " << places[lane / 4];
            }
        }
    });
}

TEST(Quads, AreStoredToAnyRowsAndNowhereElse) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for (const Edge edge : {Edge::begin, Edge::end}) {
            for (const auto& places : placed_rows(width / 4, 61)) {
                const bool overlap =
                    places.size() > 1 &&
                    std::max(places[0], places[1]) - std::min(places[0], places[1]) < 4;
                if (overlap)
                    continue;
                Elements memory(61, edge), from(width + 3, edge);
                memory.fill_with_canaries();
                from.fill_with_patterns();
                std::vector<std::uint32_t> expected = memory.values();
                float* rows[4] = {};
                for (std::size_t q = 0; q < places.size(); ++q) {
                    rows[q] = memory.floats() + places[q];
                    for (std::size_t i = 0; i < 4; ++i)
                        expected[places[q] + i] = from[3 + 4 * q + i];
                }
                operations.store_quads(rows, from.floats() + 3);
                ASSERT_EQ(memory.values(), expected);
            }
        }
    });
}

TEST(Quads, AreARowAgainAndAgain) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for (const Edge edge : {Edge::begin, Edge::end}) {
            Elements row(4, edge), to(width, edge);
            row.fill_with_patterns(width);
            operations.repeat_quad(row.floats(), to.floats());
            for (std::size_t lane = 0; lane < width; ++lane)
                EXPECT_EQ(to[lane], row[lane % 4]) << "lane " << lane;
        }
        Elements memory(32), to(width);
        memory.fill_with_patterns();
        for (const std::size_t offset : offsets) {
            operations.repeat_quad(memory.floats() + offset, to.floats());
            for (std::size_t lane = 0; lane < width; ++lane)
                EXPECT_EQ(to[lane], memory[offset + lane % 4]) << "lane " << lane;
        }
    });
}

TEST(Quads, AreFilledWithOneOfTheirLanes) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for (std::size_t first = 0; first < 64; ++first)
            for (std::size_t i = 0; i < 4; ++i) {
                Elements from(width), to(width);
                from.fill_with_patterns(first);
                operations.spread_in_quads[i](from.floats(), to.floats());
                for (std::size_t lane = 0; lane < width; ++lane)
                    ASSERT_EQ(to[lane], from[lane / 4 * 4 + i])
                        << "lane " << lane << " of those with lane " << i;
            }
    });
}

TEST(Quads, AreTransposedFourByFour) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for (std::size_t first = 0; first < 64; ++first) {
            Elements vectors(4 * width);
            const std::vector<std::uint32_t> before = vectors.fill_with_patterns(first).values();
            operations.transpose_quads(vectors.floats());
            for (std::size_t v = 0; v < 4; ++v)
                for (std::size_t lane = 0; lane < width; ++lane)
                    ASSERT_EQ(vectors[v * width + lane],
                              before[lane % 4 * width + lane / 4 * 4 + v])
                        << "lane " << lane << " of vector " << v;
        }
    });
}

/// Numbers of `lanes` records out of `count`: in order, backwards, scattered, repeated, or all the
/// same.
std::vector<std::vector<std::uint32_t>> numbered(std::size_t lanes, std::uint32_t count) {
    std::vector<std::vector<std::uint32_t>> all(6);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto n = static_cast<std::uint32_t>(lane);
        all[0].push_back(n);
        all[1].push_back(count - 1 - n);
        all[2].push_back((7 * n + 3) % count);
        all[3].push_back(n / 3 % 2 == 0 ? n : count - 1);
        all[4].push_back(0);
        all[5].push_back(std::min(n, std::uint32_t{2})); // as the end of a list is padded
    }
    for (std::size_t i = 0; i < 10; ++i) {
        all.emplace_back();
        for (std::size_t lane = 0; lane < lanes; ++lane)
            all.back().push_back((pattern(i * lanes + lane) >> 8) % count);
    }
    return all;
}

constexpr std::uint32_t record_count = 37; // prime: scattered numbers differ

/// The indices of the words of the rows.
std::vector<std::size_t> words_of(const RecordOperations& records) {
    std::vector<std::size_t> words;
    for (std::size_t r = 0; r < records.row_count; ++r)
        for (std::size_t i = 0; i < 4; ++i)
            words.push_back(4 * static_cast<std::size_t>(records.rows[r]) + i);
    return words;
}

/// The number of elements in as many vectors as there are words up to the last.
std::size_t vectors_of(const RecordOperations& records, std::size_t width) {
    return (words_of(records).back() + 1) * width;
}

/// The number of elements up to the last row of the last record.
std::size_t elements_of(const RecordOperations& records) {
    return (record_count - 1) * records.stride + words_of(records).back() + 1;
}

/// Calls visit(records, edge) for each shape of records.
template <class Visit>
void for_all_records(const ShuffleOperations& operations, Visit visit) {
    for (const RecordOperations& records : operations.records) {
        SCOPED_TRACE(std::to_string(records.row_count) + " rows, " +
                     std::to_string(records.stride) + " floats apart");
        for (const Edge edge : {Edge::begin, Edge::end})
            visit(records, edge);
    }
}

TEST(Records, AreLoadedWordByWord) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for_all_records(operations, [&](const RecordOperations& records, Edge edge) {
            Elements memory(elements_of(records), edge);
            memory.fill_with_patterns();
            for (const auto& numbers : numbered(width, record_count)) {
                Elements words(vectors_of(records, width), edge);
                records.load(memory.floats(), numbers.data(), words.floats());
                for (const std::size_t k : words_of(records))
                    for (std::size_t lane = 0; lane < width; ++lane)
                        ASSERT_EQ(words[k * width + lane],
                                  memory[numbers[lane] * records.stride + k])
                            << "word " << k << " of record " << numbers[lane];
            }
        });
    });
}

TEST(Records, AreStoredWordByWordAndNothingElse) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for_all_records(operations, [&](const RecordOperations& records, Edge edge) {
            for (const auto& numbers : numbered(width, record_count)) {
                Elements memory(elements_of(records), edge);
                std::vector<std::uint32_t> expected = memory.fill_with_canaries().values();
                // Lanes of the same record store the same words.
                Elements words(vectors_of(records, width), edge);
                for (const std::size_t k : words_of(records))
                    for (std::size_t lane = 0; lane < width; ++lane) {
                        const std::size_t place = numbers[lane] * records.stride + k;
                        words.set(k * width + lane, pattern(place));
                        expected[place] = pattern(place);
                    }
                records.store(words.floats(), memory.floats(), numbers.data());
                ASSERT_EQ(memory.values(), expected);
            }
        });
    });
}

TEST(Records, AreSpreadOverQuads) {
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for_all_records(operations, [&](const RecordOperations& records, Edge edge) {
            Elements memory(elements_of(records), edge);
            memory.fill_with_patterns();
            for (const auto& all_numbers : numbered(16, record_count)) {
                // Only the numbers of the quads can be read.
                GuardedMemory numbers(width, Edge::end); // width / 4 numbers of four bytes
                std::memcpy(numbers.data(), all_numbers.data(), numbers.size());
                Elements words(vectors_of(records, width), edge);
                records.spread(memory.floats(),
                               reinterpret_cast<const std::uint32_t*>(numbers.data()),
                               words.floats());
                for (const std::size_t k : words_of(records))
                    for (std::size_t lane = 0; lane < width; ++lane)
                        ASSERT_EQ(words[k * width + lane],
                                  memory[all_numbers[lane / 4] * records.stride + k])
                            << "word " << k << " of record " << all_numbers[lane / 4];
            }
        });
    });
}

TEST(Records, MayLieGigabytesFromTheFirst) {
    // The record numbers times the stride do not fit into 32 bits.
    constexpr std::uint32_t base = 0xF0000000;
    at_every_width([](const ShuffleOperations& operations, std::size_t width) {
        for_all_records(operations, [&](const RecordOperations& records, Edge edge) {
            Elements memory(elements_of(records), edge);
            memory.fill_with_patterns();
            const auto far = std::bit_cast<std::uintptr_t>(memory.floats()) -
                             std::size_t{base} * records.stride * sizeof(float);
            auto* const first = std::bit_cast<float*>(far);
            std::vector<std::uint32_t> numbers;
            for (std::size_t lane = 0; lane < width; ++lane)
                numbers.push_back(base + (11 * static_cast<std::uint32_t>(lane)) % record_count);
            Elements words(vectors_of(records, width), edge);
            records.load(first, numbers.data(), words.floats());
            const auto in_memory = [&](std::size_t record, std::size_t k) {
                return memory[(numbers[record] - base) * records.stride + k];
            };
            for (const std::size_t k : words_of(records))
                for (std::size_t lane = 0; lane < width; ++lane)
                    ASSERT_EQ(words[k * width + lane], in_memory(lane, k));
            const std::vector<std::uint32_t> before = memory.values();
            memory.fill_with_canaries();
            records.store(words.floats(), first, numbers.data());
            for (const std::size_t k : words_of(records))
                for (std::size_t lane = 0; lane < width; ++lane)
                    ASSERT_EQ(in_memory(lane, k),
                              before[(numbers[lane] - base) * records.stride + k]);
            records.spread(first, numbers.data(), words.floats());
            for (const std::size_t k : words_of(records))
                for (std::size_t lane = 0; lane < width; ++lane)
                    ASSERT_EQ(words[k * width + lane], in_memory(lane / 4, k));
        });
    });
}

} // namespace
} // namespace lanecast::test
