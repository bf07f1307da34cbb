#pragma once

#include <algorithm>
#include <vector>

#include "host/scene/scene_data.hpp"

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

/// Shapes as kernels see them, without prototype and motions.
inline ShapeSource source_of(const ShapeRecords& records, IdRange ids) {
    const std::size_t place = ids.first - records.ids.first;
    const bool is_mesh = !records.indices.empty();
    return {.first_id = ids.first,
            .count = ids.count,
            .records = records.records.data() + (is_mesh ? 0 : place * records.record_floats),
            .indices = is_mesh ? records.indices.data() + 3 * place : nullptr,
            .masks = records.words[shape_word::mask].at(place),
            .mask_stride = records.words[shape_word::mask].is_one() ? 0u : 1u,
            .prototype = nullptr,
            .motions = {}};
}

/// The shapes of a scene as kernels see them. Refers to the shapes and their motions.
class ShapeSources {
public:
    /// All shapes, without ids between them.
    ShapeSources(const ShapeStore& shapes, const Motions& motions) : motions_(motions.table()) {
        shapes.for_each([&](const ShapeRecords& records, IdRange ids) { add(records, ids); });
        finish();
    }

    /// For those who look up few shapes: not one step for each id, or for each of many batches. The
    /// lookup of a shape takes longer: refits of 1000 batches took 1.3 times as long.
    static ShapeSources for_few(const ShapeStore& shapes, const Motions& motions) {
        ShapeSources few;
        few.motions_ = motions.table();
        for (const auto& [records, ids] : shapes.groups())
            few.add(*records, ids);
        if (few.sources_.empty() && shapes.size() != 0)
            few.add_by_number(shapes);
        few.finish();
        return few;
    }

    ShapeSources(const ShapeSources&) = delete; // sources refer to prototypes_
    ShapeSources(ShapeSources&&) = default;

    [[nodiscard]] ShapeTable table() const {
        if (!by_number_)
            return {sources_.data(), pages_.data(), nullptr, nullptr, 0};
        static_assert(sizeof(ShapeStore::Range) % sizeof(std::uint32_t) == 0);
        return {sources_.data(), nullptr, by_number_->owners().data(),
                &by_number_->ranges().data()->number,
                sizeof(ShapeStore::Range) / sizeof(std::uint32_t)};
    }
    [[nodiscard]] const std::vector<ShapeSource>& all() const { return sources_; }
    /// The source of a shape that exists.
    [[nodiscard]] const ShapeSource& of(std::uint32_t id) const {
        if (by_number_)
            return sources_[by_number_->range_of(id)->number];
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
    ShapeSources() = default;

    void add(const ShapeRecords& records, IdRange ids) {
        kinds_.push_back(records.kind);
        sources_.push_back(source_of(records, ids));
        prototypes_.push_back(records.prototype ? record_of(*records.prototype)
                                                : PrototypeRecord{});
    }
    void add_by_number(const ShapeStore& shapes) {
        by_number_ = &shapes;
        sources_.resize(shapes.numbers());
        kinds_.resize(sources_.size());
        prototypes_.resize(sources_.size());
        for (const auto* list : {&shapes.records(), &shapes.reserved()})
            for (const ShapeRecords& records : *list) {
                sources_[records.number] = source_of(records, records.ids);
                kinds_[records.number] = records.kind;
                if (records.prototype)
                    prototypes_[records.number] = record_of(*records.prototype);
            }
    }
    void finish() {
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            ShapeSource& source = sources_[i];
            if (kinds_[i] == Kind::instance) {
                source.prototype = &prototypes_[i];
                source.motions = motions_;
            }
            if (by_number_)
                continue;
            const std::uint64_t end = std::uint64_t{source.first_id} + source.count;
            pages_.resize((end + ShapeTable::page_size - 1) / ShapeTable::page_size,
                          static_cast<std::uint32_t>(i));
        }
    }
    std::vector<ShapeSource> sources_;
    // kinds_ and prototypes_ have one element per source.
    std::vector<Kind> kinds_;
    std::vector<PrototypeRecord> prototypes_;
    std::vector<std::uint32_t> pages_;
    MotionTable motions_;
    /// Not nullptr if sources are in the order of the numbers of records.
    const ShapeStore* by_number_ = nullptr;
};

} // namespace lanecast::host
