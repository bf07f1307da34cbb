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
            sources_.push_back({.first_id = first,
                                .count = range.ids.count,
                                .records = range.records.data(),
                                .indices = range.indices.empty() ? nullptr : range.indices.data(),
                                .masks = range.masks.data(),
                                .mask_stride = range.masks.size() == 1 ? 0u : 1u});
            const std::uint32_t end = first + range.ids.count;
            while (std::uint64_t{pages_.size()} * ShapeTable::page_size < end)
                pages_.push_back(static_cast<std::uint32_t>(sources_.size() - 1));
        }
    }

    [[nodiscard]] ShapeTable table() const { return {sources_.data(), pages_.data()}; }
    [[nodiscard]] const std::vector<ShapeSource>& all() const { return sources_; }

private:
    std::vector<ShapeSource> sources_;
    std::vector<std::uint32_t> pages_;
};

} // namespace lanecast::host
