#pragma once

#include "isa/kernels/build/growing_box.hpp"
#include "isa/shapes/instance.hpp"

/// The caller's shapes, as the scene stores them, and their boxes.
namespace lanecast::LANECAST_ISA {

/// Finds the source of an id. Remembers the last source, because neighbouring ids usually share it.
class SourceFinder {
public:
    explicit SourceFinder(const ShapeTable& table) : table_(table), last_(table.sources) {}

    /// The source that was returned last.
    const ShapeSource& last() const { return *last_; }

    const ShapeSource& of(std::uint32_t id) {
        if (table_.pages == nullptr) {
            const std::size_t batch = table_.batches[id];
            last_ = table_.sources + table_.numbers[batch * table_.number_stride];
        } else if (id - last_->first_id >= last_->count) {
            last_ = table_.sources + table_.pages[id / ShapeTable::page_size];
            while (id - last_->first_id >= last_->count)
                ++last_;
        }
        return *last_;
    }

private:
    ShapeTable table_;
    const ShapeSource* last_;
};

/// Index of a triangle's corner in the array of vertices.
inline std::size_t vertex(const ShapeSource& source, std::uint32_t triangle, int corner) {
    const std::size_t i = std::size_t{triangle} * 3 + static_cast<std::size_t>(corner);
    return source.indices ? source.indices[i] : i;
}

/// The motion of an instance, or one that says that it stands still.
inline const InstanceMotion& motion_of(const ShapeSource& source, std::uint32_t id) {
    static constexpr InstanceMotion at_rest = {{}, no_motion, {}, 0.0f, 0};
    const std::uint32_t index = source.motions.index_of(id);
    return index == no_motion ? at_rest : source.motions.first[index];
}

/// Four shapes that are put into the lanes one by one.
template <class Shape>
class FourShapes {
public:
    void put(int lane, const ShapeSource& source, std::uint32_t index) {
        if constexpr (is_triangle) {
            for (int corner = 0; corner < 3; ++corner)
                load(corner, lane, source.records + 3 * vertex(source, index, corner));
        } else {
            const float* record = source.records + std::size_t{index} * Shape::columns;
            for (int group = 0; group < own_groups; ++group)
                load(group, lane, record + group * 4);
            if constexpr (is_instance) {
                const InstanceMotion& motion = motion_of(source, source.first_id + index);
                constexpr int prototype = own_groups, target = prototype + 2;
                for (int group = 0; group < 2; ++group) {
                    load(prototype + group, lane,
                         reinterpret_cast<const float*>(source.prototype) + group * 4);
                    load(target + group, lane, reinterpret_cast<const float*>(&motion) + group * 4);
                }
            }
        }
    }

    /// Floats of a shape: its columns and, for an instance, those of its prototype and its motion.
    static constexpr int floats =
        Shape::kind == Kind::instance ? int{Instance::column::count} : Shape::columns;

    /// Call it only once, because it transposes the stored rows in place.
    void get(Float<4> (&columns)[floats]) {
        for (int group = 0; group < groups; ++group) {
            transpose(rows_[group]);
            for (int i = 0; i < group_floats && group * group_floats + i < floats; ++i)
                columns[group * group_floats + i] = rows_[group][i];
        }
    }

private:
    static constexpr bool is_instance = Shape::kind == Kind::instance;
    // A triangle's vertices need not be adjacent.
    static constexpr bool is_triangle = Shape::kind == Kind::triangle;
    static constexpr int group_floats = is_triangle ? 3 : 4;
    static constexpr int own_groups = (Shape::columns + group_floats - 1) / group_floats;
    static constexpr int groups = (floats + group_floats - 1) / group_floats;
    static_assert(floats == Shape::columns || Shape::columns % group_floats == 0);

    void load(int group, int lane, const float* from) { rows_[group][lane] = Float<4>::load(from); }

    Float<4> rows_[groups][4];
};

/// Four boxes, one per lane, as rows: lower sides and negated upper sides.
struct FourBoxes {
    Float<4> lo[4], minus_hi[4];

    explicit FourBoxes(const Extent<4>& e)
        : lo{e.lo.x, e.lo.y, e.lo.z, e.lo.z}, minus_hi{-e.hi.x, -e.hi.y, -e.hi.z, -e.hi.z} {
        transpose(lo);
        transpose(minus_hi);
    }
};

} // namespace lanecast::LANECAST_ISA
