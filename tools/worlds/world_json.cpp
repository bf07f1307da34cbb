#include "tools/worlds/world_json.hpp"

#include <array>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/text.hpp"
#include "tools/console/vector_math.hpp"
#include "tools/worlds/json_shapes.hpp"

namespace lanecast::tools {
namespace {

using nlohmann::json;

/// The numbers of a run of shapes of one type. Each type uses the columns that its batch needs.
struct Columns {
    std::array<std::vector<Vec3>, 3> vectors;
    std::vector<float> numbers;
    std::vector<Quaternion> rotations;
};

enum class FieldKind {
    place,        ///< a point of the shape
    half_extents, ///< extents around its place
    radius,       ///< reach around any of its places
    rotation,
    vector, ///< of shapes without bounds and of instances
    number,
    scale, ///< 1 by default
};

struct Field {
    const char* name;   ///< in the JSON
    const char* column; ///< in the library's batch
    FieldKind kind;
};

struct ShapeType {
    const char* name;
    std::vector<Field> fields;       ///< fill each of Columns' arrays in this order
    Shapes (*batch)(const Columns&); ///< nullptr: instances
};

/// One row per type of shape in a JSON world, besides meshes.
std::span<const ShapeType> shape_types() {
    static const auto types = std::to_array<ShapeType>({
        {"sphere",
         {{"center", "center", FieldKind::place}, {"radius", "radius", FieldKind::radius}},
         [](const Columns& c) -> Shapes {
             return Spheres{.center = c.vectors[0], .radius = c.numbers};
         }},
        {"aabb",
         {{"min", "lo", FieldKind::place}, {"max", "hi", FieldKind::place}},
         [](const Columns& c) -> Shapes { return Aabbs{.lo = c.vectors[0], .hi = c.vectors[1]}; }},
        {"box",
         {{"center", "center", FieldKind::place},
          {"half_extents", "half_extents", FieldKind::half_extents},
          {"rotation", "rotation", FieldKind::rotation}},
         [](const Columns& c) -> Shapes {
             return Boxes{
                 .center = c.vectors[0], .half_extents = c.vectors[1], .rotation = c.rotations};
         }},
        {"capsule",
         {{"a", "a", FieldKind::place},
          {"b", "b", FieldKind::place},
          {"radius", "radius", FieldKind::radius}},
         [](const Columns& c) -> Shapes {
             return Capsules{.a = c.vectors[0], .b = c.vectors[1], .radius = c.numbers};
         }},
        {"cylinder",
         {{"a", "a", FieldKind::place},
          {"b", "b", FieldKind::place},
          {"radius", "radius", FieldKind::radius}},
         [](const Columns& c) -> Shapes {
             return Cylinders{.a = c.vectors[0], .b = c.vectors[1], .radius = c.numbers};
         }},
        {"cone",
         {{"base", "base", FieldKind::place},
          {"apex", "apex", FieldKind::place},
          {"radius", "radius", FieldKind::radius}},
         [](const Columns& c) -> Shapes {
             return Cones{.base = c.vectors[0], .apex = c.vectors[1], .radius = c.numbers};
         }},
        {"triangle",
         {{"v0", "v0", FieldKind::place},
          {"v1", "v1", FieldKind::place},
          {"v2", "v2", FieldKind::place}},
         [](const Columns& c) -> Shapes {
             return Triangles{.v0 = c.vectors[0], .v1 = c.vectors[1], .v2 = c.vectors[2]};
         }},
        {"plane",
         {{"normal", "normal", FieldKind::vector}, {"offset", "offset", FieldKind::number}},
         [](const Columns& c) -> Shapes {
             return Planes{.normal = c.vectors[0], .offset = c.numbers};
         }},
        {"line",
         {{"point", "point", FieldKind::vector}, {"direction", "direction", FieldKind::vector}},
         [](const Columns& c) -> Shapes {
             return Lines{.point = c.vectors[0], .direction = c.vectors[1]};
         }},
        {"instance",
         {{"position", "position", FieldKind::vector},
          {"rotation", "rotation", FieldKind::rotation},
          {"scale", "scale", FieldKind::scale}},
         nullptr},
    });
    static_assert(std::tuple_size_v<decltype(types)> == std::variant_size_v<Shapes> + 1,
                  "every shape has a row, and so have instances");
    return types;
}

void replace_word(std::string& text, const std::string& word, const std::string& by) {
    const std::string spaced = fmt::format(" {} ", word);
    for (std::size_t at = 0; (at = text.find(spaced, at)) != std::string::npos;) {
        text.replace(at + 1, word.size(), by);
        at += by.size() + 1;
    }
}

/// Prototypes, each loaded once.
class Prototypes {
public:
    explicit Prototypes(const LoadPrototype& load_world) : load_world_(load_world) {}

    [[nodiscard]] bool are_allowed() const { return static_cast<bool>(load_world_); }

    const World& load(const std::string& path) {
        const World*& named = by_name_[path]; // resolving the path each time is slow
        if (named == nullptr) {
            const std::string file = std::filesystem::weakly_canonical(path).string();
            auto known = worlds_.find(file);
            if (known == worlds_.end()) {
                known = worlds_.emplace(file, load_world_(path)).first;
            }
            named = &known->second;
        }
        return *named;
    }

private:
    const LoadPrototype& load_world_;
    std::map<std::string, World> worlds_; ///< by their files
    std::map<std::string, const World*> by_name_;
};

class Reader {
public:
    Reader(World& world, const std::string& path, const LoadPrototype& load_prototype)
        : world_(world), path_(path), prototypes_(load_prototype) {}

    void read() {
        for_each_shape(path_, [this](const json& shape, std::size_t index) {
            index_ = index;
            add_shape(shape);
        });
        flush();
    }

private:
    void add_shape(const json& shape) {
        if (!shape.is_object()) {
            throw Failure(fmt::format("{}: shapes[{}] must be an object", path_, index_));
        }
        const json& name = member(shape, "type");
        if (name == "mesh") {
            flush();
            add_mesh_file(shape);
            return;
        }
        const ShapeType* const type = find_type(name);
        const World* const prototype = type->batch ? nullptr : &load_prototype_of(shape);
        if (type != run_type_ || prototype != run_prototype_) {
            flush();
            run_type_ = type;
            run_prototype_ = prototype;
        }
        std::vector<const char*> names = {"type"};
        if (prototype) {
            names.push_back("world");
        }
        std::vector<Vec3> places;
        float reach = 0.0f;
        std::size_t vectors = 0;
        for (const Field& field : type->fields) {
            names.push_back(field.name);
            if (field.kind == FieldKind::rotation) {
                run_.rotations.push_back(rotation(shape, field.name));
                continue;
            }
            if (field.kind == FieldKind::scale) {
                run_.numbers.push_back(
                    shape.contains(field.name) ? number(shape[field.name], field.name) : 1.0f);
                continue;
            }
            const json& value = member(shape, field.name);
            if (field.kind == FieldKind::radius || field.kind == FieldKind::number) {
                run_.numbers.push_back(number(value, field.name));
                reach = run_.numbers.back();
                continue;
            }
            const Vec3 v = vector(value, field.name);
            run_.vectors[vectors++].push_back(v);
            if (field.kind == FieldKind::place) {
                places.push_back(v);
            } else {
                reach = length(v);
            }
        }
        for (const Vec3& place : places) {
            world_.include(place, reach);
        }
        if (prototype) {
            include_last_instance(prototype->bounds);
        }
        refuse_others(shape, names);
        run_indices_.push_back(index_);
    }

    /// Adds a run of shapes of one type as one batch.
    void flush() {
        if (run_indices_.empty()) {
            return;
        }
        try {
            if (run_prototype_) {
                const IdRange ids =
                    world_.scene.add(run_prototype_->scene, {.position = run_.vectors[0],
                                                             .rotation = run_.rotations,
                                                             .scale = run_.numbers});
                world_.faces->add_instances(ids, run_prototype_->faces);
            } else {
                world_.scene.add(run_type_->batch(run_));
            }
        } catch (const Error& error) {
            throw Failure(fmt::format("{}: {}", path_, in_words_of_the_file(error)));
        }
        run_ = {};
        run_indices_.clear();
    }

    /// Translates a message of the library to names in the file: "Aabbs.lo[17] is ..." becomes
    /// "shapes[23].min is ...".
    std::string in_words_of_the_file(const Error& error) const {
        std::string_view sentence = error.what();
        if (error.index() >= run_indices_.size()) {
            return std::string(sentence);
        }
        const std::string& place = error.field();
        const std::string subject = fmt::format("{}[{}]", place, error.index());
        if (sentence.substr(0, subject.size()) == subject) {
            sentence.remove_prefix(subject.size());
        }
        std::string name = place.substr(place.find('.') + 1);
        std::string rest(sentence);
        for (const Field& field : run_type_->fields) {
            if (name == field.column) {
                name = field.name;
            }
            replace_word(rest, field.column, field.name);
        }
        return fmt::format("shapes[{}].{}{}", run_indices_[error.index()], name, rest);
    }

    /// Resolves a file name relative to the JSON file.
    std::string file_beside(const json& name, const char* field) const {
        if (!name.is_string()) {
            fail(field, name, "a file name");
        }
        const std::filesystem::path file(name.get<std::string>());
        return (std::filesystem::path(path_).parent_path() / file).string();
    }

    const World& load_prototype_of(const json& shape) {
        const json& name = member(shape, "world");
        const std::string found = file_beside(name, "world");
        if (!prototypes_.are_allowed()) {
            throw Failure(fmt::format("{}: shapes[{}] is an instance, but a world that is placed "
                                      "itself cannot hold instances",
                                      path_, index_));
        }
        try {
            return prototypes_.load(found);
        } catch (const Failure& failure) {
            throw Failure(fmt::format("{}: shapes[{}].world: {}", path_, index_, failure.what()));
        }
    }

    /// Grows the bounds of the world by the box of the prototype in the last instance.
    void include_last_instance(const Bounds& box) {
        if (!(box.lo.x <= box.hi.x)) {
            return;
        }
        for (unsigned corner = 0; corner < 8; ++corner) {
            const Vec3 at = {corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                             corner & 4 ? box.hi.z : box.lo.z};
            world_.include(run_.vectors[0].back() +
                           turned(run_.rotations.back(), at * run_.numbers.back()));
        }
    }

    void add_mesh_file(const json& shape) {
        const json& file = member(shape, "file");
        const std::string found = file_beside(file, "file");
        refuse_others(shape, std::vector<const char*>{"type", "file", "scale", "translate"});
        if (!is_mesh_ending(extension(found))) {
            fail("file", file, fmt::format("a mesh, {}", mesh_endings()));
        }
        const float scale = shape.contains("scale") ? number(shape["scale"], "scale") : 1.0f;
        const Vec3 translate =
            shape.contains("translate") ? vector(shape["translate"], "translate") : Vec3{};
        try {
            Mesh mesh = load_mesh(found);
            for (Vec3& v : mesh.vertices) {
                v = {v.x * scale + translate.x, v.y * scale + translate.y,
                     v.z * scale + translate.z};
            }
            add_mesh(world_, std::move(mesh));
        } catch (const Failure& failure) {
            throw Failure(fmt::format("{}: shapes[{}].file: {}", path_, index_, failure.what()));
        } catch (const Error& error) {
            throw Failure(fmt::format("{}: shapes[{}] ({}), scaled and moved: {}", path_, index_,
                                      found, error.what()));
        }
    }

    const ShapeType* find_type(const json& name) const {
        std::string known;
        for (const ShapeType& type : shape_types()) {
            if (name == type.name) {
                return &type;
            }
            known += fmt::format("{}, ", type.name);
        }
        fail("type", name, known + "or mesh");
    }

    const json& member(const json& shape, const char* name) const {
        const auto found = shape.find(name);
        if (found == shape.end()) {
            throw Failure(fmt::format("{}: shapes[{}].{} is missing", path_, index_, name));
        }
        return *found;
    }

    /// Refuses unknown fields. Without this, a misspelt optional field would be ignored.
    void refuse_others(const json& shape, std::span<const char* const> known) const {
        for (const auto& item : shape.items()) {
            bool found = false;
            for (const char* const name : known) {
                found = found || item.key() == name;
            }
            if (!found) {
                throw Failure(fmt::format("{}: shapes[{}] has an unknown field {}", path_, index_,
                                          in_quotes(item.key())));
            }
        }
    }

    float number(const json& value, const std::string& name) const {
        if (!value.is_number()) {
            fail(name, value, "a number");
        }
        const float number = value.get<float>();
        if (!std::isfinite(number)) {
            fail(name, value, "in the range of float");
        }
        return number;
    }

    template <std::size_t Count>
    std::array<float, Count> numbers(const json& value, const std::string& name) const {
        if (!value.is_array() || value.size() != Count) {
            fail(name, value, fmt::format("an array of {} numbers", Count));
        }
        std::array<float, Count> result{};
        for (std::size_t i = 0; i < Count; ++i) {
            result[i] = number(value[i], fmt::format("{}[{}]", name, i));
        }
        return result;
    }

    Vec3 vector(const json& value, const char* name) const {
        const std::array<float, 3> n = numbers<3>(value, name);
        return {n[0], n[1], n[2]};
    }

    Quaternion rotation(const json& shape, const char* name) const {
        if (!shape.contains(name)) {
            return {};
        }
        const std::array<float, 4> n = numbers<4>(shape[name], name);
        return {n[0], n[1], n[2], n[3]};
    }

    [[noreturn]] void fail(const std::string& name, const json& value,
                           const std::string& wanted) const {
        const std::string shown =
            value.is_string() ? in_quotes(value.get<std::string>()) : value.dump().substr(0, 60);
        throw Failure(
            fmt::format("{}: shapes[{}].{} is {}, must be {}", path_, index_, name, shown, wanted));
    }

    World& world_;
    const std::string& path_;
    Prototypes prototypes_;
    std::size_t index_ = 0;
    const ShapeType* run_type_ = nullptr;
    const World* run_prototype_ = nullptr; ///< if the run consists of instances
    Columns run_;
    std::vector<std::size_t> run_indices_; ///< index in the file of each shape in the run
};

} // namespace

void add_json(World& world, const std::string& path, const LoadPrototype& load_prototype) {
    Reader(world, path, load_prototype).read();
}

} // namespace lanecast::tools
