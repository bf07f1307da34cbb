#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lanecast/column.hpp"

/// Where the numbers of a batch lie in memory. A query or shape finds its numbers by index, in the
/// order of the columns of the public struct.
namespace hostile {

class Source {
public:
    virtual ~Source() = default;
    [[nodiscard]] virtual lanecast::Input<float> number(std::size_t k) const = 0;
    [[nodiscard]] virtual lanecast::Input<lanecast::Vec3> vec3(std::size_t k) const {
        return {number(k), number(k + 1), number(k + 2)};
    }
    [[nodiscard]] virtual lanecast::Input<lanecast::Quaternion> quaternion(std::size_t k) const {
        return {number(k), number(k + 1), number(k + 2), number(k + 3)};
    }
};

/// One array for each number, with elements `first` to `first + count - 1`.
class Arrays : public Source {
public:
    Arrays(std::span<const std::vector<float>> columns, std::size_t first, std::size_t count)
        : columns_(columns), first_(first), count_(count) {}
    [[nodiscard]] lanecast::Input<float> number(std::size_t k) const override {
        return std::span<const float>(columns_[k]).subspan(first_, count_);
    }

private:
    std::span<const std::vector<float>> columns_;
    std::size_t first_;
    std::size_t count_;
};

} // namespace hostile
