#include "host/api/scene_question.hpp"
#include "lanecast/scene_queries.hpp"

/// Capsules and boxes against scenes.
namespace lanecast {
namespace {

/// @throws Error not_supported if the scene has cylinders or cones
template <auto question, class Queries, class Answers>
Summary ask_boxes(const char* name, const Scene& scene, const Queries& boxes,
                  const Answers& answers, const Options& options) {
    host::committed(scene);
    const CommittedScene& committed = *scene.data().commit.scene;
    if (committed.has(Kind::cylinder) || committed.has(Kind::cone))
        throw Error(ErrorCode::not_supported, "Scene", Error::no_index,
                    std::string(name) +
                        " of boxes does not support the cylinders and cones of the scene");
    return host::ask<question>(name, scene, boxes, answers, options);
}

} // namespace

Summary sweep(const Scene& scene, const CapsuleSweeps& sweeps, const Impacts& impacts,
              const Options& options) {
    return host::ask<&SceneKernels::capsule_sweep>("sweep", scene, sweeps, impacts, options);
}

Summary sweep(const Scene& scene, const BoxSweeps& sweeps, const Impacts& impacts,
              const Options& options) {
    return ask_boxes<&SceneKernels::box_sweep>("sweep", scene, sweeps, impacts, options);
}

Summary overlaps(const Scene& scene, const CapsuleOverlaps& capsules, const Output<bool>& hit,
                 const Options& options) {
    return host::ask<&SceneKernels::capsule_overlaps>("overlaps", scene, capsules,
                                                      host::Truths{"overlaps", hit}, options);
}

Summary overlaps(const Scene& scene, const BoxOverlaps& boxes, const Output<bool>& hit,
                 const Options& options) {
    return ask_boxes<&SceneKernels::box_overlaps>("overlaps", scene, boxes,
                                                  host::Truths{"overlaps", hit}, options);
}

Summary all_overlaps(const Scene& scene, const CapsuleOverlaps& capsules,
                     const AllOverlaps& overlaps, const Options& options) {
    return host::ask<&SceneKernels::all_capsule_overlaps>("all_overlaps", scene, capsules, overlaps,
                                                          options);
}

Summary all_overlaps(const Scene& scene, const BoxOverlaps& boxes, const AllOverlaps& overlaps,
                     const Options& options) {
    return ask_boxes<&SceneKernels::all_box_overlaps>("all_overlaps", scene, boxes, overlaps,
                                                      options);
}

} // namespace lanecast
