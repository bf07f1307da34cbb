#include "outputs.hpp"

#include <cstdlib>
#include <string>

#include "strides.hpp"

namespace lanecast::python {
namespace {

/// Returns `shape` with an axis of the components, if there are several.
std::vector<py::ssize_t> with_components(const BatchShape& shape, std::size_t components) {
    std::vector<py::ssize_t> result(shape.lengths().begin(), shape.lengths().end());
    if (components > 1)
        result.push_back(static_cast<py::ssize_t>(components));
    return result;
}

} // namespace

py::array check_written(const std::string& name, py::handle given, const py::dtype& type,
                        const std::vector<py::ssize_t>& shape) {
    if (!py::isinstance<py::array>(given)) {
        throw py::type_error(name + " is " + text(py::type::of(given).attr("__name__")) +
                             ", expected numpy.ndarray");
    }
    const auto array = py::reinterpret_borrow<py::array>(given);
    if (!array.dtype().equal(type)) {
        throw py::type_error(name + " has dtype " + text(array.dtype()) + ", expected " +
                             text(type));
    }
    if (!array.writeable())
        throw py::value_error(name + " is read-only");
    if (!std::equal(shape.begin(), shape.end(), array.shape(), array.shape() + array.ndim())) {
        throw py::value_error(
            name + " has shape " + text_of_shape(array.shape(), static_cast<int>(array.ndim())) +
            ", expected " + text_of_shape(shape.data(), static_cast<int>(shape.size())));
    }
    return array;
}

void check_apart(std::span<const py::array> arrays, std::span<const std::string> names) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const py::module_ numpy = py::module_::import("numpy");
            if (numpy.attr("may_share_memory")(arrays[i], arrays[k]).cast<bool>() &&
                numpy.attr("shares_memory")(arrays[i], arrays[k]).cast<bool>())
                throw py::value_error(names[k] + " and " + names[i] + " overlap in memory");
        }
    }
}

OutputComponents components_of(const std::string& name, const py::array& array,
                               const BatchShape& shape, std::size_t components) {
    const auto stride = common_stride(array.shape(), array.strides(), shape.axes);
    const py::ssize_t between = components > 1 ? array.strides(shape.axes) : 0;
    const auto address = reinterpret_cast<std::uintptr_t>(array.data());
    const auto alignment = static_cast<std::uintptr_t>(array.itemsize());
    if (!stride || address % alignment != 0 || *stride % static_cast<py::ssize_t>(alignment) != 0 ||
        between % static_cast<py::ssize_t>(alignment) != 0)
        throw py::value_error(name + " must be aligned and have one stride over its leading axes");
    // Elements lie beside each other, or as whole columns do.
    const py::ssize_t element = (static_cast<py::ssize_t>(components) - 1) * std::abs(between);
    const py::ssize_t all = (static_cast<py::ssize_t>(shape.size()) - 1) * std::abs(*stride);
    const bool is_apart = std::abs(*stride) >= element + array.itemsize() ||
                          (components > 1 && std::abs(between) >= all + array.itemsize());
    if (shape.size() > 1 && !is_apart)
        throw py::value_error(name + " has elements that overlap in memory");
    OutputComponents parts = {};
    for (std::size_t c = 0; c < components; ++c) {
        parts[c] = {.address = static_cast<const char*>(array.data()) +
                               static_cast<py::ssize_t>(c) * between,
                    .stride = *stride,
                    .length = shape.size(),
                    .kind = Component::Kind::array};
    }
    return parts;
}

py::array Outputs::allocate(const Expected& expected, const py::dtype& type) {
    const std::vector<py::ssize_t> shape = with_components(shape_, expected.components);
    if (out_.is_none())
        return py::array(type, shape);
    const std::string name = "out['" + std::string(expected.name) + "']";
    const auto given = py::reinterpret_borrow<py::dict>(out_);
    if (!given.contains(expected.name))
        throw py::value_error(name + " is missing, because outputs names it");
    const py::array array = check_written(name, given[expected.name], type, shape);
    names_.push_back(name);
    written_.push_back(array);
    return array;
}

OutputComponents Outputs::add(const Expected& expected) {
    const bool is_moved = expected.place != Place::none && origin_;
    py::array target =
        allocate(expected, is_moved                          ? py::dtype::of<double>()
                           : expected.number == Number::word ? py::dtype::of<std::uint32_t>()
                                                             : py::dtype::of<float>());
    result_[expected.name] = target;
    py::array written = target;
    if (is_moved) {
        if (!(target.flags() & py::array::c_style)) {
            throw py::value_error("out['" + std::string(expected.name) +
                                  "'] must be contiguous in C order");
        }
        written = py::array_t<float>(with_components(shape_, expected.components));
        moved_.push_back({written, std::move(target)});
    }
    return components_of("out['" + std::string(expected.name) + "']", written, shape_,
                         expected.components);
}

Output<bool> Outputs::add_flags(const char* name) {
    const py::array array = allocate({name}, py::dtype::of<bool>());
    result_[name] = array;
    return Output<bool>::over({components_of(name, array, shape_, 1)[0]});
}

py::dict Outputs::finish() {
    for (const Moved& moved : moved_) {
        const std::size_t count = shape_.size();
        const auto target =
            std::span(reinterpret_cast<Vec3d*>(const_cast<void*>(moved.target.data())), count);
        add_origin(column<Vec3>(moved.local.data(), 12, count), *origin_, target);
    }
    return std::move(result_);
}

} // namespace lanecast::python
