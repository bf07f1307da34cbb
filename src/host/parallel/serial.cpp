#include <exception>

#include "host/parallel/float_environment.hpp"
#include "host/parallel/parallel.hpp"

/// Instead of parallel.cpp where there is no oneTBB: the calling thread does all.
namespace lanecast::host {

std::size_t arena_threads() noexcept { return 1; }

void for_each_chunk(std::size_t chunks, std::uint32_t, FunctionRef<void(std::size_t)> work) {
    const FloatEnvironment environment;
    std::exception_ptr failure;
    for (std::size_t i = 0; i < chunks; ++i) {
        try {
            work(i);
        } catch (...) {
            if (!failure)
                failure = std::current_exception();
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace lanecast::host
