#pragma once

#include <array>
#include <type_traits>

#include "host/batch/run.hpp"
#include "host/batch/scene_call.hpp"
#include "host/batch/searched_scene.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "host/parallel/workers.hpp"
#include "host/plan/explain.hpp"

namespace lanecast::host {

/// Returns which engines support a type of query on a scene.
template <class Queries, class Answers>
std::array<bool, engines> engines_for(const QuestionKernels<Queries, Answers>& kernels,
                                      const SceneView& scene) {
    std::array<bool, engines> offers = {};
    for (std::size_t engine = 0; engine < kernel_engines; ++engine)
        offers[engine] = kernels.engine[engine] != nullptr;
    offers[static_cast<std::size_t>(Engine::stream)] = kernels.stream.pack != nullptr;
    if (scene.leaves[static_cast<std::size_t>(Kind::instance)].all != 0)
        offers[static_cast<std::size_t>(Engine::packets)] = false;
    return offers;
}

/// Whether queries are coherent rays: see CallFacts.
template <class Queries>
bool are_coherent(const SceneView& scene, const Queries& columns, BatchPart part, float most) {
    if constexpr (std::is_same_v<Queries, RayColumns>) {
        const FloatEnvironment environment;
        return kernels().scene->coherent(scene, columns, part, most);
    } else {
        return false;
    }
}

/// Whether queries are rays that lead to one point: see CallFacts.
template <class Queries>
bool are_converging(const Queries& columns, BatchPart part) {
    if constexpr (std::is_same_v<Queries, RayColumns>) {
        const FloatEnvironment environment;
        return kernels().scene->converging(columns, part);
    } else {
        return false;
    }
}

/// Whether queries are rays from far away: see facts.hpp.
template <class Queries>
bool are_far_rays(const SceneView& scene, const Queries& columns, std::size_t count) {
    if constexpr (std::is_same_v<Queries, RayColumns>)
        return are_far(scene, columns, count);
    else
        return false;
}

/// A query call of one type against a scene. Keeps references to its arguments.
/// @tparam Queries, Answers  types of columns
template <class Queries, class Answers>
class QuestionCall final : public SceneCall {
public:
    QuestionCall(const CallFacts& call_facts, const QuestionKernels<Queries, Answers>& kernels,
                 const Queries& query_columns, const Answers& answer_columns)
        : SceneCall(call_facts), kernels_(kernels), query_columns_(query_columns),
          answer_columns_(answer_columns),
          settings_(host::settings(call_facts.options, answer_columns)) {
        settings_.exhaustive = call_facts.without_tree;
    }

    QueryCounts answer(Engine engine, Order order, BatchPart part,
                       const Scratch& scratch) const override {
        Settings settings = settings_;
        settings.sorted = order == Order::sorted;
        return kernels_.engine[static_cast<std::size_t>(engine)](
            facts.scene, query_columns_, answer_columns_, part, settings, scratch);
    }
    std::size_t pack(const StreamPiece& piece, const StreamMemory& memory,
                     std::uint32_t* octant_sizes) const override {
        return kernels_.stream.pack(facts.scene, query_columns_, piece, settings_, memory,
                                    octant_sizes);
    }
    void descend(const StreamList& list, const StreamMemory& memory,
                 const Scratch& lists) const override {
        kernels_.stream.descend(facts.scene, query_columns_, list, settings_, memory, lists);
    }
    std::size_t write(BatchPart part, const StreamMemory& memory) const override {
        return kernels_.stream.write(facts.scene, answer_columns_, part, settings_, memory);
    }

private:
    const QuestionKernels<Queries, Answers>& kernels_;
    const Queries& query_columns_;
    const Answers& answer_columns_;
    Settings settings_;
};

/// Number of the column `ignore_count` of a type of query.
template <class Column>
constexpr int ignore_count_of(const Inputs<Column>&) {
    return Column::ignore_count;
}

/// Runs a call with a single query: with nothing to cut into parts and hand out, it spends few
/// instructions before the query.
template <class Queries, class Answers>
Summary run_one(const char* name, const SceneView& scene,
                const QuestionKernels<Queries, Answers>& kernels, const Queries& queries,
                const Answers& answers, const Options& options, bool without_tree) {
    const Engine engine = engine_for_one(scene, options.traversal, without_tree);
    if (explains()) [[unlikely]]
        explain_one(name, scene, host::kernels().isa, engine);
    Settings settings = host::settings(options, answers);
    settings.exhaustive = without_tree;
    const FloatEnvironment environment;
    return summary(1, kernels.engine[static_cast<std::size_t>(engine)](
                          scene, queries, answers, {0, 1}, settings, Scratch{}));
}

/// Runs one call against a scene, as its plan says.
/// @param name  of the function that was called
template <class Queries, class Answers>
Summary run_question(const char* name, const SceneView& scene,
                     const QuestionKernels<Queries, Answers>& kernels, const Queries& queries,
                     std::size_t count, const Answers& answers, const Options& options) {
    const bool is_free = options.traversal == Traversal::automatic;
    const bool without_tree = options.traversal == Traversal::exhaustive ||
                              (is_free && are_far_rays(scene, queries, count));
    const SearchedScene searched(scene, queries.at[ignore_count_of(queries)], count);
    if (count == 1 && is_free)
        return run_one(name, searched.view(), kernels, queries, answers, options, without_tree);
    const auto coherent = [&](BatchPart part, float most) {
        return are_coherent(searched.view(), queries, part, most);
    };
    const auto converging = [&](BatchPart part) { return are_converging(queries, part); };
    const CallFacts facts = {.name = name,
                             .scene = searched.view(),
                             .queries = count,
                             .options = options,
                             .workers = workers_of(options),
                             .isa = host::kernels().isa,
                             .without_tree = without_tree,
                             .offers = engines_for(kernels, searched.view()),
                             .can_be_sorted = std::is_same_v<Answers, WritableColumn>,
                             .is_coherent = coherent,
                             .is_converging = converging};
    return run_on_scene(QuestionCall(facts, kernels, queries, answers));
}

} // namespace lanecast::host
