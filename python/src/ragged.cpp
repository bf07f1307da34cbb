#include "ragged.hpp"

#include <bit>
#include <memory>
#include <utility>

namespace lanecast::python {
namespace {

/// Returns an array that owns the numbers of a vector.
template <class T>
py::array owned(std::vector<T>&& numbers, std::vector<py::ssize_t> shape, const py::dtype& type) {
    auto owner = std::make_unique<std::vector<T>>(std::move(numbers));
    T* const data = owner->data();
    const py::capsule base(owner.get(),
                           [](void* pointer) { delete static_cast<std::vector<T>*>(pointer); });
    owner.release();
    return py::array(type, std::move(shape), data, base);
}

/// Returns places in the caller's coordinates.
py::array moved(const std::vector<std::uint32_t>& local, std::size_t count, const Vec3d& origin) {
    py::array_t<double> places({static_cast<py::ssize_t>(count), py::ssize_t{3}});
    add_origin(column<Vec3>(static_cast<const void*>(local.data()), 12, count), origin,
               std::span(reinterpret_cast<Vec3d*>(places.mutable_data()), count));
    return places;
}

} // namespace

py::dict arrays_of(std::vector<RaggedColumn>& columns, std::vector<std::int64_t>& offsets,
                   std::vector<std::uint32_t>& found, const BatchShape& shape,
                   const std::optional<Vec3d>& origin) {
    py::dict result;
    for (RaggedColumn& column : columns) {
        const std::size_t width = column.expected.components;
        const std::size_t count = column.values.size() / width;
        if (column.expected.place != Place::none && origin) {
            result[column.expected.name] = moved(column.values, count, *origin);
            continue;
        }
        std::vector<py::ssize_t> lengths = {static_cast<py::ssize_t>(count)};
        if (width > 1)
            lengths.push_back(static_cast<py::ssize_t>(width));
        result[column.expected.name] =
            owned(std::move(column.values), std::move(lengths),
                  column.expected.number == Number::word ? py::dtype::of<std::uint32_t>()
                                                         : py::dtype::of<float>());
    }
    const auto lengths = std::vector<py::ssize_t>(shape.lengths().begin(), shape.lengths().end());
    const auto count = static_cast<py::ssize_t>(offsets.size());
    result["offsets"] = owned(std::move(offsets), {count}, py::dtype::of<std::int64_t>());
    result["found"] = owned(std::move(found), lengths, py::dtype::of<std::uint32_t>());
    return result;
}

} // namespace lanecast::python
