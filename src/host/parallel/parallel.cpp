#include "host/parallel/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>

#include "host/parallel/float_environment.hpp"
#include "host/parallel/jobs.hpp"
#include "host/parallel/scheduler.hpp"

namespace lanecast::host {
namespace {

/// Chunks of work. Threads take them until none is left, so that the calling thread can finish
/// alone.
class Chunks {
public:
    Chunks(std::size_t count, FunctionRef<void(std::size_t)> work) : count_(count), work_(work) {}

    void take() noexcept {
        const FloatEnvironment environment;
        for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_acq_rel)) < count_;) {
            try {
                work_(i);
            } catch (...) {
                if (!failed_.test_and_set())
                    failure_ = std::current_exception();
            }
        }
    }

    /// To be called when no thread takes chunks any more.
    void rethrow() const {
        if (failure_)
            std::rethrow_exception(failure_);
    }

private:
    std::size_t count_;
    FunctionRef<void(std::size_t)> work_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic_flag failed_;
    std::exception_ptr failure_;
};

} // namespace

void for_each_chunk(std::size_t chunks, Workers workers, FunctionRef<void(std::size_t)> work) {
    Chunks left(chunks, work);
    const auto take = [&left] { left.take(); };
    const std::size_t tasks = chunks <= 1 ? 1 : std::min(chunks, most_at_once(workers));
    if (tasks > 1 && workers.jobs != nullptr)
        run_on_jobs(*workers.jobs, static_cast<std::uint32_t>(tasks), take);
    else if (tasks > 1)
        run_on_scheduler(tasks, take);
    take();
    left.rethrow();
}

} // namespace lanecast::host
