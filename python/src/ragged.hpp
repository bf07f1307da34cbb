#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <pybind11/numpy.h>

#include "answers.hpp"
#include "batch.hpp"
#include "outputs.hpp"
#include "slices.hpp"

/// All answers of each query, one after the other without gaps, in time and memory that are linear
/// in the number of queries and answers.
namespace lanecast::python {

/// One column of ragged answers: its numbers, whose bits are those of floats or words, and room for
/// the rows of a call.
struct RaggedColumn {
    Expected expected;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> values;
};

/// Returns the arrays by name, and takes the numbers of the columns for them.
[[nodiscard]] py::dict arrays_of(std::vector<RaggedColumn>& columns,
                                 std::vector<std::int64_t>& offsets,
                                 std::vector<std::uint32_t>& found, const BatchShape& shape,
                                 const std::optional<Vec3d>& origin);

/// The columns of ragged answers that a caller asks for.
template <class Columns>
class RaggedColumns {
public:
    RaggedColumns(std::span<const Field<Columns>> fields, py::handle wanted) {
        for_each_wanted(fields, wanted, [this](const Field<Columns>& field) {
            columns_.push_back({field.expected, {}, {}});
            fill_.push_back(field.fill);
        });
    }

    [[nodiscard]] bool empty() const { return columns_.empty(); }

    /// Returns columns of `elements` elements, with room for the rows of a call.
    Columns rows(std::size_t elements) {
        Columns result;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            RaggedColumn& column = columns_[i];
            const std::size_t width = column.expected.components;
            column.rows.resize(std::max(column.rows.size(), elements * width));
            OutputComponents parts = {};
            for (std::size_t c = 0; c < width; ++c) {
                parts[c] = {.address = column.rows.data() + c,
                            .stride = static_cast<std::ptrdiff_t>(4 * width),
                            .length = elements,
                            .kind = Component::Kind::array};
            }
            fill_[i](result, parts.data());
        }
        return result;
    }

    void resize(std::size_t answers) {
        for (RaggedColumn& column : columns_)
            column.values.resize(answers * column.expected.components);
    }

    /// Copies `count` answers from element `row` of the rows to answer `to`.
    void keep(std::size_t row, std::size_t to, std::size_t count) {
        for (RaggedColumn& column : columns_) {
            const std::size_t width = column.expected.components;
            std::copy_n(column.rows.begin() + static_cast<std::ptrdiff_t>(row * width),
                        count * width,
                        column.values.begin() + static_cast<std::ptrdiff_t>(to * width));
        }
    }

    std::vector<std::int64_t> offsets; ///< of the answers of each query, and their number
    std::vector<std::uint32_t> found;  ///< number of answers of each query, kept or not

    /// Returns the arrays by name; offsets and found among them.
    py::dict arrays(const BatchShape& shape, const std::optional<Vec3d>& origin) {
        return arrays_of(columns_, offsets, found, shape, origin);
    }

private:
    std::vector<RaggedColumn> columns_;
    std::vector<void (*)(Columns&, const Component*)> fill_;
};

/// Returns the queries with these numbers, in memory of `buffers`.
template <class Queries>
Queries pick(const Queries& all, std::span<const Field<Queries>> fields,
             std::span<const std::uint32_t> numbers,
             std::vector<std::vector<std::uint32_t>>& buffers) {
    Queries part = all;
    std::size_t next = 0;
    for (const Field<Queries>& field : fields) {
        std::array<Component, 4> parts = {};
        field.components(all, parts.data());
        for (Component& component : parts) {
            if (component.kind != Component::Kind::array)
                continue;
            buffers.resize(std::max(buffers.size(), next + 1));
            std::vector<std::uint32_t>& buffer = buffers[next++];
            buffer.resize(numbers.size());
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                std::memcpy(&buffer[i],
                            static_cast<const char*>(component.address) +
                                static_cast<std::ptrdiff_t>(numbers[i]) * component.stride,
                            sizeof buffer[i]);
            }
            component = {.address = buffer.data(),
                         .stride = 4,
                         .length = numbers.size(),
                         .kind = Component::Kind::array};
        }
        field.fill(part, parts.data());
    }
    part.count = numbers.size();
    return part;
}

/// Returns how many slots a query should get at first, from the number of answers of some queries:
/// a slot costs time even if it stays empty, and queries with more answers are repeated.
inline std::size_t first_slots(std::span<const std::uint32_t> found) {
    constexpr std::size_t cost_of_repeating = 256; // in slots, as measured
    std::size_t best = 1;
    std::size_t best_cost = std::numeric_limits<std::size_t>::max();
    for (std::size_t slots = 1; slots <= 64; slots *= 2) {
        std::size_t cost = 0;
        for (const std::size_t answers : found)
            cost += slots + (answers > slots ? cost_of_repeating + std::bit_ceil(answers) : 0);
        if (cost < best_cost) {
            best = slots;
            best_cost = cost;
        }
    }
    return best;
}

/// Collects all answers of all queries, at most `limit` of each. Queries go in blocks with a few
/// slots each, whose number some of them decide. Queries with more answers are repeated, together
/// with others that have about as many, so that no more than half of their slots stay empty.
/// @param call  answers a batch of queries: (queries, columns of rows, found, slots per query)
/// @throws py::error_already_set if a signal handler raises between blocks
template <class Queries, class Columns, class Call>
void gather_ragged(const Queries& all, std::span<const Field<Queries>> fields,
                   RaggedColumns<Columns>& columns, std::size_t limit, Call&& call) {
    constexpr std::size_t most_queries = std::size_t{1} << 17, queries_at_first = 2048;
    constexpr std::size_t slots_at_once = 16 * most_queries;
    constexpr std::size_t sample = 512; // queries that decide on the slots
    columns.offsets.assign(all.count + 1, 0);
    columns.found.resize(all.count);
    std::vector<std::vector<std::uint32_t>> buffers;
    std::vector<std::vector<std::uint32_t>> by_slots; // queries by the logarithm of their slots
    std::size_t usual = 0;
    if (!columns.empty() && all.count > 0) {
        std::vector<std::uint32_t> numbers(std::min(all.count, sample));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<std::uint32_t>(i * all.count / numbers.size());
        std::vector<std::uint32_t> found(numbers.size());
        call(pick(all, fields, numbers, buffers), Columns(), Output<std::uint32_t>(found), 0);
        usual = std::min(first_slots(found), limit);
    }
    Pace pace(queries_at_first);
    std::size_t count = 0;
    for (std::size_t first = 0; first < all.count; first += count) {
        count = std::min(most_queries, pace.next(all.count - first));
        const Queries part = slice(all, fields, first, count);
        const std::span<std::uint32_t> found(columns.found.data() + first, count);
        const std::size_t slots = usual;
        call(part, columns.rows(count * slots), Output<std::uint32_t>(found), slots);
        pace.done();

        by_slots.clear();
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t kept = std::min<std::size_t>(found[i], limit);
            columns.offsets[first + i + 1] =
                columns.offsets[first + i] + static_cast<std::int64_t>(kept);
            if (kept > slots && slots > 0) {
                const auto level = static_cast<std::size_t>(std::bit_width(kept - 1));
                by_slots.resize(std::max(by_slots.size(), level + 1));
                by_slots[level].push_back(static_cast<std::uint32_t>(i));
            }
        }
        columns.resize(static_cast<std::size_t>(columns.offsets[first + count]));
        for (std::size_t i = 0; i < count && slots > 0; ++i) {
            if (std::min<std::size_t>(found[i], limit) <= slots) {
                columns.keep(i * slots, static_cast<std::size_t>(columns.offsets[first + i]),
                             std::min<std::size_t>(found[i], limit));
            }
        }
        for (std::size_t level = 0; level < by_slots.size(); ++level) {
            const std::size_t more = std::size_t{1} << level;
            const std::size_t most = std::max<std::size_t>(1, slots_at_once / more);
            const std::span<const std::uint32_t> queries = by_slots[level];
            Pace pace_of_repeats(std::min(most, queries_at_first));
            std::size_t at_once = 0;
            for (std::size_t done = 0; done < queries.size(); done += at_once) {
                at_once = std::min(most, pace_of_repeats.next(queries.size() - done));
                const auto numbers = queries.subspan(done, at_once);
                std::vector<std::uint32_t> again(numbers.size());
                call(pick(part, fields, numbers, buffers), columns.rows(numbers.size() * more),
                     Output<std::uint32_t>(again), more);
                pace_of_repeats.done();
                for (std::size_t i = 0; i < numbers.size(); ++i) {
                    columns.keep(i * more,
                                 static_cast<std::size_t>(columns.offsets[first + numbers[i]]),
                                 std::min<std::size_t>(again[i], limit));
                }
            }
        }
    }
}

} // namespace lanecast::python
