#include "gil.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace lanecast::python {
namespace {

std::atomic<bool> is_ending = false;
std::atomic<int> taking = 0; ///< threads that are re-acquiring the lock
std::thread::id last_thread; ///< set before is_ending

} // namespace

WithoutGil::WithoutGil() : state_(PyEval_SaveThread()) {}

WithoutGil::~WithoutGil() {
    ++taking;
    if (is_ending && std::this_thread::get_id() != last_thread) {
        --taking;
        while (true)
            std::this_thread::sleep_for(std::chrono::hours(1));
    }
    PyEval_RestoreThread(state_);
    --taking;
}

void WithoutGil::note_fork() noexcept { taking = 0; }

void WithoutGil::note_exit() {
    last_thread = std::this_thread::get_id();
    is_ending = true;
    PyThreadState* const state = PyEval_SaveThread();
    while (taking > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    PyEval_RestoreThread(state);
}

} // namespace lanecast::python
