#pragma once

#include <type_traits>

#include "host/batch/run.hpp"
#include "host/batch/scene_call.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast::host {

/// A query call of one type against a scene. Keeps references to its arguments.
/// @tparam Queries, Answers  types of columns
template <class Queries, class Answers>
class QuestionCall final : public SceneCall {
public:
    /// @param size  number of primitives in the scene
    QuestionCall(const SceneView& view, std::size_t size,
                 const QuestionKernels<Queries, Answers>& kernels, const Queries& query_columns,
                 std::size_t count, const Answers& answer_columns, const Options& call_options)
        : SceneCall(view, size, count, call_options), kernels_(kernels),
          query_columns_(query_columns), answer_columns_(answer_columns),
          settings_(host::settings(call_options)) {}

    [[nodiscard]] bool offers(Engine engine) const override {
        if (engine == Engine::stream)
            return kernels_.stream.pack != nullptr;
        const bool has_instances = scene.leaves[static_cast<std::size_t>(Kind::instance)].all != 0;
        return kernels_.engine[static_cast<std::size_t>(engine)] != nullptr &&
               !(engine == Engine::packets && has_instances);
    }
    [[nodiscard]] bool is_coherent(BatchPart part, float most) const override {
        if constexpr (std::is_same_v<Queries, RayColumns>) {
            const FloatEnvironment environment;
            return host::kernels().scene->coherent(scene, query_columns_, part, most);
        } else {
            return false;
        }
    }
    QueryCounts answer(Engine engine, BatchPart part, const Scratch& scratch) const override {
        return kernels_.engine[static_cast<std::size_t>(engine)](
            scene, query_columns_, answer_columns_, part, settings_, scratch);
    }
    std::size_t pack(const StreamPiece& piece, const StreamMemory& memory,
                     std::uint32_t* octant_sizes) const override {
        return kernels_.stream.pack(scene, query_columns_, piece, settings_, memory, octant_sizes);
    }
    void descend(const StreamList& list, const StreamMemory& memory,
                 const Scratch& lists) const override {
        kernels_.stream.descend(scene, query_columns_, list, settings_, memory, lists);
    }
    std::size_t write(BatchPart part, const StreamMemory& memory) const override {
        return kernels_.stream.write(scene, answer_columns_, part, settings_, memory);
    }

private:
    const QuestionKernels<Queries, Answers>& kernels_;
    const Queries& query_columns_;
    const Answers& answer_columns_;
    Settings settings_;
};

} // namespace lanecast::host
