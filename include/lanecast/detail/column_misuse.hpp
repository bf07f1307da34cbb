#pragma once

/// Compile-time messages for sources that make no column: every mistake and its fix.
namespace lanecast::detail {

/// How a source is used as a column. `column`, `value` and `array` are accepted; each other verdict
/// but `refused_before` has a message in explain().
enum class Verdict {
    column, // a copy, or an Output read as an Input
    value,
    array,
    refused_before, // the result of a field() that has already reported its message

    array_of_pointers,
    bare_pointer,
    const_output,
    copy_returned,
    doubles,
    flat_array,
    four_as_three,
    input_as_output,
    member_function,
    no_components,
    not_an_array,
    not_contiguous,
    not_flat,
    not_of_this_struct,
    other_column,
    other_count,
    other_type,
    packed_bits,
    scalar_as_vector,
    signed_integers,
    sixteen_bits,
    temporary,
    value_as_output,
    vector_as_scalar,
    wide_integer,
};

constexpr bool is_refused(Verdict v) { return v > Verdict::array; }

/// Result of a refused field() or triples(). It converts to any column, so that no second message
/// follows.
struct Refused {};

/// Fails to compile with a message that says what to write instead.
template <Verdict v>
constexpr void explain() {
    using enum Verdict;
    static_assert(v != array_of_pointers,
                  "lanecast: the elements are pointers, and what they point to may lie anywhere; "
                  "keep the structs themselves in one array");
    static_assert(v != bare_pointer,
                  "lanecast: a bare pointer does not know its length; write std::span(pointer, "
                  "count) or column<T>(pointer, stride_bytes, count); to leave a column out: {}");
    static_assert(v != const_output,
                  "lanecast: an output is written to, but this array is const; pass one that is "
                  "not const");
    static_assert(v != copy_returned,
                  "lanecast: the lambda returns a copy; let it return a reference: "
                  "[](auto& element) -> auto& { return element.part.member; }");
    static_assert(v != doubles,
                  "lanecast: columns use the caller's memory in place and as float, not as "
                  "double; store float, or copy to a std::vector<float>");
    static_assert(v != flat_array,
                  "lanecast: a flat array of numbers is not an array of vectors; write "
                  "triples(array) for x y z x y z, {xs, ys, zs} for three arrays, or "
                  "column<Vec2>(array.data(), 8, array.size() / 2) for x y x y");
    static_assert(v != four_as_three,
                  "lanecast: four numbers are no Vec3 unless asked for; write field<Vec3>(structs, "
                  "&Struct::member) to take x, y, z, or {v.x, v.y, v.z} for one value");
    static_assert(v != input_as_output,
                  "lanecast: an Input cannot be written to; make the Output from an array or "
                  "structs that are not const");
    static_assert(v != member_function,
                  "lanecast: field() takes a data member, not a function; write a lambda that "
                  "returns a reference: [](auto& element) -> auto& { return element.member(); }");
    static_assert(v != no_components,
                  "lanecast: no numbers found in this type: it has no x, y, z, is no number and no "
                  "array of two to four; write field(structs, &Struct::member), a lambda for "
                  "what is nested, or column<T>(address, stride_bytes, count)");
    static_assert(v != not_an_array,
                  "lanecast: a column is made of a value (a number, {x, y, z}, a struct with x, y, "
                  "z), of an array with data() and size(), or of std::span(&one, 1)");
    static_assert(v != not_contiguous,
                  "lanecast: the elements must lie one after the other in memory; use std::vector, "
                  "std::array or std::span (anything with data() and size())");
    static_assert(v != not_flat,
                  "lanecast: triples() is for flat arrays of numbers; pass an array of vectors as "
                  "it is");
    static_assert(v != not_of_this_struct,
                  "lanecast: the elements of this array have no such member, or the lambda does "
                  "not take them; structs that are const need a lambda that takes const Struct&");
    static_assert(v != other_column,
                  "lanecast: this column is of another type; make it with field<T>(structs, "
                  "&Struct::member) of the member that is meant");
    static_assert(v != other_count,
                  "lanecast: the vectors have another number of components: Vec3 needs x, y, z, "
                  "Vec2 x, y and no z, Index3 three indices, Quaternion x, y, z, w");
    static_assert(v != other_type,
                  "lanecast: the numbers are of another type than the column, which uses them in "
                  "place; copy them to an array of float for a column of float, of std::uint32_t "
                  "for std::uint32_t or Index3, of bool or std::uint8_t for bool");
    static_assert(v != packed_bits,
                  "lanecast: std::vector<bool> keeps bits, which have no address; use "
                  "std::vector<std::uint8_t>");
    static_assert(v != scalar_as_vector,
                  "lanecast: a vector needs all its components; write {x, y, z}, each of them a "
                  "number or an array");
    static_assert(v != signed_integers,
                  "lanecast: this column uses std::uint32_t in place, not signed integers; store "
                  "std::uint32_t, or write column<T>(address, stride_bytes, count) if the bits are "
                  "what is meant");
    static_assert(v != sixteen_bits,
                  "lanecast: columns use the caller's memory in place, and 16-bit numbers are too "
                  "short; copy them to a std::vector<std::uint32_t> or std::vector<float>");
    static_assert(v != temporary,
                  "lanecast: this array is a temporary and would be gone when the column is used; "
                  "keep it in a variable (only a std::span may be a temporary)");
    static_assert(v != value_as_output,
                  "lanecast: an output needs an array to write to; for one element pass "
                  "std::span(&variable, 1)");
    static_assert(v != vector_as_scalar,
                  "lanecast: this column has one number per element; name it, as in "
                  "field(vectors, &Vector::x)");
    static_assert(v != wide_integer, "lanecast: the integer may need more than 32 bits; write "
                                     "static_cast<std::uint32_t>(value)");
}

} // namespace lanecast::detail
