#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "lanecast/component.hpp"
#include "lanecast/detail/column_element.hpp"
#include "lanecast/detail/column_verdict.hpp"
#include "lanecast/vectors.hpp"

/// Columns: how a batch reads and writes the caller's own memory.
///
/// A column is one field of a batch for all its elements: all origins, all radii. An Input is read,
/// an Output is written. Both refer to the caller's memory; nothing is copied. Any layout works, as
/// long as consecutive elements are one constant stride apart:
///
///     Rays{.origin = {xs, ys, zs},                        // three arrays
///          .direction = field(shots, &Shot::along),       // one member of every struct
///          .t_max = 100.0f}                               // one value for all
///
/// The type T of a column is float, std::uint32_t, bool, Vec2, Vec3, Quaternion or Index3. In
/// memory an element is one to four numbers: float for float, Vec2, Vec3 and Quaternion;
/// std::uint32_t (or an enum over it) for std::uint32_t and Index3; bool or std::uint8_t, 0 or 1,
/// for bool. The numbers of an element are found by name, so any struct with members x, y, z works
/// (Vec2: without z; Quaternion: also w; Index3: also i0, i1, i2), in any order and among any other
/// members. Arrays of 2 to 4 numbers count as x y z w.
///
/// Lengths:
///  - a column knows its number of elements, and all arrays of a batch must have the same length;
///  - if the batch sets `count`, that is its length, and arrays may be longer;
///  - outputs may always be longer than the batch: elements behind the batch are not written;
///  - a batch without arrays has one element; arrays of length 0 make a batch of no elements.
///
/// Memory must be aligned to the type of the numbers, and must live until the call that uses the
/// column returns. Outputs of a call must overlap neither its inputs nor each other; only an InOut
/// is both read and written.
///
/// Sources that cannot be used in place (double, 16-bit numbers, bits, lists, const outputs,
/// temporaries, bare pointers ...) do not compile, and the message says what to write instead.
namespace lanecast {

namespace detail {

/// The members that Input and Output share.
/// @tparam Column  Input or Output
template <class T, template <class> class Column>
class ColumnOf {
    static_assert(Layout<T>::count > 0,
                  "lanecast: a column is of float, std::uint32_t, bool, Vec2, "
                  "Vec3, Quaternion or Index3");

public:
    /// Numbers per element: 1 to 4.
    static constexpr std::size_t component_count = Layout<T>::count;

    /// A column that is left out.
    constexpr ColumnOf() noexcept = default;

    /// Returns a column over existing components, in the order x, y, z, w. For bindings to other
    /// languages.
    [[nodiscard]] static constexpr Column<T>
    over(const std::array<Component, component_count>& components) noexcept {
        Column<T> column;
        column.components_ = components;
        return column;
    }

    /// Returns the memory that the library reads or writes, in the order x, y, z, w.
    [[nodiscard]] constexpr const std::array<Component, component_count>&
    components() const noexcept {
        return components_;
    }
    /// Returns whether the column was left out. An array of length 0 is not left out.
    [[nodiscard]] constexpr bool missing() const noexcept {
        return components_[0].kind == Component::Kind::missing;
    }

protected:
    constexpr explicit ColumnOf(const std::array<Component, component_count>& components) noexcept
        : components_(components) {}

    std::array<Component, component_count> components_ = {};
};

} // namespace detail

/// A column that is read. It is constructed from
///  - one value for the whole batch: `0.5f`, `{0, 0, 1}`, a struct with x, y, z, a `float[3]`;
///  - an array of numbers or vectors: a variable of type std::vector, std::array, `float[n]` or any
///    other type with data() and size(); or a std::span, which may be a temporary;
///  - `{xs, ys, zs}`: the components separately, each of them a value or an array;
///  - field(), triples(), column<T>(), or an Output of the same type;
///  - nothing, `{}`: the column is left out.
template <class T>
class Input : public detail::ColumnOf<T, Input> {
    using Base = detail::ColumnOf<T, lanecast::Input>;
    using Scalar = typename detail::Layout<T>::Scalar;

public:
    using Base::component_count;

    /// A column that is left out.
    constexpr Input() noexcept = default;

    /// Reads the memory that `output` writes.
    template <std::same_as<Output<T>> Source>
    constexpr Input(const Source& output) noexcept : Base(output.components()) {}

    /// One value, copied into the column. A single number is converted: float accepts `1` and
    /// `0.5`; std::uint32_t accepts an enum or an integer of up to 32 bits, and -1 sets all bits.
    /// The numbers of a vector must have the column's own type.
    template <detail::InputValue<T> Value>
    constexpr Input(const Value& value) noexcept : Base(detail::components_of_value<T>(value)) {}

    /// An array of numbers or of vectors, which is not copied.
    template <detail::InputArray<T> Array>
    constexpr Input(Array&& array) noexcept
        : Base(detail::components_of_array<T>(std::data(array), std::size(array))) {}

    /// The components separately: `{xs, ys, zs}`, `{ox, 0, oz}`; Index3: `{i0s, i1s, i2s}`.
    /// @throws Error missing_column if some components are left out but not all.
    constexpr Input(const Input<Scalar>& x, const Input<Scalar>& y,
                    const Input<Scalar>& z) requires(Base::component_count == 3)
        : Base(detail::joined(x, y, z)) {}

    /// The components of a Vec2: `{xs, ys}`.
    constexpr Input(const Input<Scalar>& x,
                    const Input<Scalar>& y) requires(Base::component_count == 2)
        : Base(detail::joined(x, y)) {}

    /// The components of a Quaternion, always in the order x, y, z, w.
    constexpr Input(const Input<Scalar>& x, const Input<Scalar>& y, const Input<Scalar>& z,
                    const Input<Scalar>& w) requires(Base::component_count == 4)
        : Base(detail::joined(x, y, z, w)) {}

    /// Any other source fails to compile, with a message that says what to write.
    template <detail::InputMisuse<T> Misuse>
    Input(Misuse&&) {
        detail::explain<detail::verdict_of<T, Misuse, false>()>();
    }
};

/// A column that is written. It is constructed from an array, from `{xs, ys, zs}`, or by field(),
/// triples() or column<T>(), all over memory that is not const; or from nothing, `{}`: the column
/// is then not computed.
///
/// An Output must be at least as long as the batch; elements behind the batch are not written. For
/// a single variable, pass std::span(&variable, 1).
///
///     Hits{.t = field(results, &Result::t),   // into the user's structs
///          .id = ids,                         // std::vector<std::uint32_t>
///          .normal = {nx, ny, nz}}            // three arrays
template <class T>
class Output : public detail::ColumnOf<T, Output> {
    using Base = detail::ColumnOf<T, lanecast::Output>;
    using Scalar = typename detail::Layout<T>::Scalar;

public:
    using Base::component_count;

    /// A column that is left out.
    constexpr Output() noexcept = default;

    /// An array of numbers or of vectors.
    template <detail::OutputArray<T> Array>
    constexpr Output(Array&& array) noexcept
        : Base(detail::components_of_array<T>(std::data(array), std::size(array))) {}

    /// The components separately: `{xs, ys, zs}`.
    /// @throws Error missing_column if some components are left out but not all.
    constexpr Output(const Output<Scalar>& x, const Output<Scalar>& y,
                     const Output<Scalar>& z) requires(Base::component_count == 3)
        : Base(detail::joined(x, y, z)) {}

    /// The components of a Vec2: `{xs, ys}`.
    constexpr Output(const Output<Scalar>& x,
                     const Output<Scalar>& y) requires(Base::component_count == 2)
        : Base(detail::joined(x, y)) {}

    /// The components of a Quaternion, always in the order x, y, z, w.
    constexpr Output(const Output<Scalar>& x, const Output<Scalar>& y, const Output<Scalar>& z,
                     const Output<Scalar>& w) requires(Base::component_count == 4)
        : Base(detail::joined(x, y, z, w)) {}

    /// Any other source fails to compile, with a message that says what to write.
    template <detail::OutputMisuse<T> Misuse>
    Output(Misuse&&) {
        detail::explain<detail::verdict_of<T, Misuse, true>()>();
    }
};

/// A column that is read and then written by the same call.
template <class T>
using InOut = Output<T>;

/// Returns a column over one member of every struct of an array, in place.
///
///     field(bodies, &Body::position)                                 // a member, also of a base
///     field(bodies, [](Body& b) -> auto& { return b.pose.origin; })  // a nested member
///     field<Vec3>(particles, &Particle::position_and_mass)           // x, y, z of four numbers
///
/// @param structs a variable with data() and size(), a C array, or a std::span
/// @param member  a pointer to a data member, or a function that takes an element and returns a
///                reference into it, at the same offset in every element
/// @tparam T      the column's type, if it does not follow from the member's type
/// @returns Output<T>, or Input<T> if the member is const; an array as long as `structs`
/// @throws Error wrong_stride if the function returns a reference to memory outside of the element,
///         or to a different offset in the second element than in the first
template <class T = void, class Structs, class Member>
[[nodiscard]] constexpr auto field(Structs&& structs, Member member) {
    constexpr detail::Verdict verdict = detail::verdict_of_field<T, Structs, Member>();
    if constexpr (detail::is_refused(verdict)) {
        detail::explain<verdict>();
        return detail::Refused{};
    } else {
        auto* const first = std::data(structs);
        const std::size_t length = std::size(structs);
        if constexpr (!std::is_member_object_pointer_v<Member>) {
            if (length > 0) {
                auto* const second = length > 1 ? first + 1 : nullptr;
                detail::check_projection(
                    {first, second}, sizeof(*first),
                    {&member(*first), second != nullptr ? &member(*second) : nullptr},
                    sizeof(member(*first)));
            }
        }
        using Named = std::remove_reference_t<decltype(detail::project(*first, member))>;
        using Type = std::conditional_t<std::is_void_v<T>, detail::Deduced<Named>, T>;
        using Column =
            std::conditional_t<std::is_const_v<detail::Part<Named>>, Input<Type>, Output<Type>>;
        return Column::over(detail::components_of_array<Type>(first, length, member));
    }
}

/// Returns a column over a flat array x y z x y z ...: vectors of float, or triangles' indices of
/// std::uint32_t.
///
///     TriangleMesh{.vertices = triples(positions), .indices = triples(faces)}
///
/// @param flat a variable with data() and size(), a C array, or a std::span
/// @returns Output, or Input if the numbers are const, of Vec3 or Index3, with size() / 3 elements
/// @throws Error wrong_length if size() is not a multiple of 3
template <class Flat>
[[nodiscard]] constexpr auto triples(Flat&& flat) {
    constexpr detail::Verdict verdict = detail::verdict_of_triples<Flat>();
    if constexpr (detail::is_refused(verdict)) {
        detail::explain<verdict>();
        return detail::Refused{};
    } else {
        auto* const first = std::data(flat);
        const std::size_t length = std::size(flat);
        if (length % 3 != 0)
            detail::refuse_length_of_triples(length);
        using Number = std::remove_pointer_t<decltype(std::data(flat))>;
        using Type =
            std::conditional_t<std::is_same_v<detail::Deduced<Number>, float>, Vec3, Index3>;
        using Column = std::conditional_t<std::is_const_v<Number>, Input<Type>, Output<Type>>;
        return Column::over(detail::components_without_gaps<Type>(
            first, static_cast<std::ptrdiff_t>(3 * sizeof(Number)), length / 3));
    }
}

/// Returns a column over memory that has no C++ type: a mapped file, another language's array.
///
///     column<Vec3>(file + header_bytes, record_bytes, record_count)
///
/// The library knows nothing else about the memory, so it can check nothing else. The numbers of
/// one element (x y z, or x y z w) must be contiguous.
///
/// @param address      address of the first element, aligned to the number
/// @param stride_bytes bytes (not elements) from one element to the next; a multiple of the
///                     number's alignment, possibly negative. For inputs, 0 repeats one element.
/// @param length       number of elements; if left out, another column or `count` must set it
/// @throws Error missing_column if the address is null and the length is not 0
template <class T>
[[nodiscard]] Output<T> column(void* address, std::ptrdiff_t stride_bytes,
                               std::size_t length = unknown_length) {
    if (address == nullptr && length > 0)
        detail::refuse_null_address();
    using Number = typename detail::Layout<T>::Scalar;
    return Output<T>::over(
        detail::components_without_gaps<T>(static_cast<Number*>(address), stride_bytes, length));
}
/// Returns a column over memory that is only read.
template <class T>
[[nodiscard]] Input<T> column(const void* address, std::ptrdiff_t stride_bytes,
                              std::size_t length = unknown_length) {
    return column<T>(const_cast<void*>(address), stride_bytes, length); // read only, as an Input
}

} // namespace lanecast
