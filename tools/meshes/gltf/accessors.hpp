#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/formats/raw_number.hpp"
#include "tools/meshes/gltf/tiny_gltf.hpp"

namespace lanecast::tools {

/// Reads the numbers of accessors, which may be sparse, and checks that they lie in their buffers.
/// All functions throw Failure that names the file and the accessor.
class Accessors {
public:
    Accessors(const tinygltf::Model& model, const std::string& path) : model_(model), path_(path) {}

    [[nodiscard]] const tinygltf::Accessor& at(int accessor) const {
        return model_.accessors[static_cast<std::size_t>(accessor)];
    }
    [[nodiscard]] std::size_t count(int accessor) const { return at(accessor).count; }
    /// Whether the accessor has bytes in the file. One without them is 0, or decoded elsewhere.
    [[nodiscard]] bool has_data(int accessor) const {
        return at(accessor).bufferView >= 0 || at(accessor).sparse.isSparse;
    }

    /// Reads elements of `type` ("VEC3"), one after the other; normalised integers as fractions.
    /// @param count  number of elements that the accessor must have
    [[nodiscard]] std::vector<double> numbers(int accessor, std::string_view type,
                                              std::size_t count) const;
    /// Reads unsigned integers.
    [[nodiscard]] std::vector<std::uint32_t> integers(int accessor, std::string_view type,
                                                      std::size_t count) const;

    /// The bytes of a buffer view.
    [[nodiscard]] std::string_view view(int view, const std::string& place) const;

private:
    template <class Number>
    std::vector<Number> read(int accessor, std::string_view type, std::size_t count) const;

    const tinygltf::Model& model_;
    const std::string& path_;
};

} // namespace lanecast::tools
