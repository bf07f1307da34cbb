#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "host/scene/committed_scene.hpp"
#include "host/scene/shapes/shape_store.hpp"
#include "host/scene/touched_ids.hpp"

namespace lanecast::host {

/// A pose that an instance moves to: position, quaternion x y z w.
struct Move {
    std::uint32_t id;
    std::array<float, 7> target;
};

/// The moves of a scene's instances. Those that wait start with the next commit, which completes
/// those that run.
class Moves {
public:
    [[nodiscard]] bool are_none() const { return waiting_.empty() && running_.empty(); }
    [[nodiscard]] const std::vector<Move>& running() const { return running_; }

    /// Adds moves. They replace older ones of the same instances that wait.
    /// @throws std::bad_alloc, before anything has changed
    void add(std::vector<Move>&& moves);
    /// Returns where an instance will stand; nullptr if it has no move.
    [[nodiscard]] const Move* find(std::uint32_t id) const noexcept;
    /// Returns where a move of an instance would begin: at the target of one that runs, or at its
    /// record.
    [[nodiscard]] const float* begin_of(std::uint32_t id, const float* record) const noexcept;
    /// Ends the moves of an instance where it is.
    void drop(std::uint32_t id) noexcept;
    /// Ends them where they lead to: the record of the instance gets the pose of the target.
    void complete(std::uint32_t id, float* record) noexcept;

    /// Begins a commit: completes what runs, starts what waits, and marks both as touched.
    /// @returns the motions of what runs now
    /// @throws std::bad_alloc, before anything has changed
    [[nodiscard]] Motions start(const ShapeStore& shapes, TouchedIds& touched);
    /// Ends the commit. If it failed instead, the next one does not complete what it started.
    void commit() noexcept { runs_ = true; }
    /// Sets the moves that run, in the order of ids.
    void load(std::vector<Move>&& running) {
        running_ = std::move(running);
        commit();
    }

    [[nodiscard]] std::size_t memory_bytes() const {
        return (waiting_.capacity() + running_.capacity()) * sizeof(Move);
    }

private:
    std::vector<Move> waiting_; ///< in the order of ids
    std::vector<Move> running_; ///< likewise
    bool runs_ = false;         ///< whether `running_` has been committed
};

/// The motions of instances from where they are.
/// @param moves  in the order of ids, of instances that exist
/// @throws std::bad_alloc
[[nodiscard]] Motions motions_of(const std::vector<Move>& moves, const ShapeStore& shapes);

/// Whether an instance may turn from one quaternion to another in one move: by a quarter turn at
/// most.
[[nodiscard]] bool is_short_turn(const float* from, const float* to);

} // namespace lanecast::host
