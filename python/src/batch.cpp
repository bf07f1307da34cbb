#include "batch.hpp"

#include <cstring>
#include <string>

#include "strides.hpp"

namespace lanecast::python {
namespace {

constexpr int most_axes = 31;

bool has_shape(const Numbers& numbers, const BatchShape& shape) {
    const int missing = shape.axes - numbers.axes;
    for (int i = 0; i < shape.axes; ++i)
        if (shape[i] != (i < missing ? 1 : numbers.shape[i - missing]))
            return false;
    return true;
}

/// Copies an argument once for each time that broadcasting repeats it, without gaps.
py::array repeat(const Numbers& numbers, const BatchShape& shape) {
    py::list target;
    for (const py::ssize_t length : shape.lengths())
        target.append(length);
    if (numbers.expected.components > 1)
        target.append(numbers.expected.components);
    const py::module_ numpy = py::module_::import("numpy");
    return numpy.attr("array")(numpy.attr("broadcast_to")(numbers.owner, py::tuple(target)),
                               py::arg("order") = "C");
}

} // namespace

std::size_t BatchShape::size() const {
    std::size_t product = 1;
    for (const py::ssize_t factor : lengths())
        product *= static_cast<std::size_t>(factor);
    return product;
}

std::size_t Arguments::read(const Expected& expected, py::handle value) {
    python::read(numbers_.at(count_), expected, value, origin_);
    return count_++;
}

void Arguments::broadcast() {
    const Numbers* owner[32] = {}; // the argument that set the length of an axis
    shape_.axes = 0;
    for (std::size_t i = 0; i < count_; ++i)
        shape_.axes = std::max(shape_.axes, numbers_[i].axes);
    if (shape_.axes > most_axes)
        throw py::value_error("arguments may have at most 31 axes");
    std::fill_n(shape_.length.begin(), shape_.axes, 1);
    for (std::size_t i = 0; i < count_; ++i) {
        const Numbers& numbers = numbers_[i];
        const int missing = shape_.axes - numbers.axes;
        for (int axis = 0; axis < numbers.axes; ++axis) {
            const py::ssize_t length = numbers.shape[axis];
            py::ssize_t& common = shape_[axis + missing];
            const Numbers*& other = owner[axis + missing];
            if (length == 1 || length == common)
                continue;
            if (other != nullptr) {
                throw py::value_error(std::string(numbers.expected.name) + " has leading shape " +
                                      text_of_shape(numbers.shape, numbers.axes) +
                                      ", which does not broadcast with " +
                                      text_of_shape(other->shape, other->axes) + " of " +
                                      other->expected.name);
            }
            common = length;
            other = &numbers;
        }
    }
}

void Arguments::broadcast_to(const BatchShape& shape, const char* name) {
    broadcast();
    const int missing = shape.axes - shape_.axes;
    bool fits = missing >= 0;
    for (int axis = 0; fits && axis < shape_.axes; ++axis) {
        const py::ssize_t length = shape_[axis];
        fits = length == 1 || length == shape[axis + missing];
    }
    if (!fits) {
        throw py::value_error("arguments have leading shape " +
                              text_of_shape(shape_.length.data(), shape_.axes) +
                              ", which does not broadcast to " +
                              text_of_shape(shape.length.data(), shape.axes) + " of " + name);
    }
    shape_ = shape;
}

void Arguments::components(std::size_t number, Component* components) {
    const Numbers& numbers = numbers_[number];
    const std::size_t count = numbers.expected.components;
    if (numbers.size() == 1) {
        for (std::size_t c = 0; c < count; ++c) {
            components[c] = {.kind = Component::Kind::value};
            std::memcpy(&components[c].value,
                        numbers.address() + static_cast<py::ssize_t>(c) * numbers.component_stride,
                        sizeof components[c].value);
        }
        return;
    }
    const char* data = numbers.address();
    py::ssize_t component_stride = numbers.component_stride;
    std::optional<py::ssize_t> stride;
    if (has_shape(numbers, shape_))
        stride = common_stride(numbers.shape, numbers.strides, numbers.axes);
    if (!stride) {
        ++copies;
        const py::array& copy = repeated_.emplace_back(repeat(numbers, shape_));
        data = static_cast<const char*>(copy.data());
        component_stride = 4;
        stride = component_stride * static_cast<py::ssize_t>(count);
    }
    for (std::size_t c = 0; c < count; ++c) {
        components[c] = {.address = data + static_cast<py::ssize_t>(c) * component_stride,
                         .stride = *stride,
                         .length = shape_.size(),
                         .kind = Component::Kind::array};
    }
}

} // namespace lanecast::python
