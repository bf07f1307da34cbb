#pragma once

#include <cstdint>

#include <pybind11/pybind11.h>

namespace lanecast::python {

/// The argument `threads`: at most so many; 0: as many as there are cores.
class Threads {
public:
    constexpr Threads() noexcept = default;
    /// @throws py::type_error or py::value_error
    explicit Threads(pybind11::handle value);

    /// The number for Options::threads: 1 in a process that was forked, because TBB's workers have
    /// stayed in its parent.
    operator std::uint32_t() const noexcept;

    /// Notes that this process was forked.
    static void note_fork() noexcept;
    /// Number of forks between the start of the program and this process.
    [[nodiscard]] static std::uint64_t forks() noexcept;

private:
    std::uint32_t requested_ = 0;
};

} // namespace lanecast::python

template <>
struct pybind11::detail::type_caster<lanecast::python::Threads> {
    PYBIND11_TYPE_CASTER(lanecast::python::Threads, const_name("int"));

    bool load(handle source, bool) {
        value = lanecast::python::Threads(source);
        return true;
    }
};
