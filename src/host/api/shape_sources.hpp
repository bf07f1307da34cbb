#pragma once

#include <map>
#include <vector>

#include "host/api/scene_data.hpp"

namespace lanecast::host {

/// The ranges of a scene as kernels see them. Refers to them.
class ShapeSources {
public:
    explicit ShapeSources(const std::map<std::uint32_t, ShapeRange>& ranges) {
        for (const auto& [first, range] : ranges) {
            if (range.prototype)
                prototypes_.push_back(record_of(*range.prototype));
        }
        const PrototypeRecord* prototype = prototypes_.data();
        for (const auto& [first, range] : ranges) {
            sources_.push_back({.first_id = first,
                                .count = range.ids.count,
                                .records = range.records.data(),
                                .indices = range.indices.empty() ? nullptr : range.indices.data(),
                                .masks = range.masks.data(),
                                .mask_stride = range.masks.size() == 1 ? 0u : 1u,
                                .prototype = range.prototype ? prototype++ : nullptr});
            const std::uint64_t end = std::uint64_t{first} + range.ids.count;
            pages_.resize((end + ShapeTable::page_size - 1) / ShapeTable::page_size,
                          static_cast<std::uint32_t>(sources_.size() - 1));
        }
    }

    [[nodiscard]] ShapeTable table() const { return {sources_.data(), pages_.data()}; }
    [[nodiscard]] const std::vector<ShapeSource>& all() const { return sources_; }

private:
    /// An empty prototype has a box of one point: its origin.
    static PrototypeRecord record_of(const CommittedScene& prototype) {
        const auto address = std::uint64_t{reinterpret_cast<std::uintptr_t>(&prototype.view)};
        const Bounds box =
            prototype.bounds.lo.x <= prototype.bounds.hi.x ? prototype.bounds : Bounds{{}, {}};
        return {.lo = {box.lo.x, box.lo.y, box.lo.z},
                .address_low = static_cast<std::uint32_t>(address),
                .hi = {box.hi.x, box.hi.y, box.hi.z},
                .address_high = static_cast<std::uint32_t>(address >> 32)};
    }

    std::vector<PrototypeRecord> prototypes_; ///< of the sources that have one, in their order
    std::vector<ShapeSource> sources_;
    std::vector<std::uint32_t> pages_;
};

} // namespace lanecast::host
