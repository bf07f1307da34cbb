#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "lanecast/component.hpp"
#include "lanecast/vectors.hpp"

/// Finds the components of a column in one element of the caller's array.
namespace lanecast::detail {

/// Layout of a column of T: `count` components, each stored as a Scalar.
template <class T>
struct Layout {
    using Scalar = void;
    static constexpr std::size_t count = 0; // not a column type
};
template <class S, std::size_t n>
struct LayoutOf {
    using Scalar = S;
    static constexpr std::size_t count = n;
};
// clang-format off
template <> struct Layout<float> : LayoutOf<float, 1> {};
template <> struct Layout<std::uint32_t> : LayoutOf<std::uint32_t, 1> {};
template <> struct Layout<bool> : LayoutOf<std::uint8_t, 1> {};
template <> struct Layout<Vec2> : LayoutOf<float, 2> {};
template <> struct Layout<Vec3> : LayoutOf<float, 3> {};
template <> struct Layout<Quaternion> : LayoutOf<float, 4> {};
template <> struct Layout<Index3> : LayoutOf<std::uint32_t, 3> {};
// clang-format on

template <class T>
using Components = std::array<Component, Layout<T>::count>;

// --- parts(element): the addresses of the numbers in an element, in the order x y z w ------------

template <class E>
concept Number = std::is_arithmetic_v<E> || std::is_enum_v<E>;

/// Members of the same type. A reference does not count: its target is not part of the element.
template <class First, class... Others>
concept SameNumbers = Number<std::remove_cv_t<First>> &&(std::is_same_v<First, Others>&&...);

/// Length of an array of 2, 3 or 4 numbers; 0 for any other type.
template <class A>
inline constexpr std::size_t small_array = 0;
template <Number M>
inline constexpr std::size_t small_array<M[2]> = 2;
template <Number M>
inline constexpr std::size_t small_array<M[3]> = 3;
template <Number M>
inline constexpr std::size_t small_array<M[4]> = 4;
template <Number M>
inline constexpr std::size_t small_array<std::array<M, 2>> = 2;
template <Number M>
inline constexpr std::size_t small_array<std::array<M, 3>> = 3;
template <Number M>
inline constexpr std::size_t small_array<std::array<M, 4>> = 4;

// The concepts also require addresses, because bit-fields have none.
template <class E>
concept HasXyz = requires(E& e) {
    (void)&e.x, (void)&e.y, (void)&e.z;
    requires SameNumbers<decltype(e.x), decltype(e.y), decltype(e.z)>;
};
template <class E>
concept HasZ = requires(E& e) {
    e.z;
};
/// Excludes z, so that a vector in space is not taken for one in the plane.
template <class E>
concept HasXy = !HasZ<E> && requires(E & e) {
    (void)&e.x, (void)&e.y;
    requires SameNumbers<decltype(e.x), decltype(e.y)>;
};
template <class E>
concept HasXyzw = HasXyz<E> && requires(E& e) {
    (void)&e.w;
    requires SameNumbers<decltype(e.x), decltype(e.w)>;
};
template <class E>
concept HasI012 = requires(E& e) {
    (void)&e.i0, (void)&e.i1, (void)&e.i2;
    requires SameNumbers<decltype(e.i0), decltype(e.i1), decltype(e.i2)>;
};

template <Number E>
constexpr std::array<E*, 1> parts(E& e) noexcept {
    return {&e};
}
template <class E>
requires(small_array<std::remove_cv_t<E>> == 2) constexpr auto parts(E& e) noexcept {
    return std::array{&e[0], &e[1]};
}
template <class E>
requires(small_array<std::remove_cv_t<E>> == 3) constexpr auto parts(E& e) noexcept {
    return std::array{&e[0], &e[1], &e[2]};
}
template <class E>
requires(small_array<std::remove_cv_t<E>> == 4) constexpr auto parts(E& e) noexcept {
    return std::array{&e[0], &e[1], &e[2], &e[3]};
}
template <HasXy E>
constexpr auto parts(E& e) noexcept {
    return std::array{&e.x, &e.y};
}
template <HasXyz E>
constexpr auto parts(E& e) noexcept {
    return std::array{&e.x, &e.y, &e.z};
}
template <HasXyzw E> // subsumes HasXyz
constexpr auto parts(E& e) noexcept {
    return std::array{&e.x, &e.y, &e.z, &e.w};
}
template <HasI012 E>
constexpr auto parts(E& e) noexcept {
    return std::array{&e.i0, &e.i1, &e.i2};
}

template <class E>
concept HasParts = requires(E& e) {
    detail::parts(e);
};
template <HasParts E>
using PartsOf = decltype(detail::parts(std::declval<E&>()));
/// Type of the numbers in E; const if they must not be written.
template <HasParts E>
using Part = std::remove_pointer_t<typename PartsOf<E>::value_type>;
template <HasParts E>
inline constexpr std::size_t part_count = std::tuple_size_v<PartsOf<E>>;

// --- which numbers can serve as which ------------------------------------------------------------

/// Whether memory that holds an M can be read and written in place as Scalar.
template <class Scalar, class M>
constexpr bool stored_as() {
    if constexpr (std::is_enum_v<M>) {
        return std::is_same_v<Scalar, std::uint32_t> &&
               stored_as<Scalar, std::underlying_type_t<M>>();
    } else if constexpr (std::is_same_v<Scalar, std::uint32_t>) {
        return std::is_unsigned_v<M> && sizeof(M) == sizeof(Scalar);
    } else if constexpr (std::is_same_v<Scalar, std::uint8_t>) {
        return std::is_same_v<M, std::uint8_t> || std::is_same_v<M, bool>;
    } else {
        return std::is_same_v<M, Scalar>;
    }
}
static_assert(sizeof(bool) == 1);

template <class Scalar, HasParts E>
inline constexpr bool parts_stored_as = stored_as<Scalar, std::remove_cv_t<Part<E>>>();

template <class E>
constexpr auto deduce() {
    if constexpr (!HasParts<E>) {
        return std::type_identity<void>{};
    } else {
        constexpr std::size_t n = part_count<E>;
        if constexpr (n == 1 && parts_stored_as<float, E>)
            return std::type_identity<float>{};
        else if constexpr (n == 2 && parts_stored_as<float, E>)
            return std::type_identity<Vec2>{};
        else if constexpr (n == 3 && parts_stored_as<float, E>)
            return std::type_identity<Vec3>{};
        else if constexpr (n == 4 && parts_stored_as<float, E>)
            return std::type_identity<Quaternion>{};
        else if constexpr (n == 1 && parts_stored_as<std::uint32_t, E>)
            return std::type_identity<std::uint32_t>{};
        else if constexpr (n == 3 && parts_stored_as<std::uint32_t, E>)
            return std::type_identity<Index3>{};
        else if constexpr (n == 1 && parts_stored_as<std::uint8_t, E>)
            return std::type_identity<bool>{};
        else
            return std::type_identity<void>{};
    }
}
/// Column type that an element of type E stands for; void if there is none.
template <class E>
using Deduced = typename decltype(deduce<E>())::type;

// --- making components ---------------------------------------------------------------------------

template <class Scalar, Number V>
constexpr Component component_of_value(V number) noexcept {
    Component component;
    component.kind = Component::Kind::value;
    if constexpr (std::is_same_v<Scalar, float>)
        component.value = std::bit_cast<std::uint32_t>(static_cast<float>(number));
    else
        component.value = static_cast<std::uint32_t>(number);
    return component;
}

template <class T, class V>
constexpr Components<T> components_of_value(const V& value) noexcept {
    Components<T> components;
    for (std::size_t k = 0; k < components.size(); ++k)
        components[k] = component_of_value<typename Layout<T>::Scalar>(*detail::parts(value)[k]);
    return components;
}

/// Returns the member of `element` that a member pointer or a function object selects.
template <class E, class Projection>
constexpr decltype(auto) project(E& element, Projection& projection) {
    if constexpr (std::is_member_object_pointer_v<Projection>)
        return (element.*projection);
    else
        return projection(element);
}

struct Itself {
    template <class E>
    constexpr E& operator()(E& element) const noexcept {
        return element;
    }
};

/// Returns components over an array. For an empty array the projection is not called, because there
/// is no element to pass.
template <class T, class E, class Projection = Itself>
constexpr Components<T> components_of_array(E* first, std::size_t length,
                                            Projection projection = {}) {
    Components<T> components;
    for (Component& component : components) {
        component.address = first;
        component.stride = static_cast<std::ptrdiff_t>(sizeof(E));
        component.length = length;
        component.kind = Component::Kind::array;
    }
    if (length > 0) {
        const auto addresses = detail::parts(detail::project(*first, projection));
        for (std::size_t k = 0; k < components.size(); ++k)
            components[k].address = addresses[k];
    }
    return components;
}

/// Returns components over elements whose numbers are contiguous, from `first` on.
template <class T, class Scalar>
constexpr Components<T> components_without_gaps(Scalar* first, std::ptrdiff_t stride,
                                                std::size_t length) noexcept {
    Components<T> components;
    for (std::size_t k = 0; k < components.size(); ++k) {
        components[k].address = length > 0 ? first + k : first;
        components[k].stride = stride;
        components[k].length = length;
        components[k].kind = Component::Kind::array;
    }
    return components;
}

// These functions throw Error. They are defined in a .cpp file, so that headers need no <string>.
[[noreturn]] void refuse_partly_missing();
[[noreturn]] void refuse_length_of_triples(std::size_t length);
[[noreturn]] void refuse_null_address();
/// Refuses a projection that selects memory outside of its element, or a different offset in the
/// second element than in the first. Both arrays hold { first, second }; second may be null.
void check_projection(const std::array<const void*, 2>& elements, std::size_t element_size,
                      const std::array<const void*, 2>& members, std::size_t member_size);

/// Returns the components of a vector column, given one column per component.
template <class... Columns>
constexpr std::array<Component, sizeof...(Columns)> joined(const Columns&... columns) {
    const std::array components{columns.components()[0]...};
    const auto left_out = [](const Component& c) { return c.kind == Component::Kind::missing; };
    for (const Component& component : components)
        if (left_out(component) != left_out(components[0]))
            refuse_partly_missing();
    return components;
}

} // namespace lanecast::detail
