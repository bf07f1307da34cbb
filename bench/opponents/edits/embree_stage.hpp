#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "edits/crowd.hpp"
#include "opponents/embree/embree_scene.hpp"
#include "opponents/embree/embree_user_shapes.hpp"

namespace lanecast::bench {

/// A crowd in an Embree scene of two levels: about a thousand neighbours to a geometry. A commit
/// builds the geometries that have changed and the level above them, as quickly as Embree does it
/// (RTC_BUILD_QUALITY_LOW). They are user geometries, because Embree's own spheres have no second
/// level: it builds all of them again.
class EmbreeStage : public Stage {
public:
    /// @param isa  as EmbreeForm::isa
    EmbreeStage(const Bounds& bounds, std::size_t spheres, const std::string& isa);

    void add(const std::vector<std::uint32_t>& slots,
             const std::vector<scalar::Sphere>& spheres) override;
    void remove(const std::vector<std::uint32_t>& slots) override;
    void move(const std::vector<std::uint32_t>& slots,
              const std::vector<scalar::Sphere>& spheres) override;
    void commit() override;

    /// Share of random rays that hit the same sphere in a new scene of the crowd.
    [[nodiscard]] double agreement(const Crowd& crowd) const;

private:
    struct Place {
        std::uint32_t cell, index;
    };
    struct Cell {
        std::shared_ptr<UserShapes<scalar::Sphere>> spheres;
        EmbreeOwned<RTCGeometry> geometry;
        std::vector<std::uint32_t> slots; ///< by index
        std::vector<std::uint32_t> free;  ///< indices
        bool is_changed = false;
    };

    [[nodiscard]] std::uint32_t cell_at(const Vec3& center) const;
    void put(std::uint32_t slot, const scalar::Sphere& sphere);
    void take_out(std::uint32_t slot);
    static void grow(Cell& cell, std::size_t capacity);

    Bounds bounds_;
    std::uint32_t cells_per_axis_;
    EmbreeOwned<RTCDevice> device_;
    EmbreeOwned<RTCScene> scene_;
    std::vector<Cell> cells_;
    std::vector<Place> places_; ///< by slot
};

} // namespace lanecast::bench
