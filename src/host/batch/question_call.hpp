#pragma once

#include <array>
#include <type_traits>

#include "host/batch/choice.hpp"
#include "host/batch/run.hpp"
#include "host/batch/scene_call.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"

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
        for (const Engine engine : {Engine::packets, Engine::sorted})
            offers[static_cast<std::size_t>(engine)] = false;
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

/// Whether queries are rays from far away: see choice.hpp.
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
          settings_(host::settings(call_facts.options, answer_columns)) {}

    QueryCounts answer(Engine engine, BatchPart part, const Scratch& scratch) const override {
        return kernels_.engine[static_cast<std::size_t>(engine)](
            facts.scene, query_columns_, answer_columns_, part, settings_, scratch);
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

/// The scene as a call searches it: with its copies, if a query needs them.
class SearchedScene {
public:
    SearchedScene(const SceneView& scene, const ReadableColumn& ignore_count, std::size_t queries)
        : view_(&scene) {
        if (needs_copies(scene, ignore_count, queries)) [[unlikely]] {
            with_copies_ = scene;
            with_copies_.root_of_firsts = 0;
            view_ = &with_copies_;
        }
    }
    SearchedScene(const SearchedScene&) = delete;
    SearchedScene& operator=(const SearchedScene&) = delete;

    [[nodiscard]] const SceneView& view() const { return *view_; }

private:
    const SceneView* view_;
    SceneView with_copies_; // set only if it is searched
};

/// Number of the column `ignore_count` of a type of query.
template <class Column>
constexpr int ignore_count_of(const Inputs<Column>&) {
    return Column::ignore_count;
}

/// Runs a call with a single query: with nothing to cut into parts and hand out, and little to
/// choose, it spends few instructions before the query.
template <class Queries, class Answers>
Summary run_one(const SceneView& scene, const QuestionKernels<Queries, Answers>& kernels,
                const Queries& queries, const Answers& answers, const Options& options) {
    const FloatEnvironment environment;
    const auto engine = static_cast<std::size_t>(choose_for_one(scene, options.traversal));
    return summary(1, kernels.engine[engine](scene, queries, answers, {0, 1},
                                             host::settings(options, answers), Scratch{}));
}

/// Runs one call against a scene, with the engine that suits it.
template <class Queries, class Answers>
Summary run_question(const SceneView& scene, const QuestionKernels<Queries, Answers>& kernels,
                     const Queries& queries, std::size_t count, const Answers& answers,
                     const Options& options) {
    if (options.traversal == Traversal::automatic && are_far_rays(scene, queries, count))
        [[unlikely]] {
        Options without_tree = options;
        without_tree.traversal = Traversal::exhaustive;
        return run_question(scene, kernels, queries, count, answers, without_tree);
    }
    const SearchedScene searched(scene, queries.at[ignore_count_of(queries)], count);
    if (count == 1 && options.traversal == Traversal::automatic)
        return run_one(searched.view(), kernels, queries, answers, options);
    const auto coherent = [&](BatchPart part, float most) {
        return are_coherent(searched.view(), queries, part, most);
    };
    const auto converging = [&](BatchPart part) { return are_converging(queries, part); };
    const CallFacts facts = {.scene = searched.view(),
                             .queries = count,
                             .options = options,
                             .isa = host::kernels().isa,
                             .offers = engines_for(kernels, searched.view()),
                             .is_coherent = coherent,
                             .is_converging = converging};
    return run_on_scene(QuestionCall(facts, kernels, queries, answers), choose_engine(facts));
}

} // namespace lanecast::host
