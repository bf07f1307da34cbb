#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "lanecast/pairwise.hpp"
#include "scene/worlds/questions.hpp"

/// The results that a scene should return, from pairwise tests of its shapes, one by one, and a
/// sort of the hits. The code uses neither a BVH nor a scene.
namespace worlds {

/// Results of one query and each shape of a part.
template <class Record>
struct Pairs {
    std::vector<Record> records;
    lanecast::Summary summary;
};

inline Pairs<lanecast::Hit> ask_pairs(const lanecast::Rays& ray, const Part& part,
                                      const Options& options) {
    Pairs<lanecast::Hit> pairs{std::vector<lanecast::Hit>(part.ids.count), {}};
    pairs.summary =
        lanecast::pairwise::closest_hit(ray, part.columns, into(pairs.records), options);
    return pairs;
}

inline Pairs<lanecast::Impact> ask_pairs(const lanecast::Sweeps& sweep, const Part& part,
                                         const Options& options) {
    Pairs<lanecast::Impact> pairs{std::vector<lanecast::Impact>(part.ids.count), {}};
    pairs.summary = lanecast::pairwise::sweep(sweep, part.columns, into(pairs.records), options);
    return pairs;
}

inline Pairs<lanecast::ClosestPoint> ask_pairs(const lanecast::Points& point, const Part& part,
                                               const Options& options) {
    Pairs<lanecast::ClosestPoint> pairs{std::vector<lanecast::ClosestPoint>(part.ids.count), {}};
    pairs.summary =
        lanecast::pairwise::closest_point(point, part.columns, into(pairs.records), options);
    return pairs;
}

inline Pairs<Overlapping> ask_pairs(const lanecast::OverlapQueries& sphere, const Part& part,
                                    const Options& options) {
    Pairs<Overlapping> pairs{std::vector<Overlapping>(part.ids.count), {}};
    std::vector<std::uint8_t> yes(part.ids.count);
    pairs.summary = lanecast::pairwise::overlaps(sphere, part.columns, yes, options);
    for (std::uint32_t i = 0; i < part.ids.count; ++i)
        pairs.records[i].id = yes[i] ? i : lanecast::no_id;
    return pairs;
}

template <class Question>
auto ask_one_by_one(const Question& question, const World& world,
                    const Batch<typename Question::Query>& batch, const Options& options) {
    using Record = typename Question::Record;
    auto answers = room_for(question, batch.size());
    answers.summary = {.queries = batch.size()};
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const hostile::Queries one = batch.columns(i, 1);
        typename Question::Columns query = columns_for(question, one);
        query.ignore = lanecast::no_id; // in pairwise calls this is the pair's index
        decltype(ask_pairs(query, world.parts[0], options).records) found;
        bool invalid = false;
        for (const Part& part : world.parts) {
            const auto pairs = ask_pairs(query, part, options);
            invalid = pairs.summary.invalid != 0;
            for (std::uint32_t k = 0; k < part.ids.count; ++k) {
                if (!pairs.records[k] || batch.ignores(i, part.ids[k]))
                    continue;
                found.push_back(pairs.records[k]);
                found.back().id = part.ids[k];
            }
        }
        std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
            return order_of(a) < order_of(b) || (order_of(a) == order_of(b) && a.id < b.id);
        });
        if constexpr (std::is_same_v<Record, std::uint8_t>) {
            answers.records[i] = found.empty() ? 0 : 1;
        } else {
            Record miss;
            if constexpr (requires { miss.flags; })
                miss.flags = invalid ? lanecast::flag::invalid : 0;
            for (std::size_t k = 0; k < question.row; ++k)
                answers.records[i * question.row + k] = k < found.size() ? found[k] : miss;
        }
        if (Question::counts)
            answers.found[i] = static_cast<std::uint32_t>(found.size());
        answers.summary.hits += found.empty() ? 0 : 1;
        answers.summary.invalid += invalid ? 1 : 0;
        answers.summary.truncated += Question::counts && found.size() > question.row ? 1 : 0;
    }
    return answers;
}

} // namespace worlds
