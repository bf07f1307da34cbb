#include "host/parallel/jobs.hpp"

#include <atomic>
#include <cassert>
#include <vector>

namespace lanecast::host {
namespace {

/// Counts the calls of each task in builds with assertions.
class Calls {
#ifdef NDEBUG
public:
    explicit Calls(std::uint32_t) {}
    void note(std::uint32_t) {}
    [[nodiscard]] bool are_one_each() const { return true; }
#else
public:
    explicit Calls(std::uint32_t tasks) : calls_(tasks) {}
    void note(std::uint32_t index) {
        assert(index < calls_.size() && "Jobs::run called a task that does not exist");
        ++calls_[index];
    }
    [[nodiscard]] bool are_one_each() const {
        for (const std::atomic<std::uint32_t>& calls : calls_)
            if (calls != 1)
                return false;
        return true;
    }

private:
    std::vector<std::atomic<std::uint32_t>> calls_;
#endif
};

struct Run {
    FunctionRef<void()> task;
    Calls calls;
};

} // namespace

void run_on_jobs(const Jobs& jobs, std::uint32_t count, FunctionRef<void()> task) {
    Run run = {task, Calls(count)};
    jobs.run(
        jobs.context, count,
        [](void* data, std::uint32_t index) {
            Run& all = *static_cast<Run*>(data);
            all.calls.note(index);
            all.task();
        },
        &run);
    assert(run.calls.are_one_each() && "Jobs::run did not call each task once");
}

} // namespace lanecast::host
