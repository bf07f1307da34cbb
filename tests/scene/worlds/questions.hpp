#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <variant>

#include "scene/worlds/answers.hpp"
#include "scene/worlds/batches.hpp"

/// All questions to a scene, with a common interface. A question has
///     Query, Columns  one query in the tests, and a batch of them in the library
///     Record          one result
///     row, counts     results per query; whether the question returns their number
///     meanings        the options that change its results
///     ask(scene, columns, answers, options)
namespace worlds {

using lanecast::Interior;
using lanecast::Options;
using lanecast::Scene;
using lanecast::Summary;

struct OfRays {
    using Query = hostile::Ray;
    using Columns = lanecast::Rays;
    static constexpr std::array<Options, 4> meanings = {{
        {.interior = Interior::solid, .backfaces = lanecast::Backfaces::hit},
        {.interior = Interior::surface, .backfaces = lanecast::Backfaces::hit},
        {.interior = Interior::solid, .backfaces = lanecast::Backfaces::cull},
        {.interior = Interior::surface, .backfaces = lanecast::Backfaces::cull},
    }};
};

struct OfSpheres {
    using Query = hostile::QuerySphere;
    using Columns = lanecast::OverlapQueries;
    static constexpr std::array<Options, 1> meanings = {};
};

struct OneAnswer {
    static constexpr std::size_t row = 1;
    static constexpr bool counts = false;
};

struct AllAnswers {
    std::size_t row;
    static constexpr bool counts = true;
};

struct ClosestHit : OfRays, OneAnswer {
    using Record = lanecast::Hit;
    static constexpr const char* name = "closest_hit";
    static Summary ask(const Scene& scene, const Columns& rays, Answers<Record>& answers,
                       const Options& options) {
        return closest_hit(scene, rays, into(answers.records), options);
    }
};

struct Occluded : OfRays, OneAnswer {
    using Record = std::uint8_t;
    static constexpr const char* name = "occluded";
    static Summary ask(const Scene& scene, const Columns& rays, Answers<Record>& answers,
                       const Options& options) {
        return occluded(scene, rays, answers.records, options);
    }
};

struct AllHits : OfRays, AllAnswers {
    using Record = lanecast::Hit;
    static constexpr const char* name = "all_hits";
    static constexpr std::array meanings = {OfRays::meanings.front(), OfRays::meanings.back()};
    static Summary ask(const Scene& scene, const Columns& rays, Answers<Record>& answers,
                       const Options& options) {
        return all_hits(
            scene, rays,
            {.hits = into(answers.records), .found = answers.found, .capacity = answers.row},
            options);
    }
};

struct Sweep : OneAnswer {
    using Query = hostile::Sweep;
    using Columns = lanecast::Sweeps;
    using Record = lanecast::Impact;
    static constexpr const char* name = "sweep";
    static constexpr std::array<Options, 2> meanings = {
        {{.start_overlap = lanecast::StartOverlap::report},
         {.start_overlap = lanecast::StartOverlap::ignore}}};
    static Summary ask(const Scene& scene, const Columns& sweeps, Answers<Record>& answers,
                       const Options& options) {
        return sweep(scene, sweeps, into(answers.records), options);
    }
};

/// Separate from Sweep, so that the recorded hashes of Sweep stay unchanged.
struct LeavingSweep : Sweep {
    static constexpr const char* name = "leaving_sweep";
    static constexpr std::array<Options, 1> meanings = {
        {{.start_overlap = lanecast::StartOverlap::leaving}}};
};

struct Overlaps : OfSpheres, OneAnswer {
    using Record = std::uint8_t;
    static constexpr const char* name = "overlaps";
    static Summary ask(const Scene& scene, const Columns& spheres, Answers<Record>& answers,
                       const Options& options) {
        return overlaps(scene, spheres, answers.records, options);
    }
};

struct AllOverlaps : OfSpheres, AllAnswers {
    using Record = Overlapping;
    static constexpr const char* name = "all_overlaps";
    static Summary ask(const Scene& scene, const Columns& spheres, Answers<Record>& answers,
                       const Options& options) {
        return all_overlaps(scene, spheres,
                            {.id = lanecast::field(answers.records, &Overlapping::id),
                             .part = lanecast::field(answers.records, &Overlapping::part),
                             .found = answers.found,
                             .capacity = answers.row},
                            options);
    }
};

struct ClosestPoint : OneAnswer {
    using Query = hostile::Point;
    using Columns = lanecast::Points;
    using Record = lanecast::ClosestPoint;
    static constexpr const char* name = "closest_point";
    static constexpr std::array<Options, 1> meanings = {};
    static Summary ask(const Scene& scene, const Columns& points, Answers<Record>& answers,
                       const Options& options) {
        return closest_point(scene, points, into(answers.records), options);
    }
};

/// Calls body(question) for each question. Questions with rows have several capacities, because a
/// scene finds up to 64 hits at a time.
template <class Body>
void for_all_questions(Body body) {
    body(ClosestHit{});
    body(Occluded{});
    body(Sweep{});
    body(Overlaps{});
    body(ClosestPoint{});
    for (const std::size_t capacity : {0u, 1u, 3u, 64u, 65u, 200u}) {
        body(AllHits{{}, {capacity}});
        body(AllOverlaps{{}, {capacity}});
    }
    body(LeavingSweep{}); // last, because the fuzzer's corpus numbers the questions
}

template <class Question>
std::string name_of(const Question& question) {
    std::string name = Question::name;
    return Question::counts ? name + " of " + std::to_string(question.row) : name;
}

/// Room for the results of `count` queries. Memory that a call does not write keeps a filling that
/// no result has.
template <class Question>
Answers<typename Question::Record> room_for(const Question& question, std::size_t count) {
    constexpr int filling = 0x5A;
    Answers<typename Question::Record> room;
    room.row = question.row;
    room.records.resize(count * question.row);
    for (auto& record : room.records)
        std::memset(static_cast<void*>(&record), filling, sizeof record);
    room.found.resize(Question::counts ? count : 0, 0x5A5A5A5A);
    return room;
}

template <class Question>
const typename Question::Columns& columns_for(const Question&, const hostile::Queries& queries) {
    return std::get<typename Question::Columns>(queries);
}

/// Runs `count` queries of the batch, from `first` on.
template <class Question>
auto ask(const Question& question, const Scene& scene, const Batch<typename Question::Query>& batch,
         std::size_t first, std::size_t count, const Options& options) {
    auto answers = room_for(question, count);
    answers.summary =
        question.ask(scene, columns_for(question, batch.columns(first, count)), answers, options);
    return answers;
}

template <class Question>
auto ask(const Question& question, const Scene& scene, const Batch<typename Question::Query>& batch,
         const Options& options = {}) {
    return ask(question, scene, batch, 0, batch.size(), options);
}

/// The same options with another traversal and number of threads.
inline Options with_traversal(Options meaning, lanecast::Traversal traversal,
                              std::uint32_t threads) {
    meaning.traversal = traversal;
    meaning.threads = threads;
    return meaning;
}

} // namespace worlds
