#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <type_traits>

#include "lanecast/column.hpp"
#include "numbers.hpp"

/// Batches of the library, filled from Python's arguments.
namespace lanecast::python {

/// The axes of a batch: those that its arguments have in common, by NumPy's rules of broadcasting.
struct BatchShape {
    std::array<py::ssize_t, 32> length = {};
    int axes = 0;

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] py::ssize_t& operator[](int axis) {
        return length[static_cast<std::size_t>(axis)];
    }
    [[nodiscard]] py::ssize_t operator[](int axis) const {
        return length[static_cast<std::size_t>(axis)];
    }
    [[nodiscard]] std::span<const py::ssize_t> lengths() const {
        return {length.data(), static_cast<std::size_t>(axes)};
    }
};

/// One column of a batch or of answers B: an Input that an argument fills, or an Output whose array
/// a caller names.
template <class B>
struct Field {
    Expected expected;
    void (*fill)(B& batch, const Component* components);
    void (*components)(const B& batch, Component* to);
};

namespace detail {
template <class Member>
struct ColumnMember;
template <class B, template <class> class Column, class T>
struct ColumnMember<Column<T> B::*> {
    using Batch = B;
    using Type = Column<T>;
    using Scalar = typename lanecast::detail::Layout<T>::Scalar;
};
} // namespace detail

/// Returns the field of a batch or of answers that `member` names, a pointer to a column of it.
template <auto member>
constexpr auto field_of(const char* name, Place place = Place::none) {
    using Member = detail::ColumnMember<std::remove_const_t<decltype(member)>>;
    using Batch = typename Member::Batch;
    using Column = typename Member::Type;
    constexpr std::size_t count = Column::component_count;
    constexpr bool is_word = std::is_same_v<typename Member::Scalar, std::uint32_t>;
    return Field<Batch>{
        {name, is_word ? Number::word : Number::real, static_cast<std::uint8_t>(count), place},
        [](Batch& batch, const Component* components) {
            std::array<Component, count> copy;
            std::copy_n(components, count, copy.begin());
            batch.*member = Column::over(copy);
        },
        [](const Batch& batch, Component* to) {
            std::ranges::copy((batch.*member).components(), to);
        }};
}

/// The arguments of a call. The object must live, and keep its place, as long as the library uses
/// the batches that it has filled.
class Arguments {
public:
    explicit Arguments(const std::optional<Vec3d>& origin) : origin_(origin) {}
    Arguments(const Arguments&) = delete;
    Arguments& operator=(const Arguments&) = delete;

    /// Reads an argument, and returns its number; nothing is broadcast yet.
    std::size_t read(const Expected& expected, py::handle value);

    /// Reads the arguments of a batch: values[skipped + i] is that of field i. None leaves a field
    /// out.
    template <class B>
    void read(std::span<const Field<B>> fields, const py::tuple& values, std::size_t skipped = 0) {
        for (std::size_t i = skipped; i < values.size(); ++i)
            if (!values[i].is_none())
                read(fields[i - skipped].expected, values[i]);
    }

    /// Number of arguments that were read.
    [[nodiscard]] std::size_t count() const { return count_; }

    /// Broadcasts all arguments that were read against each other.
    /// @throws py::value_error that names two arguments
    void broadcast();
    /// Broadcasts all arguments to a shape that is given.
    /// @param name  the argument that has this shape, for messages
    void broadcast_to(const BatchShape& shape, const char* name);
    [[nodiscard]] const BatchShape& shape() const { return shape_; }

    /// Computes the components of an argument for the shape of the batch.
    void components(std::size_t number, Component* components);

    /// Fills the fields of a batch with the arguments from number `first` on, as read() took them.
    template <class B>
    void fill(B& batch, std::span<const Field<B>> fields, const py::tuple& values,
              std::size_t skipped = 0, std::size_t first = 0) {
        for (std::size_t i = skipped; i < values.size(); ++i) {
            if (!values[i].is_none()) {
                std::array<Component, 6> parts;
                components(first++, parts.data());
                fields[i - skipped].fill(batch, parts.data());
            }
        }
        batch.count = shape_.size();
    }

private:
    const std::optional<Vec3d>& origin_;
    std::array<Numbers, 16> numbers_;
    std::size_t count_ = 0;
    std::deque<py::array> repeated_; ///< arguments that had to be copied for their shape
    BatchShape shape_;
};

} // namespace lanecast::python
