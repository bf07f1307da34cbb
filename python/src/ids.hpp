#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/column.hpp"

#include "batch.hpp"

namespace lanecast::python {

/// Ids of shapes as an argument: an array of integers, or one of them.
class IdArgument {
public:
    explicit IdArgument(const py::object& ids);
    IdArgument(const IdArgument&) = delete;
    IdArgument& operator=(const IdArgument&) = delete;

    [[nodiscard]] const BatchShape& shape() const { return arguments_.shape(); }
    [[nodiscard]] std::size_t count() const { return arguments_.shape().size(); }
    [[nodiscard]] const Input<std::uint32_t>& column() const { return column_; }
    /// The first id; there must be one.
    [[nodiscard]] std::uint32_t first() const;

private:
    Arguments arguments_;
    std::vector<std::uint32_t> same_; ///< if one value stands for all
    Input<std::uint32_t> column_;
};

} // namespace lanecast::python
