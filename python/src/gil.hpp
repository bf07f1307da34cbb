#pragma once

#include <pybind11/pybind11.h>

/// Work without Python's global lock.
namespace lanecast::python {

/// Gives up the lock for its lifetime, as py::gil_scoped_release does, but survives the end of the
/// interpreter: a thread that wants the lock back then waits for ever. CPython before 3.14 would
/// end the thread by unwinding its stack, through functions that must not throw, and so the
/// process.
class WithoutGil {
public:
    WithoutGil();
    ~WithoutGil();
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

    /// Notes that the interpreter is about to end, and lets threads that are taking the lock have
    /// it. For atexit; the calling thread may go on to use the module.
    static void note_exit();

private:
    PyThreadState* state_;
};

} // namespace lanecast::python
