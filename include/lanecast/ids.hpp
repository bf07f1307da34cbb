#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/answers.hpp"
#include "lanecast/column.hpp"
#include "lanecast/shapes.hpp"

/// Ids of the shapes of a scene.
namespace lanecast {

/// Consecutive ids, as returned by one add().
struct IdRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    /// Number of the batch that add() made: dense from 0. When all shapes of a batch are gone, its
    /// number is reused, lowest first. no_id: the range is empty, or was made by hand; the batch is
    /// then that of the first existing id of the range.
    std::uint32_t batch = no_id;

    /// Returns the id of the i-th shape of the batch.
    [[nodiscard]] constexpr std::uint32_t operator[](std::size_t i) const noexcept {
        return first + static_cast<std::uint32_t>(i);
    }
    [[nodiscard]] constexpr bool contains(std::uint32_t id) const noexcept {
        return id - first < count;
    }
    /// Returns the `length` ids from the offset-th on.
    [[nodiscard]] constexpr IdRange slice(std::uint32_t offset,
                                          std::uint32_t length) const noexcept {
        return {first + offset, length, batch};
    }
    /// Compares ids only.
    friend constexpr bool operator==(const IdRange& a, const IdRange& b) noexcept {
        return a.first == b.first && a.count == b.count;
    }
};

/// The batch and index behind an id.
struct Location {
    ShapeKind kind = ShapeKind::sphere;
    IdRange range = {};      ///< as add() returned it, even if parts of it were removed
    std::uint32_t index = 0; ///< id - range.first
};

/// Output columns of Scene::locate(). A column left out is not computed; columns may be longer than
/// the ids. For an id that the scene does not have, such as the no_id of a miss, user is 0, and all
/// others are no_id.
struct Locations {
    Output<std::uint32_t> kind = {};  ///< the ShapeKind; may be an array of ShapeKind
    Output<std::uint32_t> batch = {}; ///< IdRange::batch of the add()
    Output<std::uint32_t> index = {}; ///< in that batch
    Output<std::uint32_t> user = {};  ///< user data of the shape or instance
};

} // namespace lanecast
