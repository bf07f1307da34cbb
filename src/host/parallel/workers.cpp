#include "host/parallel/workers.hpp"

#include <algorithm>

#include "host/parallel/scheduler.hpp"
#include "lanecast/build.hpp"
#include "lanecast/error.hpp"
#include "lanecast/jobs.hpp"
#include "lanecast/options.hpp"

namespace lanecast::host {
namespace {

Workers checked(std::uint32_t threads, const Jobs* jobs) {
    if (jobs != nullptr && jobs->run == nullptr)
        throw Error(ErrorCode::bad_value, "Jobs.run", Error::no_index,
                    "Jobs.run is null, must be a function that runs tasks");
    if (jobs != nullptr && jobs->threads == 0)
        throw Error(ErrorCode::bad_value, "Jobs.threads", Error::no_index,
                    "Jobs.threads is 0, must be at least 1");
    return {threads, jobs};
}

} // namespace

Workers workers_of(const Options& options) { return checked(options.threads, options.jobs); }

Workers workers_of(const CommitOptions& options) { return checked(options.threads, options.jobs); }

std::size_t most_at_once(Workers workers) noexcept {
    if (workers.threads == 1)
        return 1;
    const std::size_t there_are =
        workers.jobs != nullptr ? workers.jobs->threads : scheduler_threads();
    return workers.threads == 0 ? there_are : std::min<std::size_t>(there_are, workers.threads);
}

} // namespace lanecast::host
