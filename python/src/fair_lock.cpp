#include "fair_lock.hpp"

#include <algorithm>
#include <chrono>

#include <pybind11/pybind11.h>

#include "gil.hpp"

namespace lanecast::python {

void FairLock::lock_shared(bool is_nested) {
    {
        const std::lock_guard guard(mutex_);
        if (is_free(false) && (is_nested || waiting_.empty())) {
            take(false);
            return;
        }
    }
    wait(false, !is_nested);
}

void FairLock::unlock_shared() {
    const std::lock_guard guard(mutex_);
    --readers_;
    changed_.notify_all();
}

bool FairLock::lock(bool may_wait) {
    {
        const std::lock_guard guard(mutex_);
        if (is_free(true) && waiting_.empty()) {
            take(true);
            return true;
        }
        if (!may_wait)
            return false;
    }
    wait(true, true);
    return true;
}

void FairLock::unlock() {
    const std::lock_guard guard(mutex_);
    writer_ = false;
    changed_.notify_all();
}

void FairLock::take(bool writes) {
    writer_ = writes;
    readers_ += writes ? 0 : 1;
}

/// @param queues  whether to wait for all that came before, too
void FairLock::wait(bool writes, bool queues) {
    constexpr std::chrono::milliseconds between_signals(50);
    std::uint64_t ticket = 0;
    {
        const std::lock_guard guard(mutex_);
        ticket = next_++;
        if (queues)
            waiting_.push_back(ticket);
    }
    const auto leave_queue = [&] {
        if (queues)
            waiting_.erase(std::ranges::find(waiting_, ticket));
        changed_.notify_all();
    };
    for (;;) {
        bool is_taken = false;
        {
            const WithoutGil unlocked;
            std::unique_lock guard(mutex_);
            is_taken = changed_.wait_for(guard, between_signals, [&] {
                return is_free(writes) && (!queues || waiting_.front() == ticket);
            });
            if (is_taken) {
                take(writes);
                leave_queue();
            }
        }
        if (is_taken)
            return;
        if (PyErr_CheckSignals() != 0) {
            const std::lock_guard guard(mutex_);
            leave_queue();
            throw pybind11::error_already_set();
        }
    }
}

} // namespace lanecast::python
