#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include <pybind11/pybind11.h>

#include "lanecast/origin.hpp"
#include "lanecast/scene.hpp"

#include "threads.hpp"

/// A scene that Python's threads share.
namespace lanecast::python {

namespace py = pybind11;

/// A scene, its origin, and what its users are doing with it. Threads may query it at the same
/// time; the first of them commits. A change while another thread uses the scene is refused.
class SharedScene {
public:
    explicit SharedScene(std::optional<Vec3d> origin) : origin_(origin) {}
    SharedScene(Scene&& scene, std::optional<Vec3d> origin)
        : scene_(std::move(scene)), origin_(origin), is_committed_(true) {}

    [[nodiscard]] const std::optional<Vec3d>& origin() const { return origin_; }

    /// Access for queries. Commits the scene first, if it has changed. Make and destroy it with the
    /// GIL.
    class Reading {
    public:
        /// @param threads  for the commit
        /// @throws std::runtime_error if another thread is changing the scene
        explicit Reading(SharedScene& shared, Threads threads = {});
        ~Reading();
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

        [[nodiscard]] const Scene& scene() const { return shared_.scene_; }

    private:
        SharedScene& shared_;
    };

    /// Access for changes. Make and destroy it with the GIL.
    class Changing {
    public:
        /// @throws std::runtime_error if another thread uses the scene
        explicit Changing(SharedScene& shared);
        ~Changing();
        Changing(const Changing&) = delete;
        Changing& operator=(const Changing&) = delete;

        /// The scene, which the next query commits.
        [[nodiscard]] Scene& scene() {
            shared_.is_committed_ = false;
            return shared_.scene_;
        }
        /// @param build  the new build quality of the scene, if it changes
        void commit(std::optional<Build> build, Threads threads, bool rebuild);

    private:
        SharedScene& shared_;
    };

    /// Facts that do not depend on a commit: size, memory, ids. Not while the scene is changed.
    [[nodiscard]] const Scene& uncommitted();

private:
    /// Resets the counts of threads after a fork, which leaves them in the parent.
    /// @throws std::runtime_error if one of them was changing the scene
    void notice_fork();

    Scene scene_;
    const std::optional<Vec3d> origin_;
    /// Never freed after a fork, because a thread of the parent may hold it.
    std::unique_ptr<std::mutex> committing_ = std::make_unique<std::mutex>();
    std::atomic<bool> is_committing_ = false;
    std::atomic<bool> is_committed_ = false;
    std::size_t readers_ = 0; ///< these change with the GIL only
    bool is_changing_ = false;
    bool is_torn_ = false; ///< it was being changed when this process was forked
    std::uint64_t forks_ = Threads::forks();
};

} // namespace lanecast::python
