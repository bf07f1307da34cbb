#pragma once

#include <algorithm>
#include <vector>

#include "host/world/scene_data.hpp"

namespace lanecast::host {

/// The box of an empty prototype is a single point, its origin.
inline PrototypeRecord record_of(const CommittedScene& prototype) {
    const auto address = std::uint64_t{reinterpret_cast<std::uintptr_t>(&prototype.view)};
    const Bounds box =
        prototype.bounds.lo.x <= prototype.bounds.hi.x ? prototype.bounds : Bounds{{}, {}};
    return {.lo = {box.lo.x, box.lo.y, box.lo.z},
            .address_low = static_cast<std::uint32_t>(address),
            .hi = {box.hi.x, box.hi.y, box.hi.z},
            .address_high = static_cast<std::uint32_t>(address >> 32)};
}

/// The shapes of a scene as kernels see them. Refers to the shapes.
class ShapeSources {
public:
    /// Whether a source may have ids of no shape between those of shapes. Then there are few
    /// sources, however many shapes were removed.
    enum class Gaps { between, within };

    explicit ShapeSources(const ShapeStore& shapes, Gaps gaps = Gaps::between) {
        const auto add = [&](const ShapeRecords& records, IdRange ids) {
            const std::size_t place = ids.first - records.ids.first;
            const bool is_mesh = !records.indices.empty();
            kinds_.push_back(records.kind);
            sources_.push_back(
                {.first_id = ids.first,
                 .count = ids.count,
                 .records = records.records.data() + (is_mesh ? 0 : place * records.record_floats),
                 .indices = is_mesh ? records.indices.data() + 3 * place : nullptr,
                 .masks = records.masks.at(place),
                 .mask_stride = records.masks.is_one() ? 0u : 1u,
                 .prototype = nullptr});
            prototypes_.push_back(records.prototype ? record_of(*records.prototype)
                                                    : PrototypeRecord{});
        };
        if (gaps == Gaps::within)
            shapes.for_each_group(add);
        else
            shapes.for_each(add);
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            ShapeSource& source = sources_[i];
            if (kinds_[i] == Kind::instance)
                source.prototype = &prototypes_[i];
            const std::uint64_t end = std::uint64_t{source.first_id} + source.count;
            pages_.resize((end + ShapeTable::page_size - 1) / ShapeTable::page_size,
                          static_cast<std::uint32_t>(i));
        }
    }

    [[nodiscard]] ShapeTable table() const { return {sources_.data(), pages_.data()}; }
    [[nodiscard]] const std::vector<ShapeSource>& all() const { return sources_; }
    /// The source of a shape that exists.
    [[nodiscard]] const ShapeSource& of(std::uint32_t id) const {
        const ShapeSource* source = &sources_[pages_[id / ShapeTable::page_size]];
        while (id - source->first_id >= source->count)
            ++source;
        return *source;
    }
    [[nodiscard]] Kind kind(std::size_t source) const { return kinds_[source]; }
    [[nodiscard]] bool have(Kind kind) const {
        return std::find(kinds_.begin(), kinds_.end(), kind) != kinds_.end();
    }

private:
    std::vector<ShapeSource> sources_;
    // kinds_ and prototypes_ have one element per source.
    std::vector<Kind> kinds_;
    std::vector<PrototypeRecord> prototypes_;
    std::vector<std::uint32_t> pages_;
};

} // namespace lanecast::host
