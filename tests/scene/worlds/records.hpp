#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/hostile/source.hpp"

namespace worlds {

/// Shapes or queries in contiguous memory.
template <class Record>
class Records : public hostile::Source {
public:
    explicit Records(std::span<const Record> records) : records_(records) {}
    [[nodiscard]] lanecast::Input<float> number(std::size_t k) const override {
        return column<float>(k);
    }
    [[nodiscard]] lanecast::Input<lanecast::Vec3> vec3(std::size_t k) const override {
        return column<lanecast::Vec3>(k);
    }
    [[nodiscard]] lanecast::Input<lanecast::Quaternion> quaternion(std::size_t k) const override {
        return column<lanecast::Quaternion>(k);
    }

private:
    template <class T>
    [[nodiscard]] lanecast::Input<T> column(std::size_t k) const {
        const auto* const first = reinterpret_cast<const char*>(records_.data());
        return lanecast::column<T>(static_cast<const void*>(first + k * sizeof(float)),
                                   sizeof(Record), records_.size());
    }

    std::span<const Record> records_;
};

template <class Record>
auto columns_of(std::span<const Record> records) {
    return Record::columns(Records<Record>(records));
}
template <class Record>
auto columns_of(const std::vector<Record>& records) {
    return columns_of(std::span(records));
}

} // namespace worlds
