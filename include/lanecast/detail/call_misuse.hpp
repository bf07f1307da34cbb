#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "lanecast/detail/column_verdict.hpp"

/// What the compiler says about calls that name no shape, or give records without into(): without
/// this it lists overloads that do not fit.
namespace lanecast::detail {

/// Whatever a field is made of, braces included.
struct AnyField {
    template <class... Parts>
    constexpr AnyField(Parts&&...) noexcept {}
};

/// `{.center = places, .radius = 2}`, a shape without its name: the fields of all of them, in an
/// order that each of them keeps. Functions that take it are templates, so that whatever else fits
/// goes before them.
struct UnnamedShape {
    AnyField center, half_extents, rotation, lo, hi, a, b, base, apex, v0, v1, v2, normal, offset,
        point, direction, radius, mask, count;
};

template <class Misuse>
inline constexpr bool is_right = false;

template <class Misuse>
[[noreturn]] void name_the_shape() {
    static_assert(is_right<Misuse>,
                  "lanecast: which shape? Name it: Spheres{.center = places, .radius = 2}");
    __builtin_unreachable();
}

template <class Misuse>
[[noreturn]] void write_into() {
    static_assert(is_right<Misuse>, "lanecast: pass into(records) instead of the records, or give "
                                    "columns: {.t = distances, .id = ids}");
    __builtin_unreachable();
}

template <class T>
struct RecordIn {
    using type = T;
};
template <Contiguous T>
struct RecordIn<T> {
    using type = std::remove_const_t<ElementOf<T>>;
};

/// One record or an array of them, and nothing that converts to Columns, which is a right call.
template <class T, class Record, class Columns>
concept RecordsOf = std::is_same_v<typename RecordIn<std::remove_cvref_t<T>>::type, Record> &&
    !std::is_convertible_v<T, Columns>;

template <class T, class Record>
inline constexpr bool is_row_of = false;
template <class Record, std::size_t capacity>
inline constexpr bool is_row_of<std::array<Record, capacity>, Record> = true;
template <class T, class Record, class Columns>
concept RowsOf = is_row_of<typename RecordIn<std::remove_cvref_t<T>>::type, Record> &&
    !std::is_convertible_v<T, Columns>;

} // namespace lanecast::detail
