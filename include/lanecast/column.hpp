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
/// an Output is written. Either refers to memory that stays the caller's; nothing is copied, so
/// whatever the memory looks like is fine as long as elements follow each other at one stride:
///
///     Rays{.origin = {xs, ys, zs},                        // three arrays
///          .direction = field(shots, &Shot::along),       // one member of every struct
///          .t_max = 100.0f}                               // one value for all
///
/// T is float, std::uint32_t, bool, Vec2, Vec3, Quaternion or Index3. In memory these are one to
/// four numbers: float for float, Vec2, Vec3 and Quaternion; std::uint32_t (or an enum over it) for
/// std::uint32_t and Index3; bool or std::uint8_t, 0 or 1, for bool. The numbers of an element are
/// found by name, so any struct with members x, y, z (Vec2: without z; Quaternion: and w; Index3:
/// also i0, i1, i2) will do, in whatever order and among whatever other members; arrays of 2 to 4
/// numbers count as x y z w.
///
/// Lengths:
///  - a column knows how many elements it has, and the arrays of one batch must agree;
///  - a `count` given with the batch wins, and arrays may then be longer;
///  - outputs may always be longer than the batch: what lies beyond it is not written;
///  - a batch of values only has one element; arrays of length 0 make a batch of no elements.
///
/// Memory: aligned to the number is enough. It must stay until the call that uses the column
/// returns. Outputs of a call must overlap neither its inputs nor each other; only an InOut may
/// be read and written.
///
/// What cannot be used in place (double, 16-bit, bits, lists, const outputs, temporaries, bare
/// pointers ...) does not compile, and the message says what to write instead.
namespace lanecast {

/// A column that is read. Made from
///  - one value for the whole batch: `0.5f`, `{0, 0, 1}`, a struct with x, y, z, a `float[3]`;
///  - an array, which must be a variable: std::vector, std::array, `float[n]`, whatever has data()
///    and size(), its elements numbers or vectors; or a std::span, which may be a temporary;
///  - `{xs, ys, zs}`: the components one by one, each of them a value or an array of its own;
///  - field(), triples(), column<T>(), or an Output of the same type;
///  - nothing, `{}`: left out.
template <class T>
class Input {
    static_assert(detail::Layout<T>::count > 0, "lanecast: a column is of float, std::uint32_t, "
                                                "bool, Vec2, Vec3, Quaternion or Index3");
    using Scalar = typename detail::Layout<T>::Scalar;

public:
    /// Numbers in one element: 1 to 4.
    static constexpr std::size_t component_count = detail::Layout<T>::count;

    /// Left out.
    constexpr Input() noexcept = default;

    /// Reads the memory that `output` writes.
    template <std::same_as<Output<T>> Source>
    constexpr Input(const Source& output) noexcept : components_(output.components()) {}

    /// One value, copied into the column. A single number is converted (`1` and `0.5` are fine for
    /// float; an enum or a 32-bit integer for std::uint32_t, -1 having all bits); vectors must
    /// have the column's own kind of numbers.
    template <detail::InputValue<T> Value>
    constexpr Input(const Value& value) noexcept
        : components_(detail::components_of_value<T>(value)) {}

    /// An array of numbers, or of vectors. It is not copied.
    template <detail::InputArray<T> Array>
    constexpr Input(Array&& array) noexcept
        : components_(detail::components_of_array<T>(std::data(array), std::size(array))) {}

    /// The components one by one: `{xs, ys, zs}`, `{ox, 0, oz}`; Index3: `{i0s, i1s, i2s}`.
    /// @throws Error missing_column if some of them are left out but not all.
    constexpr Input(const Input<Scalar>& x, const Input<Scalar>& y,
                    const Input<Scalar>& z) requires(component_count == 3)
        : components_(detail::joined(x, y, z)) {}

    /// Likewise for a Vec2: `{xs, ys}`.
    constexpr Input(const Input<Scalar>& x, const Input<Scalar>& y) requires(component_count == 2)
        : components_(detail::joined(x, y)) {}

    /// Likewise for a Quaternion, always in the order x, y, z, w.
    constexpr Input(const Input<Scalar>& x, const Input<Scalar>& y, const Input<Scalar>& z,
                    const Input<Scalar>& w) requires(component_count == 4)
        : components_(detail::joined(x, y, z, w)) {}

    /// Anything else does not compile; see the message.
    template <detail::InputMisuse<T> Misuse>
    Input(Misuse&&) {
        detail::explain<detail::verdict_of<T, Misuse, false>()>();
    }

    /// A column over components that are known already, in the order x, y, z, w: for bindings
    /// to other languages.
    [[nodiscard]] static constexpr Input
    over(const std::array<Component, component_count>& components) noexcept {
        Input column;
        column.components_ = components;
        return column;
    }

    /// What the library reads, in the order x, y, z, w.
    [[nodiscard]] constexpr const std::array<Component, component_count>&
    components() const noexcept {
        return components_;
    }
    /// Whether the column was left out. An array of length 0 was not.
    [[nodiscard]] constexpr bool missing() const noexcept {
        return components_[0].kind == Component::Kind::missing;
    }

private:
    std::array<Component, component_count> components_ = {};
};

/// A column that is written. Made from an array, from `{xs, ys, zs}`, or by field(), triples() or
/// column<T>(), all over memory that is not const; or from nothing, `{}`: then it is not computed.
///
/// At least as long as the batch; what lies beyond the batch is not touched. Where the caller has
/// one variable rather than an array, std::span(&variable, 1) makes an array of it.
///
///     Hits{.t = field(results, &Result::t),   // into the user's structs
///          .id = ids,                         // std::vector<std::uint32_t>
///          .normal = {nx, ny, nz}}            // three arrays
template <class T>
class Output {
    static_assert(detail::Layout<T>::count > 0, "lanecast: a column is of float, std::uint32_t, "
                                                "bool, Vec2, Vec3, Quaternion or Index3");
    using Scalar = typename detail::Layout<T>::Scalar;

public:
    /// Numbers in one element: 1 to 4.
    static constexpr std::size_t component_count = detail::Layout<T>::count;

    /// Left out.
    constexpr Output() noexcept = default;

    /// An array of numbers, or of vectors.
    template <detail::OutputArray<T> Array>
    constexpr Output(Array&& array) noexcept
        : components_(detail::components_of_array<T>(std::data(array), std::size(array))) {}

    /// The components one by one: `{xs, ys, zs}`.
    /// @throws Error missing_column if some of them are left out but not all.
    constexpr Output(const Output<Scalar>& x, const Output<Scalar>& y,
                     const Output<Scalar>& z) requires(component_count == 3)
        : components_(detail::joined(x, y, z)) {}

    /// Likewise for a Vec2: `{xs, ys}`.
    constexpr Output(const Output<Scalar>& x,
                     const Output<Scalar>& y) requires(component_count == 2)
        : components_(detail::joined(x, y)) {}

    /// Likewise for a Quaternion, always in the order x, y, z, w.
    constexpr Output(const Output<Scalar>& x, const Output<Scalar>& y, const Output<Scalar>& z,
                     const Output<Scalar>& w) requires(component_count == 4)
        : components_(detail::joined(x, y, z, w)) {}

    /// Anything else does not compile; see the message.
    template <detail::OutputMisuse<T> Misuse>
    Output(Misuse&&) {
        detail::explain<detail::verdict_of<T, Misuse, true>()>();
    }

    /// A column over components that are known already, in the order x, y, z, w: for bindings
    /// to other languages.
    [[nodiscard]] static constexpr Output
    over(const std::array<Component, component_count>& components) noexcept {
        Output column;
        column.components_ = components;
        return column;
    }

    /// Where the library writes, in the order x, y, z, w.
    [[nodiscard]] constexpr const std::array<Component, component_count>&
    components() const noexcept {
        return components_;
    }
    /// Whether the column was left out. An array of length 0 was not.
    [[nodiscard]] constexpr bool missing() const noexcept {
        return components_[0].kind == Component::Kind::missing;
    }

private:
    std::array<Component, component_count> components_ = {};
};

/// A column that is read and then written by the same call.
template <class T>
using InOut = Output<T>;

/// One member of every struct of an array, in place.
///
///     field(bodies, &Body::position)                                 // a member, or a base's
///     field(bodies, [](Body& b) -> auto& { return b.pose.origin; })  // what is nested
///     field<Vec3>(particles, &Particle::position_and_mass)           // x, y, z of four numbers
///
/// @param structs a variable with data() and size(), a C array, or a std::span
/// @param member  a pointer to a data member, or a function that takes an element and returns a
///                reference into it, at the same place in every element
/// @tparam T      the column's type, where the member's own type does not say it
/// @returns Output<T>, or Input<T> where the member is const; an array as long as `structs`
/// @throws Error wrong_stride if the function returns a reference to something outside of the
///         element, or to another place in the second element than in the first
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

/// A flat array x y z x y z ... of float as vectors, or of std::uint32_t as triangles' indices.
///
///     TriangleMesh{.vertices = triples(positions), .indices = triples(faces)}
///
/// @param flat a variable with data() and size(), a C array, or a std::span
/// @returns Output or, where the numbers are const, Input, of Vec3 or Index3; size() / 3 elements
/// @throws Error wrong_length if the number of numbers is not a multiple of three
template <class Flat>
[[nodiscard]] constexpr auto triples(Flat&& flat) {
    constexpr detail::Verdict verdict = detail::verdict_of_triples<Flat>();
    if constexpr (detail::is_refused(verdict)) {
        detail::explain<verdict>();
        return detail::Refused{};
    } else {
        auto* const first = std::data(flat);
        const std::size_t length = std::size(flat);
        if (length % 3 != 0) {
            detail::refuse_length_of_triples(length);
        }
        using Number = std::remove_pointer_t<decltype(std::data(flat))>;
        using Type =
            std::conditional_t<std::is_same_v<detail::Deduced<Number>, float>, Vec3, Index3>;
        using Column = std::conditional_t<std::is_const_v<Number>, Input<Type>, Output<Type>>;
        return Column::over(detail::components_without_gaps<Type>(
            first, static_cast<std::ptrdiff_t>(3 * sizeof(Number)), length / 3));
    }
}

/// A column over memory that has no C++ type: a mapped file, another language's array.
///
///     column<Vec3>(file + header_bytes, record_bytes, record_count)
///
/// Nothing is known of the memory but what is said here, so nothing more can be checked. The
/// numbers of one element (x y z, or x y z w) follow each other without gaps.
///
/// @param address      of the first element; aligned to the number
/// @param stride_bytes from one element to the next: bytes, not elements; a multiple of the
///                     number's alignment, possibly negative. 0, for inputs, repeats one element.
/// @param length       number of elements; if not given, other columns or `count` must say it
/// @throws Error missing_column if the address is null and the length is not 0
template <class T>
[[nodiscard]] Output<T> column(void* address, std::ptrdiff_t stride_bytes,
                               std::size_t length = unknown_length) {
    if (address == nullptr && length > 0) {
        detail::refuse_null_address();
    }
    using Number = typename detail::Layout<T>::Scalar;
    return Output<T>::over(
        detail::components_without_gaps<T>(static_cast<Number*>(address), stride_bytes, length));
}
/// The same over memory that is only read.
template <class T>
[[nodiscard]] Input<T> column(const void* address, std::ptrdiff_t stride_bytes,
                              std::size_t length = unknown_length) {
    return column<T>(const_cast<void*>(address), stride_bytes, length); // read only, as an Input
}

} // namespace lanecast
