#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

/// The parts of the module `_lanecast`, each of which adds its functions and classes.
namespace lanecast::python {

void bind_errors(pybind11::module_& module);
void bind_scene(pybind11::module_& module);
void bind_contents(pybind11::module_& module);
void bind_queries(pybind11::module_& module);
void bind_pairwise(pybind11::module_& module);
void bind_particles(pybind11::module_& module);

} // namespace lanecast::python
