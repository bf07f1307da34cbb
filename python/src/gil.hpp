#pragma once

#include <pybind11/pybind11.h>

/// Work without Python's global lock.
namespace lanecast::python {

/// Releases the lock for its lifetime, as py::gil_scoped_release does, but survives the end of the
/// interpreter: a thread that would then re-acquire the lock sleeps for ever. CPython before 3.14
/// ends such a thread by unwinding its stack, through functions that must not throw, which aborts
/// the process.
class WithoutGil {
public:
    WithoutGil();
    ~WithoutGil();
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

    /// Notes that the interpreter is about to end, and waits for threads that are re-acquiring the
    /// lock. For atexit; the calling thread may go on to use the module. Functions that atexit
    /// calls later must not join a daemon thread that queries.
    static void note_exit();
    /// Notes that this process was forked: threads of its parent do not exist here.
    static void note_fork() noexcept;

private:
    PyThreadState* state_;
};

} // namespace lanecast::python
