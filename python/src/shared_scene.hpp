#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include <pybind11/pybind11.h>

#include "lanecast/origin.hpp"
#include "lanecast/scene.hpp"

#include "fair_lock.hpp"
#include "threads.hpp"

/// A scene that Python's threads share.
namespace lanecast::python {

namespace py = pybind11;

/// A scene, its origin, and a lock. Threads may query it at the same time; the first of them
/// commits. A change waits for the queries that came before it, and later queries wait for the
/// change.
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
        /// @throws py::error_already_set if a signal handler raises while the thread waits
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
        /// @throws std::runtime_error if another thread uses the scene while this one is reading a
        ///         scene, because the threads could wait for each other
        /// @throws py::error_already_set if a signal handler raises while the thread waits
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

    /// Facts that do not depend on a commit: size, memory, ids. Waits for changes under way. Use
    /// them before the GIL is released.
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
    std::unique_ptr<FairLock> lock_ = std::make_unique<FairLock>(); ///< the same
    bool is_changing_ = false;                                      ///< changes with the GIL only
    bool is_torn_ = false; ///< it was being changed when this process was forked
    std::uint64_t forks_ = Threads::forks();
};

} // namespace lanecast::python
