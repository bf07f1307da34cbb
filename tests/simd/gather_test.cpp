#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "simd/every_isa.hpp"
#include "simd/gather_table.hpp"
#include "simd/guarded_memory.hpp"

namespace lanecast::test {
namespace {

using Edge = GuardedMemory::Edge;

constexpr unsigned char canary = 0xA5;
constexpr std::ptrdiff_t element_size = 4;

/// A column whose outermost element touches one edge of its memory. Only the elements of one part
/// of the batch are in this memory; any access to the others would fault.
class GuardedColumn {
public:
    GuardedColumn(std::ptrdiff_t stride, Part part, Edge edge)
        : stride_(stride), part_(part), memory_(bytes(stride, part), edge, canary) {}

    /// The address of element 0 of the batch, which may lie outside of the memory.
    [[nodiscard]] void* address() {
        const auto size = static_cast<std::ptrdiff_t>(part_.last - part_.first);
        unsigned char* first = memory_.data();
        if (stride_ < 0 && size > 0)
            first -= (size - 1) * stride_;
        return first - static_cast<std::ptrdiff_t>(part_.first) * stride_;
    }
    [[nodiscard]] unsigned char* element(std::size_t i) {
        return static_cast<unsigned char*>(address()) + static_cast<std::ptrdiff_t>(i) * stride_;
    }
    [[nodiscard]] std::uint32_t value(std::size_t i) {
        std::uint32_t value = 0;
        std::memcpy(&value, element(i), sizeof value);
        return value;
    }
    void set(std::size_t i, std::uint32_t value) { std::memcpy(element(i), &value, sizeof value); }

    /// Overwrites the elements with canaries. Returns whether all memory holds canaries now.
    [[nodiscard]] bool all_else_is_untouched(std::size_t bytes_per_element = element_size) {
        for (std::size_t i = part_.first; i < part_.last; ++i)
            std::memset(element(i), canary, bytes_per_element);
        return std::all_of(memory_.data(), memory_.data() + memory_.size(),
                           [](unsigned char byte) { return byte == canary; });
    }

private:
    static std::size_t bytes(std::ptrdiff_t stride, Part part) {
        const auto size = static_cast<std::ptrdiff_t>(part.last - part.first);
        if (size == 0)
            return 0;
        return static_cast<std::size_t>((size - 1) * std::abs(stride) + element_size);
    }

    std::ptrdiff_t stride_;
    Part part_;
    GuardedMemory memory_;
};

/// Values that no other element has, among them the bits of NaNs.
std::uint32_t pattern(std::size_t i) { return static_cast<std::uint32_t>(i + 1) * 2654435761u; }

template <class Visit>
void at_every_width(Visit visit) {
    on_every_isa(built_tables, built_table_count, [&](const GatherTable& table) {
        for (const GatherOperations* operations : table.operations) {
            if (operations == nullptr)
                continue;
            SCOPED_TRACE(std::to_string(operations->width) + " lanes");
            visit(table, *operations);
        }
    });
}

/// Parts with whole and partial vectors, and whole and partial blocks, from the first element and
/// from later ones.
std::vector<Part> parts(const GatherTable& table) {
    const auto block = static_cast<std::size_t>(table.block_size);
    std::vector<Part> parts;
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{5},
          std::size_t{8}, std::size_t{15}, std::size_t{16}, std::size_t{17}, block - 1, block,
          block + 1, 2 * block, 2 * block + 16, 2 * block + 21})
        for (const std::size_t first : {std::size_t{0}, std::size_t{1}, block + 3})
            parts.push_back({first, first + size});
    return parts;
}

/// The expected lanes of a part: its elements, and in the lanes behind the end of each block, its
/// last element again.
template <class Value>
std::vector<std::uint32_t> expected_lanes(const GatherTable& table, int width, Part part,
                                          Value value) {
    const auto lanes = static_cast<std::size_t>(width);
    const auto block = static_cast<std::size_t>(table.block_size);
    std::vector<std::uint32_t> expected;
    for (std::size_t first = part.first; first < part.last; first += block) {
        const std::size_t size = std::min(block, part.last - first);
        for (std::size_t i = 0; i < (size + lanes - 1) / lanes * lanes; ++i)
            expected.push_back(value(first + std::min(i, size - 1)));
    }
    return expected;
}

/// The lanes that `copy` reads from `from` while it copies to `to`.
std::vector<std::uint32_t> run(CopyColumn copy, const ReadableColumn& from,
                               const WritableColumn& to, Part part, std::size_t lanes) {
    // The table's functions write floats or integers to this memory, which plain bytes allow.
    const std::size_t bytes = lanes * element_size;
    const auto staged = std::make_unique<std::byte[]>(bytes + 1);
    copy(from, to, part, staged.get());
    std::vector<std::uint32_t> seen(lanes);
    if (lanes > 0)
        std::memcpy(seen.data(), staged.get(), bytes);
    return seen;
}

struct Strides {
    std::ptrdiff_t read, write;
};
const Strides all_strides[] = {{4, 4},  {4, 12}, {12, 4},   {4, -4},   {-4, 4},  {-4, -4},
                               {8, 48}, {48, 8}, {12, -12}, {-12, 12}, {-48, 8}, {8, -48}};

TEST(StagedColumns, ReadAndWriteNothingButTheirElements) {
    at_every_width([](const GatherTable& table, const GatherOperations& operations) {
        for (const Part part : parts(table)) {
            const auto expected = expected_lanes(table, operations.width, part, pattern);
            for (const Strides& stride : all_strides)
                for (const Edge edge : {Edge::begin, Edge::end})
                    for (const CopyColumn copy : {operations.copy_floats, operations.copy_ints}) {
                        GuardedColumn from(stride.read, part, edge);
                        GuardedColumn to(stride.write, part, edge);
                        for (std::size_t i = part.first; i < part.last; ++i)
                            from.set(i, pattern(i));
                        ASSERT_EQ(run(copy, {from.address(), stride.read},
                                      {to.address(), stride.write}, part, expected.size()),
                                  expected);
                        for (std::size_t i = part.first; i < part.last; ++i)
                            ASSERT_EQ(to.value(i), pattern(i)) << "at " << i;
                        ASSERT_TRUE(to.all_else_is_untouched())
                            << "strides " << stride.read << " and " << stride.write << ", elements "
                            << part.first << " to " << part.last;
                    }
        }
    });
}

TEST(StagedColumns, SpreadOneValueOverAllLanes) {
    at_every_width([](const GatherTable& table, const GatherOperations& operations) {
        for (const CopyColumn copy : {operations.copy_floats, operations.copy_ints})
            for (const Part part : parts(table))
                for (const Edge edge : {Edge::begin, Edge::end}) {
                    GuardedMemory value(element_size, edge);
                    const std::uint32_t bits = 0xFFD2B4C9;
                    std::memcpy(value.data(), &bits, sizeof bits);
                    GuardedColumn to(12, part, edge);
                    const auto expected = expected_lanes(table, operations.width, part,
                                                         [&](std::size_t) { return bits; });
                    ASSERT_EQ(
                        run(copy, {value.data(), 0}, {to.address(), 12}, part, expected.size()),
                        expected);
                    for (std::size_t i = part.first; i < part.last; ++i)
                        ASSERT_EQ(to.value(i), bits) << "at " << i;
                    ASSERT_TRUE(to.all_else_is_untouched());
                }
    });
}

TEST(StagedColumns, AreNotWrittenWhenNotWanted) {
    at_every_width([](const GatherTable& table, const GatherOperations& operations) {
        const Part part = {3, 40};
        GuardedColumn from(4, part, Edge::end);
        for (std::size_t i = part.first; i < part.last; ++i)
            from.set(i, pattern(i));
        const auto expected =
            expected_lanes(table, operations.width, part, [](std::size_t i) { return pattern(i); });
        for (const CopyColumn copy : {operations.copy_floats, operations.copy_ints})
            EXPECT_EQ(run(copy, {from.address(), 4}, {nullptr, 0}, part, expected.size()),
                      expected);
    });
}

TEST(StagedColumns, OfVectorsAreReadInAnyOrderAndNothingBehindThem) {
    at_every_width([](const GatherTable& table, const GatherOperations& operations) {
        for (const Part part : parts(table))
            for (const bool backward : {false, true})
                for (const std::ptrdiff_t stride : {12, 16, -12}) {
                    const std::size_t size = part.last - part.first;
                    const auto step = static_cast<std::size_t>(std::abs(stride));
                    GuardedMemory memory(size == 0 ? 0 : (size - 1) * step + 12, Edge::end);
                    std::vector<std::uint32_t> expected(3 * size), seen(3 * size);
                    for (std::size_t i = 0; i < size; ++i)
                        for (std::size_t c = 0; c < 3; ++c) {
                            const std::uint32_t bits = pattern(3 * i + c);
                            const std::size_t place = stride > 0 ? i : size - 1 - i;
                            std::memcpy(memory.data() + place * step + 4 * c, &bits, sizeof bits);
                            expected[c * size + (backward ? size - 1 - i : i)] = bits;
                        }
                    const unsigned char* first = memory.data();
                    if (stride < 0 && size > 0)
                        first += (size - 1) * step;
                    first -= static_cast<std::ptrdiff_t>(part.first) * stride;
                    operations.read_vectors(
                        {{first, stride}, {first + 4, stride}, {first + 8, stride}}, part, backward,
                        seen.data());
                    ASSERT_EQ(seen, expected)
                        << "stride " << stride << ", elements " << part.first << " to " << part.last
                        << (backward ? " backward" : "");
                }
    });
}

TEST(Truths, AreWrittenAsOneByteEachAndNothingElse) {
    on_every_isa(built_tables, built_table_count, [](const GatherTable& table) {
        for (const std::ptrdiff_t stride : {1, 4, 7, 48, -1, -12})
            for (const int count : {0, 1, 3, 4, 8, 15, 16})
                for (const std::size_t first : {std::size_t{0}, std::size_t{5}})
                    for (const unsigned bits : {0u, 0xFFFFFFFFu, 0xA5C3u, 0xFFFF5A3Cu}) {
                        const Part part = {first, first + static_cast<std::size_t>(count)};
                        GuardedColumn to(stride, part, Edge::begin);
                        table.write_truths({to.address(), stride}, first, count, bits);
                        for (std::size_t i = first; i < part.last; ++i)
                            ASSERT_EQ(*to.element(i), bits >> (i - first) & 1) << "at " << i;
                        ASSERT_TRUE(to.all_else_is_untouched(1)) << "stride " << stride;
                    }
    });
}

} // namespace
} // namespace lanecast::test
