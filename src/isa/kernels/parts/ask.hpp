#pragma once

#include "isa/kernels/parts/answer_row.hpp"
#include "isa/kernels/single/walk.hpp"

/// The loop over the blocks of a part that is common to all questions: queries against a scene.
namespace lanecast::LANECAST_ISA {
namespace {

/// Number of queries that engines which answer one by one prepare at a time. It is limited by the
/// space on the stack.
template <class Query>
constexpr int few_queries = 2 * group_size;
template <class Query>
requires requires { Query::few_queries; }
constexpr int few_queries<Query> = Query::few_queries;

template <class Query>
using FewQueries = QueryBlock<Query, few_queries<Query>>;

/// Engine that answers the queries of a block one by one.
template <class Way>
struct OneByOne {
    using ForOne = Way; ///< for ask_one()

    /// Memory for answering a part of a batch.
    template <class Query>
    struct Room {
        FewQueries<Query> queries;
        explicit Room(const Scratch&) {}
    };

    /// The first answer of each active and valid query.
    template <class Question, class Room>
    static void first_answers(const SceneView& scene, const Room& room, const Block& block,
                              Settings settings, AnswerBlock& answers) {
        const auto& queries = room.queries;
        for (int i = 0; i < block.size; ++i)
            if (queries.is_asked(i))
                answers.set(i, first_of<Question, Way, SceneLeaves>(scene, queries.group(i),
                                                                    queries.place(i), settings));
    }
    /// Whether each query has an answer.
    template <class Question, class Room>
    static void any_answers(const SceneView& scene, const Room& room, const Block& block,
                            Settings settings, bool* hits) {
        const auto& queries = room.queries;
        for (int i = 0; i < block.size; ++i)
            hits[i] = queries.is_asked(i) &&
                      any_of<Question, Way, SceneLeaves>(scene, queries.group(i), queries.place(i),
                                                         settings);
    }
};

/// Prepares the queries of the part block by block, and calls visit(block) for each.
template <class Query, int size, class Visit>
void for_each_query_block(const SceneView& scene, const typename Query::Columns& columns,
                          BatchPart part, QueryCounts& counts, QueryBlock<Query, size>& queries,
                          Visit visit) {
    const auto visit_prepared = [&](const auto& inputs, const Block& block) {
        counts.invalid += queries.template prepare<W>(inputs, block, scene);
        visit(block);
    };
    if (part.last - part.first == 1)
        return visit_prepared(one_input<W>(columns.at, part.first), Block{part.first, 1});
    StagedInputs<Query::Inputs::count, W, size> staged(columns.at, part.last - part.first);
    for_each_block<size>(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        visit_prepared(staged, block);
    });
}

/// A single prepared query, in the first lane of narrow vectors.
template <class Query>
class OneQuery {
public:
    template <class Words>
    OneQuery(const SceneView& scene, const OneInput<leaf_lanes, Words>& input) {
        queries_.template prepare<leaf_lanes>(input, Block{0, 1}, 0, scene);
    }
    OneQuery(const SceneView& scene, const std::uint32_t* words)
        : OneQuery(scene, one_input<leaf_lanes>([=](int column) { return words[column]; })) {}

    template <class Question, class Way>
    [[nodiscard]] Answer first(const SceneView& scene, Settings settings) const {
        if (!queries_.is_asked(0))
            return {__builtin_inff(), no_id, 0, 0, 0};
        return first_of<Question, Way, SceneLeaves>(scene, queries_, 0, settings);
    }
    template <class Question, class Way>
    [[nodiscard]] bool any(const SceneView& scene, Settings settings) const {
        return queries_.is_asked(0) &&
               any_of<Question, Way, SceneLeaves>(scene, queries_, 0, settings);
    }
    [[nodiscard]] std::uint32_t miss_flags() const { return queries_.miss_flags[0]; }
    /// The query in all lanes.
    [[nodiscard]] auto lanes() const { return queries_.prepared.template spread<leaf_lanes>(0); }

private:
    QueryGroup<Query> queries_;
};

/// The first answer of a batch of one query, without details: with as few instructions around the
/// descent as possible.
template <class Question, class Way>
QueryCounts ask_one(const SceneView& scene, const typename Question::Columns& columns,
                    const typename Question::AnswerColumns& answer_columns, std::size_t query,
                    Settings settings) {
    const OneQuery<typename Question::Query> one(scene, one_input<leaf_lanes>(columns.at, query));
    const Answer first = one.template first<Question, Way>(scene, settings);
    write_answer(answer_columns.at, query, first.found() ? first.t : __builtin_inff(), first.id,
                 first.part);
    return {.hits = first.found(), .invalid = one.miss_flags() != 0, .truncated = 0};
}

/// The first answer of each query.
template <class Question, class Engine>
QueryCounts ask_first(const SceneView& scene, const typename Question::Columns& columns,
                      const typename Question::AnswerColumns& answer_columns, BatchPart part,
                      Settings settings, const Scratch& scratch) {
    if constexpr (requires { typename Engine::ForOne; }) {
        if (part.last - part.first == 1 && !wants_details(answer_columns))
            return ask_one<Question, typename Engine::ForOne>(scene, columns, answer_columns,
                                                              part.first, settings);
    }
    typename Question::template Answers<W> out(answer_columns);
    const bool details_wanted = out.details_wanted();
    QueryCounts counts = {};
    AnswerBlock answers;
    typename Engine::template Room<typename Question::Query> room(scratch);
    for_each_query_block(scene, columns, part, counts, room.queries, [&](const Block& block) {
        for (int i = 0; i < block.size; i += W)
            answers.set_misses<W>(i);
        Engine::template first_answers<Question>(scene, room, block, settings, answers);
        if (scene.motion != nullptr)
            answers.set_queries(block.first, block.padded<W>());
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
            out.write_details(
                i, hit,
                details_of<Question, SceneLeaves>(group.prepared.template load<W>(place), answers,
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
    for_each_query_block(scene, columns, part, counts, room.queries, [&](const Block& block) {
        bool hits[block_size];
        Engine::template any_answers<Question>(scene, room, block, settings, hits);
        for (int i = 0; i < block.size; ++i) {
            write_truths(column, block.first + static_cast<std::size_t>(i), 1, hits[i]);
            counts.hits += hits[i];
        }
    });
    return counts;
}

/// All answers of each query in order, as many as fit.
template <class Question, class Engine>
QueryCounts ask_all(const SceneView& scene, const typename Question::Columns& columns,
                    const typename Question::AnswerColumns& rows, BatchPart part, Settings settings,
                    const Scratch&) {
    QueryCounts counts = {};
    FewQueries<typename Question::Query> block_queries;
    for_each_query_block(scene, columns, part, counts, block_queries, [&](const Block& block) {
        for (int in_block = 0; in_block < block.size; ++in_block) {
            const auto& queries = block_queries.group(in_block);
            const int i = block_queries.place(in_block);
            const std::size_t query = block.first + static_cast<std::size_t>(in_block);
            AnswerRow<Question> row(rows, query);
            std::size_t found = 0;
            if (queries.is_asked(i)) {
                // If no answer can repeat, the first round counts all of them. Otherwise each round
                // counts the answers in its list. Further rounds follow, each beginning where the
                // last one ended, while the row has room for more than one list or more answers
                // must be counted.
                const bool sees_all = !scene.has_repeats;
                AnswerList list;
                do {
                    const bool first_round = !list.has_after;
                    list.begin(sees_all ? row.room() : AnswerList::most, sees_all && first_round);
                    all_of<Question, Engine, SceneLeaves>(scene, queries, i, settings, list);
                    if (!sees_all)
                        found += static_cast<std::size_t>(list.size);
                    else if (first_round)
                        found = list.passed;
                    row.write(list, queries, i, scene, settings);
                } while (list.go_on() && (row.room() != 0 || !sees_all));
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
