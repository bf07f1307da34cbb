#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "lanecast/detail/column_element.hpp"
#include "lanecast/detail/column_misuse.hpp"

namespace lanecast {
template <class T>
class Input;
template <class T>
class Output;
} // namespace lanecast

/// Decides whether a type can be used as a column and, if not, which mistake is most likely.
namespace lanecast::detail {

// --- arrays --------------------------------------------------------------------------------------

template <class Source>
concept Contiguous = requires(std::remove_reference_t<Source>& source) {
    requires std::is_pointer_v<decltype(std::data(source))>;
    std::size(source);
};
template <Contiguous Source>
using ElementOf =
    std::remove_pointer_t<decltype(std::data(std::declval<std::remove_reference_t<Source>&>()))>;

/// Containers whose elements are accessed through proxy objects.
template <class C>
concept HasProxies = requires {
    typename C::reference;
}
&&std::is_class_v<typename C::reference>;

template <class P>
concept PointerLike = std::is_pointer_v<P> || requires(P& p) {
    typename P::element_type;
    p.operator->();
};

/// Verdict on the storage of Source: `array` if it still exists when the column is used.
template <class Source>
constexpr Verdict verdict_of_storage() {
    using Plain = std::remove_cvref_t<Source>;
    if constexpr (std::is_pointer_v<Plain> || std::is_null_pointer_v<Plain>) {
        return Verdict::bare_pointer;
    } else if constexpr (HasProxies<Plain>) {
        return Verdict::packed_bits;
    } else if constexpr (Contiguous<Source>) {
        return std::is_lvalue_reference_v<Source> || std::ranges::enable_borrowed_range<Plain>
                   ? Verdict::array
                   : Verdict::temporary;
    } else if constexpr (requires(Plain & p) { p.begin(); }) {
        return Verdict::not_contiguous;
    } else {
        return Verdict::not_an_array;
    }
}

/// Reason why the numbers in E cannot be used in place as Scalar (void: the intended type is
/// unknown).
template <class Scalar, HasParts E>
constexpr Verdict verdict_of_number() {
    using M = std::remove_cv_t<Part<E>>;
    if constexpr (sizeof(M) == 2)
        return Verdict::sixteen_bits;
    else if constexpr (std::is_floating_point_v<M> && !std::is_same_v<M, float> &&
                       !std::is_same_v<Scalar, std::uint32_t>)
        return Verdict::doubles;
    else if constexpr (std::is_integral_v<M> && std::is_signed_v<M> && sizeof(M) == 4 &&
                       (std::is_same_v<Scalar, std::uint32_t> || std::is_void_v<Scalar>))
        return Verdict::signed_integers;
    else
        return Verdict::other_type;
}

/// Verdict on an array of E as a column of T. `of_four` allows Vec3 from x, y, z, w.
template <class T, class E, bool writes, bool of_four = false>
constexpr Verdict verdict_of_element() {
    using Scalar = typename Layout<T>::Scalar;
    constexpr std::size_t wanted = Layout<T>::count;
    if constexpr (PointerLike<std::remove_cv_t<E>>)
        return Verdict::array_of_pointers;
    else if constexpr (!HasParts<E>)
        return Verdict::no_components;
    else if constexpr (!parts_stored_as<Scalar, E>)
        return verdict_of_number<Scalar, E>();
    else if constexpr (part_count<E> == wanted || (of_four && wanted == 3 && part_count<E> == 4))
        return writes && std::is_const_v<Part<E>> ? Verdict::const_output : Verdict::array;
    else if constexpr (wanted == 1)
        return Verdict::vector_as_scalar;
    else if constexpr (part_count<E> == 1)
        return Verdict::flat_array;
    else if constexpr (wanted == 3 && part_count<E> == 4)
        return Verdict::four_as_three;
    else
        return Verdict::other_count;
}

// --- values --------------------------------------------------------------------------------------

/// Returns whether a V is one value of a column of T. Single numbers are converted, because they
/// are copied anyway; vectors are not, because a vector of doubles is more likely a mistake.
template <class T, class V>
constexpr bool is_value() {
    using Scalar = typename Layout<T>::Scalar;
    if constexpr (!HasParts<V>) {
        return false;
    } else if constexpr (Layout<T>::count > 1) {
        return part_count<V> == Layout<T>::count && parts_stored_as<Scalar, V>;
    } else if constexpr (std::is_same_v<T, bool>) {
        return std::is_same_v<V, bool>;
    } else if constexpr (std::is_same_v<T, float>) {
        return std::is_arithmetic_v<V> && !std::is_same_v<V, bool>;
    } else {
        return (std::is_integral_v<V> || std::is_enum_v<V>)&&!std::is_same_v<V, bool> &&
               sizeof(V) <= sizeof(Scalar);
    }
}

/// Reason why a V, which is not an array, is not a value of a column of T either.
template <class T, class V>
constexpr Verdict verdict_of_value() {
    if constexpr (!HasParts<V>)
        return Verdict::not_an_array;
    else if constexpr (part_count<V> == 1 && Layout<T>::count > 1)
        return Verdict::scalar_as_vector;
    else if constexpr (std::is_same_v<T, std::uint32_t> && std::is_integral_v<V> && sizeof(V) > 4)
        return Verdict::wide_integer;
    else
        return verdict_of_element<T, V, false>();
}

// --- whole columns -------------------------------------------------------------------------------

template <class C>
inline constexpr bool is_column = false;
template <class T>
inline constexpr bool is_column<Input<T>> = true;
template <class T>
inline constexpr bool is_column<Output<T>> = true;

/// Verdict on `Input<T>(source)`, or on `Output<T>(source)` if `writes`.
template <class T, class Source, bool writes>
constexpr Verdict verdict_of() {
    using Plain = std::remove_cvref_t<Source>;
    constexpr Verdict storage = verdict_of_storage<Source>();
    if constexpr (std::is_same_v<Plain, Refused>) {
        return Verdict::refused_before;
    } else if constexpr (std::is_same_v<Plain, Output<T>>) {
        return Verdict::column;
    } else if constexpr (std::is_same_v<Plain, Input<T>>) {
        return writes ? Verdict::input_as_output : Verdict::column;
    } else if constexpr (is_column<Plain>) {
        constexpr bool of_four = Plain::component_count == 4 && std::is_same_v<T, Vec3>;
        return of_four ? Verdict::four_as_three : Verdict::other_column;
    } else if constexpr (is_value<T, Plain>()) {
        return writes ? Verdict::value_as_output : Verdict::value;
    } else if constexpr (storage == Verdict::array) {
        return verdict_of_element<T, ElementOf<Source>, writes>();
    } else if constexpr (storage != Verdict::not_an_array) {
        return storage;
    } else {
        return writes && HasParts<Plain> ? Verdict::value_as_output : verdict_of_value<T, Plain>();
    }
}

template <class Source, class T>
concept InputValue = verdict_of<T, Source, false>()
== Verdict::value;
template <class Source, class T>
concept InputArray = verdict_of<T, Source, false>()
== Verdict::array;
template <class Source, class T>
concept InputMisuse = is_refused(verdict_of<T, Source, false>());

template <class Source, class T>
concept OutputArray = verdict_of<T, Source, true>()
== Verdict::array;
template <class Source, class T>
concept OutputMisuse = is_refused(verdict_of<T, Source, true>());

template <class Struct, class Projection>
concept NamesMemberOf = requires(Struct& s, Projection& p) {
    s.*p;
}
|| requires(Struct& s, Projection& p) { p(s); };

/// Verdict on `field<T>(structs, projection)`. If T is void, it is deduced.
template <class T, class Structs, class Projection>
constexpr Verdict verdict_of_field() {
    constexpr Verdict storage = verdict_of_storage<Structs>();
    if constexpr (storage != Verdict::array) {
        return storage;
    } else if constexpr (std::is_member_function_pointer_v<Projection>) {
        return Verdict::member_function;
    } else {
        using Struct = ElementOf<Structs>;
        if constexpr (PointerLike<std::remove_cv_t<Struct>>) {
            return Verdict::array_of_pointers;
        } else if constexpr (!NamesMemberOf<Struct, Projection>) {
            return Verdict::not_of_this_struct;
        } else {
            using Result =
                decltype(detail::project(std::declval<Struct&>(), std::declval<Projection&>()));
            using Member = std::remove_reference_t<Result>;
            using Meant = std::conditional_t<std::is_void_v<T>, Deduced<Member>, T>;
            if constexpr (!std::is_lvalue_reference_v<Result>)
                return Verdict::copy_returned;
            else
                return verdict_of_element<Meant, Member, false, !std::is_void_v<T>>();
        }
    }
}

/// Verdict on `triples(flat)`.
template <class Flat>
constexpr Verdict verdict_of_triples() {
    constexpr Verdict storage = verdict_of_storage<Flat>();
    if constexpr (storage != Verdict::array) {
        return storage;
    } else {
        using Element = ElementOf<Flat>;
        using Meant = Deduced<Element>;
        if constexpr (std::is_same_v<Meant, float> || std::is_same_v<Meant, std::uint32_t>)
            return Verdict::array;
        else if constexpr (!std::is_void_v<Meant>)
            return std::is_same_v<Meant, bool> ? Verdict::other_type : Verdict::not_flat;
        else
            return verdict_of_element<void, Element, false>();
    }
}

} // namespace lanecast::detail
