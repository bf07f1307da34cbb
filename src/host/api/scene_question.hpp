#pragma once

#include "host/api/lookup.hpp"
#include "host/batch/question_call.hpp"
#include "host/columns/answer_columns.hpp"
#include "host/columns/lookup_columns.hpp"
#include "host/columns/query_batch.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/scene.hpp"

/// A call of a public function that asks a scene.
namespace lanecast::host {

inline const SceneView& committed(const Scene& scene) {
    scene.data().require_commit("Scene");
    return scene.data().commit.scene->view;
}

/// @tparam question a member of SceneKernels
/// @param name     of the function that was called
template <auto question, class Queries, class Answers>
Summary ask(const char* name, const Scene& scene, const Queries& queries, const Answers& answers,
            const Options& options) {
    const SceneView& view = committed(scene);
    const Workers workers = workers_of(options);
    const auto batch = view_queries(queries);
    auto columns = view_answers(answers, batch.count);
    const auto run = [&] {
        return run_question(name, view, *(kernels().scene->*question), batch.columns, batch.count,
                            columns, options);
    };
    if (!wants_lookups(answers)) [[likely]]
        return run();
    const LookupColumns lookups = view_lookups(answers, batch.count, columns);
    const CenterColumns centers(answers, batch.count, columns);
    const Summary summary = run();
    look_up(lookups, scene.data(), workers);
    write_centers(centers, batch.columns, batch.count, workers);
    return summary;
}

} // namespace lanecast::host
