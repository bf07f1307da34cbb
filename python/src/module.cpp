#include <pybind11/pybind11.h>

#include "bindings.hpp"

PYBIND11_MODULE(_lanecast, module) {
    using namespace lanecast::python;
    module.doc() = "The library behind the package lanecast, which checks and documents its calls.";
    bind_errors(module);
    bind_scene(module);
    bind_contents(module);
    bind_queries(module);
    bind_pairwise(module);
    bind_particles(module);
}
