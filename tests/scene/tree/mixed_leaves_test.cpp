#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/forced_traversal.hpp"
#include "host/scene/scene_data.hpp"
#include "scene/worlds/questions.hpp"

// Shapes of several kinds share leaves, where a shape is tested only if the query comes near its
// bounding sphere. accelerated_test tries to find bounding spheres that are too small: it compares
// with the exhaustive traversal, which must therefore ignore them.

namespace {

using lanecast::MixedBlock;
using lanecast::SceneView;
using lanecast::Traversal;

MixedBlock* mixed_blocks(const lanecast::Scene& scene) {
    const SceneView& view = scene.data().commit.scene->view;
    // The test owns the scene, and nothing queries it meanwhile.
    return const_cast<MixedBlock*>(&view.mixed(view.first_mixed));
}

/// Replaces every bounding sphere by a distant point.
/// @returns the number of bounding spheres
std::size_t shrink_bounding_spheres(const lanecast::Scene& scene) {
    std::size_t count = 0;
    MixedBlock* const blocks = mixed_blocks(scene);
    for (std::uint32_t b = 0; b < scene.data().commit.scene->view.mixed_blocks; ++b)
        for (int lane = 0; lane < lanecast::leaf_lanes; ++lane) {
            blocks[b].center[0][lane] = 1e15f;
            blocks[b].radius[lane] = 0.0f;
            count += blocks[b].id[lane] != lanecast::no_id ? 1 : 0;
        }
    return count;
}

TEST(MixedLeaves, AreAskedByTheirBoundingSpheresWithTheTreeOnly) {
    worlds::for_all_questions([](const auto& question) {
        using Question = std::decay_t<decltype(question)>;
        SCOPED_TRACE(worlds::name_of(question));
        const worlds::World world = worlds::mixed();
        const auto batch = worlds::queries_at<typename Question::Query>(world, 300, 79);
        const auto answer = [&](Traversal traversal) {
            return worlds::ask(question, world.scene, batch,
                               worlds::with_traversal(lanecast::Options{}, traversal, 1));
        };
        const auto expected = answer(Traversal::exhaustive);
        ASSERT_GT(shrink_bounding_spheres(world.scene), 200u);
        worlds::on_every_isa([&] {
            EXPECT_EQ(worlds::difference(expected, answer(Traversal::exhaustive)), "");
            // Each engine has its own code for mixed leaves.
            for (const Traversal traversal :
                 {lanecast::forced::single, lanecast::forced::interleaved, lanecast::forced::stream,
                  lanecast::forced::packets, lanecast::forced::sorted})
                EXPECT_NE(worlds::difference(expected, answer(traversal)), "")
                    << "traversal " << static_cast<int>(traversal);
        });
    });
}

} // namespace
