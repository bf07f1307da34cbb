#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace lanecast::python {

/// A lock for many readers or one writer. Threads that wait get it in the order in which they came,
/// so that neither a thread that edits nor one that queries is starved. Call all functions with the
/// GIL; waiting threads release it, and handle signals.
class FairLock {
public:
    /// @param is_nested  whether this thread reads already: it then goes before waiting writers,
    ///                   which may wait for it
    /// @throws py::error_already_set if a signal handler raises
    void lock_shared(bool is_nested);
    void unlock_shared();
    /// @param may_wait  otherwise the call fails at once if the lock is taken
    /// @returns whether the lock was taken
    /// @throws py::error_already_set if a signal handler raises
    [[nodiscard]] bool lock(bool may_wait);
    void unlock();

private:
    [[nodiscard]] bool is_free(bool writes) const { return !writer_ && !(writes && readers_ > 0); }
    void take(bool writes);
    void wait(bool writes, bool queues);

    std::mutex mutex_; ///< of all below; never held while the GIL is awaited
    std::condition_variable changed_;
    std::deque<std::uint64_t> waiting_; ///< tickets
    std::uint64_t next_ = 0;
    std::size_t readers_ = 0;
    bool writer_ = false;
};

} // namespace lanecast::python
