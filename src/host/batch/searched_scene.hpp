#pragma once

#include <cstddef>

#include "core/kernel_table.hpp"

namespace lanecast::host {

/// Whether queries for first hits on a scene must also search its duplicates
/// (host/commit/duplicates.hpp), because one of them may ignore all shapes that come before a
/// duplicate.
inline bool needs_duplicates(const SceneView& scene, const ReadableColumn& ignore_count,
                             std::size_t queries) {
    if (scene.root_of_firsts == 0)
        return false;
    // A copy equals at least `leaf_lanes` shapes with smaller ids. That also holds for particles:
    // each of their sweeps ignores either the particle's own range or one id.
    const std::size_t values = ignore_count.stride == 0 ? 1 : queries;
    for (std::size_t i = 0; i < values; ++i)
        if (element<std::uint32_t>(ignore_count, i) >= leaf_lanes)
            return true;
    return false;
}

/// The scene as a call searches it: with its duplicates, if a query needs them.
class SearchedScene {
public:
    SearchedScene(const SceneView& scene, const ReadableColumn& ignore_count, std::size_t queries)
        : view_(&scene) {
        if (needs_duplicates(scene, ignore_count, queries)) [[unlikely]] {
            with_duplicates_ = scene;
            with_duplicates_.root_of_firsts = 0;
            view_ = &with_duplicates_;
        }
    }
    SearchedScene(const SearchedScene&) = delete;
    SearchedScene& operator=(const SearchedScene&) = delete;

    [[nodiscard]] const SceneView& view() const { return *view_; }

private:
    const SceneView* view_;
    SceneView with_duplicates_; // set only if it is searched
};

} // namespace lanecast::host
