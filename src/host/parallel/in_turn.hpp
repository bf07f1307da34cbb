#pragma once

#include <cstddef>
#include <exception>

#include "host/parallel/float_environment.hpp"
#include "host/parallel/function_ref.hpp"

namespace lanecast::host {

/// for_each_chunk() in the calling thread alone.
inline void for_each_in_turn(std::size_t chunks, FunctionRef<void(std::size_t)> work) {
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
