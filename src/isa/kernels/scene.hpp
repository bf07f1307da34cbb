#pragma once

#include "isa/kernels/leaf.hpp"
#include "isa/kernels/mixed_leaf.hpp"
#include "isa/kernels/single.hpp"

/// Queries against a scene: the engines, and what is the same for all questions. Each kind of query
/// has a translation unit of its own (scene_rays.cpp and the like).
namespace lanecast::LANECAST_ISA {
namespace {

/// Calls visit(kind, LeafRun) for all primitives, or for those outside the tree, until it answers
/// true.
template <class Visit>
bool visit_all(const SceneView& scene, bool only_outside, Visit visit) {
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind) {
        const LeafArray& leaves = scene.leaves[kind];
        const std::uint32_t skipped = only_outside ? leaves.in_tree : 0;
        const auto units =
            static_cast<std::uint32_t>(shape_kernels.block_floats[kind]) / unit_floats;
        const LeafRun run = {scene.memory, leaves.first + skipped * units, leaves.all - skipped};
        if (run.count != 0 && visit(kind, run))
            return true;
    }
    const LeafRun mixed = {scene.memory, scene.first_mixed, scene.mixed_blocks, true};
    return !only_outside && mixed.count != 0 &&
           visit(static_cast<std::uint32_t>(Kind::mixed), mixed);
}

/// Tests every primitive.
struct Exhaustive {
    static constexpr bool uses_tree = false;
};

/// Goes down the tree with one query.
struct Single {
    static constexpr bool uses_tree = true;
    template <class Query, class Limit, class Visit>
    static bool traverse(const SceneView& scene, const QueryGroup<Query>& queries, int i,
                         Limit limit, Visit visit) {
        return traverse_single<typename Query::Boxes>(scene, queries.prepared.box, i, limit, visit);
    }
};

/// Calls visit(kind, LeafRun) until it answers true for all leaves that may answer query i before
/// limit().
template <class Engine, class Query, class Limit, class Visit>
bool walk(const SceneView& scene, const QueryGroup<Query>& queries, int i, Limit limit,
          Visit visit) {
    if constexpr (Engine::uses_tree) {
        if (!queries.prepared.box.outside[i]) {
            if (scene.has_tree && Engine::traverse(scene, queries, i, limit, visit))
                return true;
            return scene.has_shapes_outside && visit_all(scene, true, visit);
        }
    }
    return visit_all(scene, false, visit);
}

// Functions of their own, so that a traversal has the registers to itself.
template <class Question, class Engine>
[[gnu::noinline]] Answer first_of(const SceneView& scene,
                                  const QueryGroup<typename Question::Query>& queries, int i,
                                  Settings settings) {
    Answer first = {queries.prepared.limit(i), no_id, 0, 0, 0};
    walk<Engine>(
        scene, queries, i, [&] { return first.t; },
        [&](std::uint32_t kind, LeafRun run) {
            leaf_first_of<Question>.of[kind](queries, i, run, settings, first);
            return false;
        });
    return first;
}

template <class Question, class Engine>
[[gnu::noinline]] bool any_of(const SceneView& scene,
                              const QueryGroup<typename Question::Query>& queries, int i,
                              Settings settings) {
    return walk<Engine>(
        scene, queries, i, [&] { return queries.prepared.limit(i); },
        [&](std::uint32_t kind, LeafRun run) {
            return leaf_any_of<Question>.of[kind](queries, i, run, settings);
        });
}

/// Adds the answers to query i. If not all need to be counted, boxes farther away than those that
/// the list has room for are left out, unless the order of answers says nothing of boxes: ids of
/// overlaps lie anywhere in the ball.
template <class Question, class Engine>
[[gnu::noinline]] void all_of(const SceneView& scene,
                              const QueryGroup<typename Question::Query>& queries, int i,
                              bool count_all, Settings settings, AnswerList& answers) {
    const float farthest = queries.prepared.limit(i);
    const bool keep_limit = count_all || !Question::nearer_is_first;
    walk<Engine>(
        scene, queries, i, [&] { return keep_limit ? farthest : answers.limit(farthest); },
        [&](std::uint32_t kind, LeafRun run) {
            leaf_all_of<Question>.of[kind](queries, i, run, settings, answers);
            return false;
        });
}

/// Queries that are asked one by one are prepared so many at a time: no more than the stack has
/// room for.
template <class Query>
using FewQueries = QueryBlock<Query, 2 * group_size>;

/// An engine that answers the queries of a block one by one.
template <class Way>
struct OneByOne {
    using Alone = Way; ///< of ask_alone()

    /// What a part of a batch is answered with.
    template <class Query>
    struct Room {
        FewQueries<Query> queries;
        explicit Room(const Scratch&) {}
    };

    /// The first answer of each query that is asked.
    template <class Question, class Room>
    static void first_answers(const SceneView& scene, const Room& room, const Block& block,
                              Settings settings, AnswerBlock& answers) {
        const auto& queries = room.queries;
        for (int i = 0; i < block.size; ++i)
            if (queries.is_asked(i))
                answers.set(i, first_of<Question, Way>(scene, queries.group(i), queries.place(i),
                                                       settings));
    }
    /// Whether each query has an answer.
    template <class Question, class Room>
    static void any_answers(const SceneView& scene, const Room& room, const Block& block,
                            Settings settings, bool* hits) {
        const auto& queries = room.queries;
        for (int i = 0; i < block.size; ++i)
            hits[i] = queries.is_asked(i) &&
                      any_of<Question, Way>(scene, queries.group(i), queries.place(i), settings);
    }
};

/// The details of answers j to j + W - 1, which belong to `queries`.
template <class Question>
auto details_of(const typename Question::template Lanes<W>& queries, const AnswerBlock& answers,
                int j, const SceneView& scene, Settings settings) {
    auto details = Question::template no_details<W>();
    unsigned kinds = 0;
    for (int lane = 0; lane < W; ++lane)
        kinds |= answers.id[j + lane] == no_id ? 0 : 1u << answers.kind[j + lane];
    for (; kinds != 0; kinds &= kinds - 1)
        leaf_details_of<Question>.of[__builtin_ctz(kinds)](queries, answers, j, scene, settings,
                                                           details);
    return details;
}

/// Calls visit(block) for each block of the part, when `queries` are its queries.
template <class Query, int size, class Visit>
void for_each_query_block(const typename Query::Columns& columns, BatchPart part,
                          QueryCounts& counts, QueryBlock<Query, size>& queries, Visit visit) {
    const auto visit_prepared = [&](const auto& inputs, const Block& block) {
        counts.invalid += queries.template prepare<W>(inputs, block);
        visit(block);
    };
    if (part.last - part.first == 1)
        return visit_prepared(OneInput<W>(columns.at, part.first), Block{part.first, 1});
    StagedInputs<Query::Inputs::count, W> staged(columns.at, part.last - part.first);
    for_each_block<size>(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        visit_prepared(staged, block);
    });
}

/// The first answer of a query that is asked alone, and no details of it: as few instructions as
/// there can be around the way through the tree.
template <class Question, class Way>
QueryCounts ask_alone(const SceneView& scene, const typename Question::Columns& columns,
                      const typename Question::AnswerColumns& answer_columns, std::size_t query,
                      Settings settings) {
    QueryGroup<typename Question::Query> queries;
    const std::size_t invalid =
        queries.template prepare<W>(OneInput<W>(columns.at, query), Block{query, 1}, 0);
    Answer first = {__builtin_inff(), no_id, 0, 0, 0};
    if (queries.is_asked(0))
        first = first_of<Question, Way>(scene, queries, 0, settings);
    write_answer(answer_columns.at, query, first.found() ? first.t : __builtin_inff(), first.id,
                 first.part);
    return {.hits = first.found(), .invalid = invalid, .truncated = 0};
}

/// The first answer of each query.
template <class Question, class Engine>
QueryCounts ask_first(const SceneView& scene, const typename Question::Columns& columns,
                      const typename Question::AnswerColumns& answer_columns, BatchPart part,
                      Settings settings, const Scratch& scratch) {
    if constexpr (requires { typename Engine::Alone; }) {
        if (part.last - part.first == 1 && !wants_details(answer_columns))
            return ask_alone<Question, typename Engine::Alone>(scene, columns, answer_columns,
                                                               part.first, settings);
    }
    typename Question::template Answers<W> out(answer_columns);
    const bool details_wanted = out.details_wanted();
    QueryCounts counts = {};
    AnswerBlock answers;
    typename Engine::template Room<typename Question::Query> room(scratch);
    for_each_query_block(columns, part, counts, room.queries, [&](const Block& block) {
        for (int i = 0; i < block.size; i += W)
            answers.set_misses<W>(i);
        Engine::template first_answers<Question>(scene, room, block, settings, answers);
        out.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const auto id = Int<W>::load(answers.id + i);
            const Mask<W> hit = ~(id == Int<W>(no_id));
            counts.hits += count_bits(hit.bits());
            out.write(i, hit, Float<W>::load(answers.t + i), id, Int<W>::load(answers.part + i));
            if (!details_wanted)
                continue;
            const auto& group = room.queries.group(i);
            const int place = room.queries.place(i);
            out.write_details(i, hit,
                              details_of<Question>(group.prepared.template load<W>(place), answers,
                                                   i, scene, settings),
                              Int<W>::load(group.miss_flags + place));
        }
        out.flush(block);
    });
    return counts;
}

/// Whether each query has an answer.
template <class Question, class Engine>
QueryCounts ask_any(const SceneView& scene, const typename Question::Columns& columns,
                    const WritableColumn& column, BatchPart part, Settings settings,
                    const Scratch& scratch) {
    QueryCounts counts = {};
    typename Engine::template Room<typename Question::Query> room(scratch);
    for_each_query_block(columns, part, counts, room.queries, [&](const Block& block) {
        bool hits[block_size];
        Engine::template any_answers<Question>(scene, room, block, settings, hits);
        for (int i = 0; i < block.size; ++i) {
            write_truths(column, block.first + static_cast<std::size_t>(i), 1, hits[i]);
            counts.hits += hits[i];
        }
    });
    return counts;
}

/// A query's row of answers, written from the first slot on.
template <class Question>
class AnswerRow {
public:
    AnswerRow(const typename Question::AnswerColumns& rows, std::size_t query)
        : out_(rows.columns), next_(query * rows.capacity), end_(next_ + rows.capacity) {}

    [[nodiscard]] std::size_t room() const { return end_ - next_; }

    /// Answers of query i of the group.
    template <class Queries>
    void write(const AnswerList& list, const Queries& queries, int i, const SceneView& scene,
               Settings settings) {
        AnswerBlock answers;
        const Block block = {next_, list.size};
        for (int j = 0; j < block.padded<W>(); ++j) {
            if (j < list.size)
                answers.set(j, list.answers[j]);
            else
                answers.set_miss(j);
        }
        put(block, answers, [&](int j, Mask<W> hit) {
            if constexpr (Question::has_details) {
                const auto lanes = queries.prepared.template spread<W>(i);
                out_.write_details(j, hit, details_of<Question>(lanes, answers, j, scene, settings),
                                   Int<W>(0));
            }
        });
    }

    /// Fills the rest of the row.
    void write_misses(std::uint32_t miss_flags) {
        if (room() == 0)
            return;
        AnswerBlock answers;
        for (int j = 0; j < block_size; j += W)
            answers.set_misses<W>(j);
        while (room() != 0) {
            const int size = room() < block_size ? static_cast<int>(room()) : block_size;
            put({next_, size}, answers, [&](int j, Mask<W> hit) {
                if constexpr (Question::has_details)
                    out_.write_details(j, hit, Question::template no_details<W>(),
                                       Int<W>(miss_flags));
            });
        }
    }

private:
    template <class WriteDetails>
    void put(const Block& block, const AnswerBlock& answers, WriteDetails write_details) {
        out_.stage(block);
        for (int j = 0; j < block.size; j += W) {
            const auto id = Int<W>::load(answers.id + j);
            const Mask<W> hit = ~(id == Int<W>(no_id));
            out_.write(j, hit, Float<W>::load(answers.t + j), id, Int<W>::load(answers.part + j));
            if (out_.details_wanted())
                write_details(j, hit);
        }
        out_.flush(block);
        next_ += static_cast<std::size_t>(block.size);
    }

    typename Question::template Answers<W> out_;
    std::size_t next_, end_;
};

/// All answers of each query, in order, as many as fit.
template <class Question, class Engine>
QueryCounts ask_all(const SceneView& scene, const typename Question::Columns& columns,
                    const typename Question::AnswerColumns& rows, BatchPart part, Settings settings,
                    const Scratch&) {
    QueryCounts counts = {};
    FewQueries<typename Question::Query> block_queries;
    for_each_query_block(columns, part, counts, block_queries, [&](const Block& block) {
        for (int in_block = 0; in_block < block.size; ++in_block) {
            const auto& queries = block_queries.group(in_block);
            const int i = block_queries.place(in_block);
            const std::size_t query = block.first + static_cast<std::size_t>(in_block);
            AnswerRow<Question> row(rows, query);
            std::size_t found = 0;
            if (queries.is_asked(i)) {
                // The first round counts them all. If the row has room for more than a list
                // holds, each further round begins where the one before ended.
                AnswerList list;
                do {
                    const bool first_round = !list.has_after;
                    list.begin(row.room());
                    all_of<Question, Engine>(scene, queries, i, first_round, settings, list);
                    if (first_round)
                        found = list.passed;
                    if (list.size != 0)
                        row.write(list, queries, i, scene, settings);
                } while (list.go_on() && row.room() != 0);
            }
            row.write_misses(queries.miss_flags[i]);
            if (rows.found.address != nullptr)
                *element(rows.found, query) = static_cast<std::uint32_t>(found);
            counts.hits += found != 0;
            counts.truncated += found > rows.capacity;
        }
    });
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
