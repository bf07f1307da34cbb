#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/pairwise/pairwise_answers.hpp"
#include "lanecast/lanecast.hpp"

/// Results of a batch of any question, and comparisons of two such results.
namespace worlds {

/// One result of all_overlaps.
struct Overlapping {
    std::uint32_t id = lanecast::no_id;
    std::uint32_t part = lanecast::no_id;
    explicit operator bool() const noexcept { return id != lanecast::no_id; }
};

/// @tparam Record Hit, Impact, ClosestPoint, Overlapping, or std::uint8_t for a boolean
template <class Record>
struct Answers {
    std::size_t row = 1;              ///< number of records per query
    std::vector<Record> records;      ///< one row after the other
    std::vector<std::uint32_t> found; ///< one count per query, for questions that count
    lanecast::Summary summary;
};

/// The value by which results are sorted, before their ids.
inline float order_of(const lanecast::Hit& hit) { return hit.t; }
inline float order_of(const lanecast::Impact& impact) { return impact.t; }
inline float order_of(const lanecast::ClosestPoint& nearest) { return nearest.distance; }
inline float order_of(const Overlapping&) { return 0.0f; }

std::string to_string(const lanecast::Hit& hit);
std::string to_string(const lanecast::Impact& impact);
std::string to_string(const lanecast::ClosestPoint& nearest);
std::string to_string(const Overlapping& overlap);
std::string to_string(std::uint8_t yes_or_no);

bool same(const lanecast::Summary& a, const lanecast::Summary& b);

/// Compares records bit by bit, as memory.
template <class Record>
bool same(const Record& a, const Record& b) {
    return std::memcmp(&a, &b, sizeof(Record)) == 0;
}

/// Resets the columns that depend on how shapes were added, so that answers of different scenes, or
/// of a scene and of pairs, can be compared.
template <class Record>
void forget_batch(Record& record) {
    if constexpr (requires { record.part_user; }) {
        record.batch = record.index = lanecast::no_id;
        record.user = record.part_user = 0;
    }
}
template <class Record>
Answers<Record> without_batches(Answers<Record> answers) {
    for (Record& record : answers.records)
        forget_batch(record);
    return answers;
}

/// Describes the first query whose results differ; empty if there is none.
template <class Record>
std::string difference(const Answers<Record>& a, const Answers<Record>& b) {
    if (a.records.size() != b.records.size() || a.found.size() != b.found.size())
        return "batches of different sizes";
    for (std::size_t i = 0; i < a.records.size(); ++i)
        if (!same(a.records[i], b.records[i]))
            return "query " + std::to_string(i / a.row) + ": " + to_string(a.records[i]) +
                   "; and " + to_string(b.records[i]);
    for (std::size_t i = 0; i < a.found.size(); ++i)
        if (a.found[i] != b.found[i])
            return "query " + std::to_string(i) + ": found " + std::to_string(a.found[i]) +
                   " and " + std::to_string(b.found[i]);
    return same(a.summary, b.summary) ? "" : "the summaries";
}

using hostile::on_every_isa;

} // namespace worlds
