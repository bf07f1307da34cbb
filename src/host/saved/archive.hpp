#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"
#include "host/parallel/function_ref.hpp"
#include "host/scene/moves.hpp"
#include "lanecast/bounds.hpp"

namespace lanecast::host {

/// Refuses bytes that are no scene. @param why  completes "the bytes ...". @throws Error
[[noreturn]] void refuse_bytes(const char* why);

inline void require(bool holds, const char* why) {
    if (!holds)
        refuse_bytes(why);
}

/// Whether the bytes of a type are those of its numbers: no padding, no addresses.
template <class T>
inline constexpr bool is_plain = std::is_arithmetic_v<T>;
template <>
inline constexpr bool is_plain<Bounds> = sizeof(Bounds) == 6 * sizeof(float);
template <>
inline constexpr bool is_plain<TreeSpace> = sizeof(TreeSpace) == 26 * sizeof(float);
template <>
inline constexpr bool is_plain<PlacedPiece> = sizeof(PlacedPiece) == 8 * sizeof(float);
template <>
inline constexpr bool is_plain<Move> = sizeof(Move) == 8 * sizeof(float);
template <>
inline constexpr bool is_plain<Surface> = sizeof(Surface) == 4 * sizeof(float);
template <class T>
concept IsPlain = is_plain<T>;

/// Takes the next bytes of a saved scene.
using TakeBytes = FunctionRef<void(std::span<const std::byte>)>;

/// Passes on numbers and arrays, one after another.
class Writer {
public:
    /// @param take  must live as long as the writer
    explicit Writer(TakeBytes take) : take_(take) {}

    template <IsPlain T>
    void value(const T& value) {
        values(&value, 1);
    }
    template <IsPlain T>
    void values(const T* first, std::size_t count) {
        take_(std::as_bytes(std::span(first, count)));
    }
    /// A vector with its length.
    template <class Vector>
    void vector(const Vector& vector) {
        value(std::uint64_t{vector.size()});
        values(vector.data(), vector.size());
    }

private:
    TakeBytes take_;
};

/// Reads what Writer has written. @throws Error if there are fewer bytes
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}
    [[nodiscard]] std::size_t left() const { return left_.size(); }

    template <IsPlain T>
    void value(T& value) {
        values(&value, 1);
    }
    template <IsPlain T>
    void values(T* first, std::size_t count) {
        require_left<T>(count);
        if (count != 0)
            std::memcpy(static_cast<void*>(first), left_.data(), count * sizeof(T));
        left_ = left_.subspan(count * sizeof(T));
    }
    template <class Vector>
    void vector(Vector& vector) {
        std::uint64_t count = 0;
        value(count);
        require_left<typename Vector::value_type>(count); // before memory is allocated
        vector.resize(count);
        values(vector.data(), count);
    }
    template <class T>
    void require_left(std::uint64_t count) const {
        require(count <= left_.size() / sizeof(T), "end too early");
    }

private:
    std::span<const std::byte> left_;
};

} // namespace lanecast::host
