#include "tools/meshes/gltf/primitive.hpp"

#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/meshes/gltf/schema.hpp"

namespace lanecast::tools {
namespace {

constexpr const char* position = "POSITION";

const tinygltf::Value* extension_of(const tinygltf::Primitive& primitive) {
    const auto found = primitive.extensions.find(gltf_draco);
    return found == primitive.extensions.end() ? nullptr : &found->second;
}

} // namespace

PrimitiveReader::PrimitiveReader(const Accessors& accessors, const tinygltf::Primitive& primitive,
                                 std::string place)
    : accessors_(accessors), primitive_(primitive), place_(std::move(place)) {
    const int positions = primitive.attributes.at(position);
    vertex_count_ = accessors.count(positions);
    const tinygltf::Value* const extension = extension_of(primitive);
    // A file that does not require the extension has uncompressed data, too.
    if (extension == nullptr || accessors.has_data(positions))
        return;
    compressed_view_ = extension->Get("bufferView").GetNumberAsInt();
    compressed_.emplace(accessors.view(compressed_view_, place_), place_);
    if (compressed_->vertex_count() != vertex_count_) {
        throw Failure(fmt::format("{}: its Draco data has {} vertices, accessors[{}] has {}",
                                  place_, compressed_->vertex_count(), positions, vertex_count_));
    }
}

std::vector<double> PrimitiveReader::attribute(const std::string& name,
                                               std::string_view type) const {
    const int accessor = primitive_.attributes.at(name);
    if (compressed_ && !accessors_.has_data(accessor)) {
        const tinygltf::Value& ids = extension_of(primitive_)->Get("attributes");
        if (!ids.Has(name))
            throw Failure(fmt::format("{}: its Draco data has no {}", place_, name));
        return compressed_->attribute(static_cast<std::uint32_t>(ids.Get(name).GetNumberAsInt()),
                                      type == "VEC3" ? 3 : 4);
    }
    return accessors_.numbers(accessor, type, vertex_count_);
}

std::vector<double> PrimitiveReader::target(std::size_t index) const {
    const auto& attributes = primitive_.targets[index];
    const auto found = attributes.find(position);
    return found == attributes.end() ? std::vector<double>()
                                     : accessors_.numbers(found->second, "VEC3", vertex_count_);
}

std::vector<std::uint32_t> PrimitiveReader::indices() const {
    if (compressed_)
        return compressed_->indices();
    const auto found = primitive_.attributes.find(gltf_indices);
    if (found == primitive_.attributes.end()) {
        std::vector<std::uint32_t> all(vertex_count_);
        std::iota(all.begin(), all.end(), 0u);
        return all;
    }
    return accessors_.integers(found->second, "SCALAR", accessors_.count(found->second));
}

std::vector<std::uint32_t> PrimitiveReader::corners() const {
    std::vector<std::uint32_t> given = indices();
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i] >= vertex_count_) {
            throw Failure(fmt::format("{}: its index {} is {}, there are {} vertices", place_, i,
                                      given[i], vertex_count_));
        }
    }
    const bool is_list = compressed_ || primitive_.mode == TINYGLTF_MODE_TRIANGLES;
    if (is_list && given.size() % 3 != 0) {
        throw Failure(
            fmt::format("{}: {} corners are no whole number of triangles", place_, given.size()));
    }
    if (given.size() < 3)
        throw Failure(fmt::format("{}: {} corners are no triangle", place_, given.size()));
    if (is_list)
        return given;
    std::vector<std::uint32_t> corners;
    for (std::size_t i = 0; i + 2 < given.size(); ++i) {
        const std::uint32_t a = given[i], b = given[i + 1], c = given[i + 2];
        if (primitive_.mode == TINYGLTF_MODE_TRIANGLE_FAN) {
            corners.insert(corners.end(), {b, c, given[0]});
        } else if (a != b && b != c && c != a) { // others only lead to the next one
            if (i % 2 == 0)
                corners.insert(corners.end(), {a, b, c});
            else
                corners.insert(corners.end(), {a, c, b});
        }
    }
    return corners;
}

} // namespace lanecast::tools
