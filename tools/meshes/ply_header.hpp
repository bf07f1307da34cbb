#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/formats/raw_number.hpp"

/// The header of a Stanford .ply (Greg Turk, The PLY Polygon File Format, 1994): elements in the
/// order of their data, each with the properties of one record.
namespace lanecast::tools {

struct PlyProperty {
    std::string name;
    NumberType type;
    std::optional<NumberType> length; ///< of a list: the type of the number of its numbers
};

struct PlyElement {
    std::string name;
    std::size_t count = 0;
    std::vector<PlyProperty> properties;

    /// Returns the index of the property with one of the names.
    [[nodiscard]] std::optional<std::size_t> find(const std::vector<std::string_view>& names) const;
};

struct PlyHeader {
    bool is_text = false;
    std::vector<PlyElement> elements;
    std::string_view data; ///< the file after the header
    std::size_t lines = 0; ///< of the header
};

/// @throws Failure that names the file and the line
[[nodiscard]] PlyHeader parse_ply_header(std::string_view file, const std::string& path);

} // namespace lanecast::tools
