#include "threads.hpp"

#include <string>
#include <utility>

#include "numbers.hpp"

namespace lanecast::python {
namespace {

std::uint64_t fork_count = 0;

} // namespace

Threads::Threads(py::handle value) {
    if (PyIndex_Check(value.ptr()) == 0)
        throw py::type_error("threads is " + text(py::repr(value)) + ", expected int");
    int overflow = 0;
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!index)
        throw py::error_already_set();
    const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0 || !std::in_range<std::uint32_t>(number))
        throw py::value_error("threads is " + text(value) + ", must be from 0 to 4294967295");
    requested_ = static_cast<std::uint32_t>(number);
}

Threads::operator std::uint32_t() const noexcept { return fork_count > 0 ? 1 : requested_; }

void Threads::note_fork() noexcept { ++fork_count; }

std::uint64_t Threads::forks() noexcept { return fork_count; }

} // namespace lanecast::python
