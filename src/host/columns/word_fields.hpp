#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/columns.hpp"
#include "core/surface.hpp"
#include "host/columns/batch_columns.hpp"
#include "lanecast/shapes.hpp"

namespace lanecast::host {

/// The fields of shapes beside their geometry, in the order of shape_word.
using WordFields = std::array<Field, shape_word::count>;

inline constexpr std::uint32_t no_user = 0;
inline constexpr Surface default_surface = {};

/// @param batch  of shapes of any kind, a mesh or instances
template <class Batch>
WordFields word_fields(const Batch& batch) {
    const Surfaces& surface = batch.surface;
    return {Field("mask", batch.mask, &all_layers), Field("user", batch.user, &no_user),
            Field("surface.restitution", surface.restitution, &default_surface.restitution),
            Field("surface.friction", surface.friction, &default_surface.friction),
            Field("surface.response", surface.response, &default_surface.response)};
}

/// Whether words are given that are looked up by id after a commit: all but the mask.
[[nodiscard]] bool give_lookups(std::span<const Field, shape_word::count> words);

/// Whether a factor of restitution or friction is one.
[[nodiscard]] inline bool is_factor(float factor) {
    return std::isfinite(factor) && factor >= 0.0f;
}
/// Whether a number is a response that a surface may have.
[[nodiscard]] inline bool is_surface_response(std::uint32_t number) {
    const auto response = static_cast<Response>(number);
    return response < Response::sensor || response == Response::of_particle;
}

/// Checks some elements of the words that are given.
/// @param batch  its name, for messages
/// @param first  index of the first of `count` elements
/// @throws Error refused_shape for a surface with a bad value
void check_words(std::string_view batch, std::span<const Field, shape_word::count> words,
                 std::size_t count, std::size_t first = 0);

} // namespace lanecast::host
