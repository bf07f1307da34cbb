#include "tools/meshes/gltf/accessors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "tools/console/failure.hpp"

namespace lanecast::tools {
namespace {

struct ElementType {
    int type;
    std::string_view name;
    std::size_t numbers;
};

constexpr std::array<ElementType, 7> element_types = {{{TINYGLTF_TYPE_SCALAR, "SCALAR", 1},
                                                       {TINYGLTF_TYPE_VEC2, "VEC2", 2},
                                                       {TINYGLTF_TYPE_VEC3, "VEC3", 3},
                                                       {TINYGLTF_TYPE_VEC4, "VEC4", 4},
                                                       {TINYGLTF_TYPE_MAT2, "MAT2", 4},
                                                       {TINYGLTF_TYPE_MAT3, "MAT3", 9},
                                                       {TINYGLTF_TYPE_MAT4, "MAT4", 16}}};

/// Elements in a buffer view.
struct Elements {
    const char* first;
    std::size_t stride;
    NumberType type;
};

/// Returns a normalised integer as the fraction that glTF 2.0 gives it in 3.6.2.2.
double fraction(double number, const NumberType& type) {
    const int bits = static_cast<int>(8 * type.size) - (type.kind == 'i' ? 1 : 0);
    return std::max(number / (std::ldexp(1.0, bits) - 1.0), -1.0);
}

/// One accessor, for messages.
class AccessorReader {
public:
    AccessorReader(const Accessors& accessors, const tinygltf::Model& model, int index,
                   const std::string& path)
        : accessors_(accessors), model_(model), accessor_(accessors.at(index)),
          place_(fmt::format("{}: accessors[{}]", path, index)) {}

    template <class Number>
    std::vector<Number> read(std::string_view type, std::size_t count) const {
        const auto known = std::ranges::find(element_types, accessor_.type, &ElementType::type);
        if (known->name != type)
            fail("has the type {}, must have {}", known->name, type);
        if (accessor_.count != count)
            fail("has {} elements, must have {}", accessor_.count, count);
        const std::size_t numbers = known->numbers;
        const NumberType number_type = type_of(accessor_.componentType);
        if (std::is_integral_v<Number> && number_type.kind != 'u') {
            fail("has the componentType {}, must have 5121, 5123 or 5125 (unsigned)",
                 accessor_.componentType);
        }
        constexpr std::size_t most_without_data = std::size_t{1} << 24;
        if (accessor_.bufferView < 0 && count > most_without_data)
            fail("has {} elements and no data", count);
        std::vector<Number> values;
        if (accessor_.bufferView < 0) {
            values.resize(count * numbers);
        } else {
            const Elements elements = elements_in(accessor_.bufferView, accessor_.byteOffset, count,
                                                  numbers * number_type.size, number_type, "");
            values.resize(count * numbers);
            for (std::size_t i = 0; i < count; ++i)
                copy(elements, i, numbers, values.data() + i * numbers);
        }
        if (accessor_.sparse.isSparse)
            replace(values, numbers, number_type);
        return values;
    }

private:
    template <class Number>
    void copy(const Elements& elements, std::size_t i, std::size_t numbers, Number* to) const {
        const char* from = elements.first + i * elements.stride;
        for (std::size_t k = 0; k < numbers; ++k, from += elements.type.size) {
            double number = raw_number(from, elements.type);
            if (accessor_.normalized && elements.type.kind != 'f' && !std::is_integral_v<Number>)
                number = fraction(number, elements.type);
            to[k] = static_cast<Number>(number);
        }
    }

    /// Replaces the elements of a sparse accessor.
    template <class Number>
    void replace(std::vector<Number>& values, std::size_t numbers, const NumberType& type) const {
        const auto& sparse = accessor_.sparse;
        const auto count = static_cast<std::size_t>(sparse.count);
        const NumberType index_type = type_of(sparse.indices.componentType);
        if (index_type.kind != 'u') {
            fail("has sparse.indices.componentType {}, must have 5121, 5123 or 5125 (unsigned)",
                 sparse.indices.componentType);
        }
        const Elements indices = elements_in(
            sparse.indices.bufferView, static_cast<std::size_t>(sparse.indices.byteOffset), count,
            index_type.size, index_type, " (sparse.indices)");
        const Elements replacements = elements_in(
            sparse.values.bufferView, static_cast<std::size_t>(sparse.values.byteOffset), count,
            numbers * type.size, type, " (sparse.values)");
        for (std::size_t i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(
                raw_number(indices.first + i * indices.stride, index_type));
            if (at >= accessor_.count)
                fail("has the sparse index {}, there are {} elements", at, accessor_.count);
            copy(replacements, i, numbers, values.data() + at * numbers);
        }
    }

    NumberType type_of(int component_type) const {
        switch (component_type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return {'i', 1};
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return {'u', 1};
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return {'i', 2};
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return {'u', 2};
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return {'u', 4};
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return {'f', 4};
        default:
            fail("has the componentType {}, which glTF does not have", component_type);
        }
    }

    /// Returns `count` elements of a buffer view, which must contain them.
    /// @param part  of the accessor, for messages
    Elements elements_in(int view, std::size_t offset, std::size_t count, std::size_t bytes,
                         const NumberType& type, std::string_view part) const {
        const std::string_view data = accessors_.view(view, place_ + std::string(part));
        const std::size_t given = model_.bufferViews[static_cast<std::size_t>(view)].byteStride;
        const std::size_t stride = given == 0 ? bytes : given;
        if (stride < bytes)
            fail("has elements of {} bytes, bufferViews[{}].byteStride is {}", bytes, view, stride);
        if (bytes > data.size() || offset > data.size() - bytes ||
            count - 1 > (data.size() - bytes - offset) / stride) {
            fail("does not fit{}: {} elements, {} bytes apart, from byte {} of bufferViews[{}], "
                 "which has {} bytes",
                 part, count, stride, offset, view, data.size());
        }
        return {data.data() + offset, stride, type};
    }

    template <class... Arguments>
    [[noreturn]] void fail(fmt::format_string<Arguments...> message,
                           Arguments&&... arguments) const {
        throw Failure(place_ + " " + fmt::format(message, std::forward<Arguments>(arguments)...));
    }

    const Accessors& accessors_;
    const tinygltf::Model& model_;
    const tinygltf::Accessor& accessor_;
    std::string place_;
};

} // namespace

std::vector<double> Accessors::numbers(int accessor, std::string_view type,
                                       std::size_t count) const {
    return AccessorReader(*this, model_, accessor, path_).read<double>(type, count);
}

std::vector<std::uint32_t> Accessors::integers(int accessor, std::string_view type,
                                               std::size_t count) const {
    return AccessorReader(*this, model_, accessor, path_).read<std::uint32_t>(type, count);
}

std::string_view Accessors::view(int index, const std::string& place) const {
    const tinygltf::BufferView& view = model_.bufferViews[static_cast<std::size_t>(index)];
    const auto& data = model_.buffers[static_cast<std::size_t>(view.buffer)].data;
    if (view.byteOffset > data.size() || view.byteLength > data.size() - view.byteOffset) {
        throw Failure(fmt::format("{}: bufferViews[{}] has {} bytes from byte {}, buffers[{}] has "
                                  "{} bytes",
                                  place, index, view.byteLength, view.byteOffset, view.buffer,
                                  data.size()));
    }
    return {reinterpret_cast<const char*>(data.data()) + view.byteOffset, view.byteLength};
}

} // namespace lanecast::tools
