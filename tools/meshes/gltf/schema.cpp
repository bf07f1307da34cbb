#include "tools/meshes/gltf/schema.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/console/failure.hpp"
#include "tools/console/text.hpp"

namespace lanecast::tools {
namespace {

using nlohmann::json;

constexpr const char* instancing = "EXT_mesh_gpu_instancing";

/// Beginnings of the names of extensions that affect only looks, and those that are read.
constexpr std::array<std::string_view, 7> known_extensions = {
    "KHR_materials_", "KHR_texture_", "EXT_texture_",         "KHR_lights_",
    "KHR_xmp",        gltf_draco,     "KHR_mesh_quantization"};

enum class Kind {
    text,
    flag,
    number,
    count, ///< a whole number from least to most
    index, ///< of an element of the document's array Member::array
    object,
};

enum class Form { one, array, map, array_of_maps };

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
constexpr std::size_t most_of_int = std::numeric_limits<int>::max(); // tinygltf's type

struct Member {
    const char* name;
    Kind kind;
    Form form = Form::one;
    const char* array = nullptr;
    std::span<const Member> members = {}; ///< of an object
    std::size_t least = 0;                ///< of a count, or of the length of an array
    std::size_t most = unlimited;
    bool is_required = false;
};

constexpr Member required(Member member) {
    member.is_required = true;
    return member;
}
constexpr Member not_empty(Member member) {
    member.least = 1;
    return required(member);
}
constexpr Member text(const char* name, Form form = Form::one) { return {name, Kind::text, form}; }
constexpr Member flag(const char* name) { return {name, Kind::flag}; }
constexpr Member count(const char* name, std::size_t least, std::size_t most = unlimited) {
    return {name, Kind::count, Form::one, nullptr, {}, least, most};
}
constexpr Member index(const char* name, const char* array, Form form = Form::one) {
    return {name, Kind::index, form, array};
}
constexpr Member numbers(const char* name) { return {name, Kind::number, Form::array}; }
constexpr Member numbers(const char* name, std::size_t length) {
    return {name, Kind::number, Form::array, nullptr, {}, length, length};
}
constexpr Member object(const char* name, std::span<const Member> members) {
    return {name, Kind::object, Form::one, nullptr, members};
}
constexpr Member objects(const char* name, std::span<const Member> members) {
    return {name, Kind::object, Form::array, nullptr, members};
}

// The members of glTF 2.0 (Khronos Group, 2021) that define geometry.
constexpr Member of_draco[] = {
    required(index("bufferView", "bufferViews")),
    required({"attributes", Kind::count, Form::map, nullptr, {}, 0, most_of_int}),
};
constexpr Member of_primitive_extensions[] = {object(gltf_draco, of_draco)};
constexpr Member of_primitive[] = {
    required(index("attributes", "accessors", Form::map)),
    index("indices", "accessors"),
    count("mode", 0, 6),
    index("material", "materials"),
    index("targets", "accessors", Form::array_of_maps),
    object("extensions", of_primitive_extensions),
};
constexpr Member of_mesh[] = {
    text("name"),
    not_empty(objects("primitives", of_primitive)),
    numbers("weights"),
};
constexpr Member of_sparse_indices[] = {
    required(index("bufferView", "bufferViews")),
    count("byteOffset", 0, most_of_int),
    required(count("componentType", 5121, 5125)),
};
constexpr Member of_sparse_values[] = {
    required(index("bufferView", "bufferViews")),
    count("byteOffset", 0, most_of_int),
};
constexpr Member of_sparse[] = {
    required(count("count", 1, most_of_int)),
    required(object("indices", of_sparse_indices)),
    required(object("values", of_sparse_values)),
};
constexpr Member of_accessor[] = {
    index("bufferView", "bufferViews"),
    count("byteOffset", 0),
    required(count("componentType", 5120, 5126)),
    flag("normalized"),
    required(count("count", 1)),
    required(text("type")),
    object("sparse", of_sparse),
};
constexpr Member of_buffer_view[] = {
    required(index("buffer", "buffers")),
    count("byteOffset", 0),
    required(count("byteLength", 1)),
    count("byteStride", 4, 252),
};
constexpr Member of_buffer[] = {text("uri"), required(count("byteLength", 1))};
constexpr Member of_node[] = {
    index("mesh", "meshes"),   index("skin", "skins"), index("children", "nodes", Form::array),
    numbers("matrix", 16),     numbers("rotation", 4), numbers("scale", 3),
    numbers("translation", 3), numbers("weights"),
};
constexpr Member of_skin[] = {
    not_empty(index("joints", "nodes", Form::array)),
    index("inverseBindMatrices", "accessors"),
};
constexpr Member of_metallic_roughness[] = {numbers("baseColorFactor", 4)};
constexpr Member of_material[] = {
    text("name"),
    object("pbrMetallicRoughness", of_metallic_roughness),
};
constexpr Member of_scene[] = {index("nodes", "nodes", Form::array)};
constexpr Member of_asset[] = {required(text("version")), text("minVersion")};
constexpr Member of_document[] = {
    required(object("asset", of_asset)),
    text("extensionsUsed", Form::array),
    index("scene", "scenes"),
    objects("scenes", of_scene),
    objects("nodes", of_node),
    objects("meshes", of_mesh),
    objects("skins", of_skin),
    objects("materials", of_material),
    objects("accessors", of_accessor),
    objects("bufferViews", of_buffer_view),
    objects("buffers", of_buffer),
};

/// Returns the advice for users of an extension.
std::string_view remedy(std::string_view extension) {
    return extension == instancing ? "write one node for each instance"
                                   : "write the mesh without it";
}

/// Returns a member, or null if there is none.
const json& member_of(const json& object, const char* name) {
    static const json none;
    if (!object.is_object())
        return none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

/// Returns a value as text for messages. dump() calls itself for each level of a nested value.
std::string shown(const json& value) {
    return value.is_structured() ? (value.is_array() ? "an array" : "an object")
           : value.is_string()   ? in_quotes(value.get_ref<const std::string&>())
                                 : value.dump();
}

class GltfCheck {
public:
    GltfCheck(json& given, const std::string& path) : given_(given), path_(path) {}

    json checked() {
        if (!given_.is_object())
            throw Failure(fmt::format("{}: is not glTF: its JSON is {}", path_, shown(given_)));
        check_version();
        check_required_extensions();
        check_instancing();
        json checked = checked_object(given_, of_document, "");
        check_transforms(checked);
        move_indices(checked);
        return checked;
    }

private:
    /// glTF 1 has objects in place of arrays, so later messages would be hard to understand.
    void check_version() const {
        const json& asset = member_of(given_, "asset");
        const json& least = member_of(asset, "minVersion");
        if (least.is_string() && least != "2.0") {
            throw Failure(
                fmt::format("{}: needs glTF {}, lanecast reads 2.0", path_, shown(least)));
        }
        const json& version = member_of(asset, "version");
        if (version.is_string() && !version.get_ref<const std::string&>().starts_with("2."))
            throw Failure(fmt::format("{}: is glTF {}, must be glTF 2", path_, shown(version)));
    }

    void check_required_extensions() const {
        for (const json& given : member_of(given_, "extensionsRequired")) {
            const std::string name = given.is_string() ? given.get<std::string>() : shown(given);
            if (std::ranges::none_of(known_extensions, [&](std::string_view known) {
                    return name.starts_with(known);
                })) {
                throw Failure(fmt::format("{}: requires the extension {}, which lanecast cannot "
                                          "read; {}",
                                          path_, in_quotes(name), remedy(name)));
            }
        }
    }

    /// The node alone would be one instance of many.
    void check_instancing() const {
        const json& nodes = member_of(given_, "nodes");
        for (std::size_t i = 0; nodes.is_array() && i < nodes.size(); ++i) {
            if (!member_of(member_of(nodes[i], "extensions"), instancing).is_null()) {
                throw Failure(fmt::format("{}: nodes[{}] uses {}, which lanecast cannot read; {}",
                                          path_, i, instancing, remedy(instancing)));
            }
        }
    }

    void check_transforms(const json& checked) const {
        const json& nodes = member_of(checked, "nodes");
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const char* const part : {"rotation", "scale", "translation"}) {
                if (nodes[i].contains("matrix") && nodes[i].contains(part)) {
                    throw Failure(fmt::format("{}: nodes[{}] has a matrix and a {}, must have one "
                                              "of them",
                                              path_, i, part));
                }
            }
        }
    }

    /// Turns indices into attributes. tinygltf refuses indices without a buffer view, although they
    /// may be sparse or compressed.
    static void move_indices(json& checked) {
        for (json& mesh : checked["meshes"]) {
            for (json& primitive : mesh["primitives"]) {
                primitive["attributes"].erase(gltf_indices); // no attribute of glTF has this name
                if (primitive.contains("indices")) {
                    primitive["attributes"][gltf_indices] = primitive["indices"];
                    primitive.erase("indices");
                }
            }
        }
    }

    json checked_object(json& object, std::span<const Member> members, const std::string& place) {
        if (!object.is_object())
            fail(place, object, "an object");
        json checked = json::object();
        for (const Member& member : members) {
            const std::string at = place.empty() ? member.name : place + "." + member.name;
            const auto found = object.find(member.name);
            if (found != object.end())
                checked[member.name] = checked_member(*found, member, member.form, at);
            else if (member.is_required)
                throw Failure(fmt::format("{}: {} is missing", path_, at));
        }
        return checked;
    }

    json checked_member(json& value, const Member& member, Form form, const std::string& place) {
        if (form == Form::one)
            return checked_value(value, member, place);
        if (form == Form::map) {
            if (!value.is_object())
                fail(place, value, "an object");
            json checked = json::object();
            for (auto& [name, element] : value.items())
                checked[name] = checked_value(element, member, place + "." + name);
            return checked;
        }
        if (!value.is_array() || value.size() < member.least || value.size() > member.most) {
            fail(place, value,
                 member.most != unlimited ? fmt::format("an array of {}", member.most)
                 : member.least > 0       ? "an array that is not empty"
                                          : "an array");
        }
        const Form of_elements = form == Form::array ? Form::one : Form::map;
        json checked = json::array();
        for (std::size_t i = 0; i < value.size(); ++i) {
            checked.push_back(
                checked_member(value[i], member, of_elements, fmt::format("{}[{}]", place, i)));
        }
        return checked;
    }

    json checked_value(json& value, const Member& member, const std::string& place) {
        switch (member.kind) {
        case Kind::text:
            if (!value.is_string())
                fail(place, value, "a string");
            return std::move(value);
        case Kind::flag:
            if (!value.is_boolean())
                fail(place, value, "true or false");
            return value;
        case Kind::number:
            if (!value.is_number())
                fail(place, value, "a number");
            return value;
        case Kind::count: {
            const bool has_limits = member.form == Form::one;
            return whole_number(value, has_limits ? member.least : 0, member.most, place);
        }
        case Kind::index:
            return checked_index(value, member.array, place);
        case Kind::object:
            return checked_object(value, member.members, place);
        }
        return {};
    }

    /// JSON may write whole numbers with a fraction: 3.0.
    std::uint64_t whole_number(const json& value, std::size_t least, std::size_t most,
                               const std::string& place) const {
        constexpr double exact = 9007199254740992.0; // 2^53
        std::uint64_t number = 0;
        const double fraction = value.is_number_float() ? value.get<double>() : -1.0;
        if (value.is_number_unsigned() || value == 0) // -0 is signed
            number = value.get<std::uint64_t>();
        else if (fraction >= 0.0 && fraction <= exact && fraction == std::trunc(fraction))
            number = static_cast<std::uint64_t>(fraction);
        else
            fail(place, value, "a whole number");
        if (number < least || number > most) {
            fail(place, value,
                 most == unlimited ? fmt::format("at least {}", least)
                                   : fmt::format("from {} to {}", least, most));
        }
        return number;
    }

    std::uint64_t checked_index(const json& value, const char* array,
                                const std::string& place) const {
        const std::uint64_t number = whole_number(value, 0, unlimited, place);
        const json& elements = member_of(given_, array);
        const std::size_t size = elements.is_array() ? elements.size() : 0;
        if (number >= size) {
            throw Failure(
                fmt::format("{}: {} is {}, there are {} {}", path_, place, number, size, array));
        }
        return number;
    }

    [[noreturn]] void fail(const std::string& place, const json& value,
                           std::string_view must) const {
        throw Failure(fmt::format("{}: {} is {}, must be {}", path_, place, shown(value), must));
    }

    json& given_;
    const std::string& path_;
};

} // namespace

json checked_gltf(json&& document, const std::string& path) {
    return GltfCheck(document, path).checked();
}

} // namespace lanecast::tools
