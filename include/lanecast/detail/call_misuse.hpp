#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "lanecast/detail/column_verdict.hpp"

/// Compile-time messages for calls that name no shape, pass records without into(), or pass shapes
/// as queries. Without these overloads, the compiler would list every overload that does not match.
namespace lanecast::detail {

/// Accepts any initialiser of a field, including one in braces.
struct AnyField {
    template <class... Parts>
    constexpr AnyField(Parts&&...) noexcept {}
};

/// `{.center = places, .radius = 2}`, a shape without its name. It has the fields of all shapes, in
/// an order that agrees with that of each shape. Functions that take it are templates, so overload
/// resolution prefers any other viable function.
struct UnnamedShape {
    AnyField center, half_extents, rotation, lo, hi, a, b, base, apex, v0, v1, v2, normal, offset,
        point, direction, radius, mask, user, count;
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
[[noreturn]] void name_the_namespace() {
    static_assert(is_right<Misuse>, "lanecast: query i against shape i needs the namespace: "
                                    "pairwise::closest_hit(rays, shapes, hits). Otherwise pass a "
                                    "Scene first");
    __builtin_unreachable();
}

template <class Misuse>
[[noreturn]] void write_into() {
    static_assert(is_right<Misuse>, "lanecast: pass into(records) instead of the records, or give "
                                    "columns: {.t = distances, .id = ids}");
    __builtin_unreachable();
}

template <class Misuse>
[[noreturn]] void pass_overlap_queries() {
    static_assert(is_right<Misuse>, "lanecast: pass OverlapQueries{.center = places, .radius = 2} "
                                    "instead of Spheres, which are shapes");
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

/// One record or an array of records. Excludes types that convert to Columns: that call is valid.
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
