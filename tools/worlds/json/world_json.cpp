#include "tools/worlds/json/world_json.hpp"
#include "tools/console/paths.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
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
#include "tools/worlds/json/json_shapes.hpp"
#include "tools/worlds/json/shape_types.hpp"
#include "tools/worlds/response_names.hpp"

namespace lanecast::tools {
namespace {

using nlohmann::json;

// Optional fields of every type.
constexpr const char* mask_field = "mask";
constexpr const char* user_field = "user";
constexpr const char* surface_field = "surface";
constexpr const char* move_field = "move"; // of instances

/// How particles respond to a shape: see lanecast::Surfaces.
struct SurfaceOfShape {
    float restitution = 1.0f, friction = 1.0f;
    Response response = Response::of_particle;
};

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
            const std::string file = utf8(std::filesystem::weakly_canonical(native(path)));
            auto known = worlds_.find(file);
            if (known == worlds_.end())
                known = worlds_.emplace(file, load_world_(path)).first;
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
    Reader(World& world, const std::string& path, const OriginRequest& origin,
           const LoadPrototype& load_prototype)
        : world_(world), path_(path), origin_(origin), prototypes_(load_prototype) {}

    void read() {
        JsonWorld file(path_);
        if (const std::optional<json> origin = file.origin())
            read_origin(*origin);
        world_.origin =
            origin_.kind == OriginRequest::Kind::automatic ? first_position(file) : origin_.at;
        file.for_each_shape([this](const json& shape, std::size_t index) {
            index_ = index;
            add_shape(shape);
            return true;
        });
        flush();
        warn_of_rounding(path_, rounding_error_, world_.bounds, remedy());
    }

private:
    void read_origin(const json& origin) {
        if (!prototypes_.are_allowed()) {
            throw Failure(fmt::format("{}: has an \"origin\", but a world that is placed by "
                                      "instances cannot have one",
                                      path_));
        }
        OriginRequest read;
        if (origin == automatic_origin) {
            read.kind = OriginRequest::Kind::automatic;
        } else if (origin.is_array() && origin.size() == 3 &&
                   std::ranges::all_of(origin, [](const json& n) { return n.is_number(); })) {
            read = {OriginRequest::Kind::given, {origin[0], origin[1], origin[2]}};
        } else {
            throw Failure(fmt::format("{}: origin is {}, must be \"auto\" or an array of 3 numbers",
                                      path_, origin.dump().substr(0, 60)));
        }
        if (origin_.kind == OriginRequest::Kind::unspecified)
            origin_ = read;
    }

    /// Returns the position of the first shape that has one; 0 if there is none.
    Vec3d first_position(JsonWorld& file) {
        std::optional<Vec3d> found;
        file.for_each_shape([&](const json& shape, std::size_t index) {
            index_ = index;
            found = position_of(shape);
            return !found;
        });
        return found.value_or(Vec3d{});
    }

    /// Returns the first position of a shape, or the middle of a mesh, which is loaded twice then.
    [[nodiscard]] std::optional<Vec3d> position_of(const json& shape) const {
        check_is_object(shape);
        const json& name = member(shape, "type");
        if (name == "mesh") {
            const MeshFile mesh = load_mesh_file(shape);
            const Vec3d middle = middle_of(mesh.polygons.vertices);
            return mesh.placement.placed(middle);
        }
        for (const Field& field : find_type(name)->fields)
            if (field.kind == FieldKind::place || field.kind == FieldKind::position)
                return position(member(shape, field.name), field.name);
        return {};
    }

    [[nodiscard]] std::string_view remedy() const {
        return prototypes_.are_allowed() ? "an \"origin\" near them helps, see --origin"
                                         : translation_helps;
    }

    /// Subtracts the origin.
    Vec3 local(const Vec3d& position) {
        Vec3 rounded;
        const double error = subtract_origin({&position, 1}, world_.origin, std::span(&rounded, 1));
        rounding_error_ = std::max(rounding_error_, error);
        return rounded;
    }

    /// Moves the plane normal . x = offset. Rounding the normal first would move it elsewhere.
    [[nodiscard]] float local_offset(double offset, const Vec3d& normal) const {
        const Vec3d& o = world_.origin;
        return subtract_origin(offset, normal.x * o.x + normal.y * o.y + normal.z * o.z);
    }

    void check_is_object(const json& shape) const {
        if (!shape.is_object())
            throw Failure(fmt::format("{}: shapes[{}] must be an object", path_, index_));
    }

    void add_shape(const json& shape) {
        check_is_object(shape);
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
        std::vector<const char*> names = {"type", mask_field, user_field, surface_field};
        add_words(shape);
        if (prototype) {
            names.push_back("world");
            names.push_back(move_field);
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
            if (field.kind == FieldKind::radius) {
                run_.numbers.push_back(number(value, field.name));
                reach += run_.numbers.back();
                continue;
            }
            if (field.kind == FieldKind::offset) {
                run_.numbers.push_back(local_offset(number<double>(value, field.name),
                                                    position(member(shape, "normal"), "normal")));
                continue;
            }
            const bool is_position =
                field.kind == FieldKind::place || field.kind == FieldKind::position;
            const Vec3 v =
                is_position ? local(position(value, field.name)) : vector(value, field.name);
            run_.vectors[vectors++].push_back(v);
            if (field.kind == FieldKind::place)
                places.push_back(v);
            else if (field.kind == FieldKind::half_extents)
                reach += length(v);
        }
        for (const Vec3& place : places)
            world_.include(place, reach);
        if (prototype) {
            include_last_instance(prototype->bounds);
            run_moves_.push_back(move_of(shape));
        }
        refuse_others(shape, names);
        run_indices_.push_back(index_);
    }

    void add_words(const json& shape) {
        run_.masks.push_back(word(shape, mask_field, all_layers));
        run_.users.push_back(word(shape, user_field, 0));
        const SurfaceOfShape surface = surface_of(shape);
        run_.restitutions.push_back(surface.restitution);
        run_.frictions.push_back(surface.friction);
        run_.responses.push_back(static_cast<std::uint32_t>(surface.response));
    }

    SurfaceOfShape surface_of(const json& shape) const {
        const auto found = shape.find(surface_field);
        SurfaceOfShape surface;
        if (found == shape.end())
            return surface;
        if (!found->is_object())
            fail(surface_field, *found, "an object with restitution, friction or response");
        for (const auto& item : found->items()) {
            const std::string name = fmt::format("{}.{}", surface_field, item.key());
            if (item.key() == "restitution")
                surface.restitution = number(item.value(), name);
            else if (item.key() == "friction")
                surface.friction = number(item.value(), name);
            else if (item.key() != "response")
                throw Failure(fmt::format("{}: shapes[{}].{} has an unknown field {}", path_,
                                          index_, surface_field, in_quotes(item.key())));
            else if (!item.value().is_string() ||
                     !parse_response(item.value().get<std::string>(), surface.response) ||
                     surface.response == Response::sensor)
                fail(name, item.value(), "\"bounce\", \"slide\", \"stick\" or \"kill\"");
        }
        return surface;
    }

    /// Adds a run of shapes of one type as one batch.
    void flush() {
        if (run_indices_.empty())
            return;
        try {
            if (run_prototype_) {
                const IdRange ids =
                    world_.scene.add(run_prototype_->scene, {.position = run_.vectors[0],
                                                             .rotation = run_.rotations,
                                                             .scale = run_.numbers,
                                                             .mask = run_.masks,
                                                             .user = run_.users,
                                                             .surface = run_.surface()});
                world_.faces->add_instances(ids, run_prototype_->faces);
                for (std::uint32_t i = 0; i < ids.count; ++i)
                    if (run_moves_[i])
                        add_moving(ids[i], i);
            } else {
                Shapes shapes = run_type_->batch(run_);
                std::visit(
                    [this](auto& batch) {
                        batch.mask = run_.masks;
                        batch.user = run_.users;
                        batch.surface = run_.surface();
                    },
                    shapes);
                world_.scene.add(shapes);
            }
        } catch (const Error& error) {
            throw Failure(fmt::format("{}: {}", path_, in_words_of_the_file(error)));
        }
        run_ = {};
        run_moves_.clear();
        run_indices_.clear();
    }

    void add_moving(std::uint32_t id, std::size_t i) {
        MovingInstance moving = *run_moves_[i];
        moving.id = id;
        const Bounds& box = run_prototype_->bounds;
        moving.box = {box.lo * run_.numbers[i], box.hi * run_.numbers[i]};
        moving.position = run_.vectors[0][i];
        moving.rotation = run_.rotations[i];
        world_.moving.push_back(moving);
    }

    /// Reads how an instance moves; nothing if it stands still.
    std::optional<MovingInstance> move_of(const json& shape) const {
        const auto found = shape.find(move_field);
        if (found == shape.end())
            return {};
        if (!found->is_object())
            fail(move_field, *found, "an object with velocity, turn or return_after");
        MovingInstance move;
        for (const auto& item : found->items()) {
            const std::string name = fmt::format("{}.{}", move_field, item.key());
            if (item.key() == "velocity")
                move.velocity = vector(item.value(), name.c_str());
            else if (item.key() == "turn")
                move.turn = vector(item.value(), name.c_str());
            else if (item.key() == "return_after")
                move.return_after = number(item.value(), name);
            else
                throw Failure(fmt::format("{}: shapes[{}].{} has an unknown field {}", path_,
                                          index_, move_field, in_quotes(item.key())));
        }
        if (found->contains("return_after") && !(move.return_after > 0.0f))
            fail("move.return_after", (*found)["return_after"], "more than 0");
        return move;
    }

    /// Translates a message of the library to names in the file: "Aabbs.lo[17] is ..." becomes
    /// "shapes[23].min is ...".
    std::string in_words_of_the_file(const Error& error) const {
        std::string_view sentence = error.what();
        if (error.index() >= run_indices_.size())
            return std::string(sentence);
        const std::string& place = error.field();
        const std::string subject = fmt::format("{}[{}]", place, error.index());
        if (sentence.substr(0, subject.size()) == subject)
            sentence.remove_prefix(subject.size());
        std::string name = place.substr(place.find('.') + 1);
        std::string rest(sentence);
        for (const Field& field : run_type_->fields) {
            if (name == field.column)
                name = field.name;
            replace_word(rest, field.column, field.name);
        }
        return fmt::format("shapes[{}].{}{}", run_indices_[error.index()], name, rest);
    }

    /// Resolves a file name relative to the JSON file.
    std::string file_beside(const json& name, const char* field) const {
        if (!name.is_string())
            fail(field, name, "a file name");
        return utf8(native(path_).parent_path() / native(name.get<std::string>()));
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
        const float scale = run_.numbers.back();
        world_.include_box({box.lo * scale, box.hi * scale}, run_.vectors[0].back(),
                           run_.rotations.back());
    }

    /// A mesh and where the world places it.
    struct MeshFile {
        std::string path;
        Polygons polygons;
        Placement placement;
    };

    MeshFile load_mesh_file(const json& shape) const {
        const json& file = member(shape, "file");
        MeshFile mesh = {.path = file_beside(file, "file"), .polygons = {}, .placement = {}};
        refuse_others(shape,
                      std::vector<const char*>{"type", "file", "scale", "translate", "triangulate",
                                               mask_field, user_field, surface_field});
        if (!is_mesh_ending(extension(mesh.path)))
            fail("file", file, fmt::format("a mesh, {}", mesh_endings()));
        if (shape.contains("scale"))
            mesh.placement.scale = mesh_scale(shape["scale"]);
        if (shape.contains("translate"))
            mesh.placement.translate = position(shape["translate"], "translate");
        if (shape.contains("triangulate")) {
            const json& given = shape["triangulate"];
            const auto known = std::ranges::find(triangulations, given, &TriangulationName::name);
            if (known == triangulations.end())
                fail("triangulate", given, "\"ears\" or \"fan\"");
            mesh.placement.triangulation = known->value;
        }
        try {
            mesh.polygons = load_polygons(mesh.path);
        } catch (const Failure& failure) {
            throw Failure(fmt::format("{}: shapes[{}].file: {}", path_, index_, failure.what()));
        }
        return mesh;
    }

    /// Reads a number for all axes, or an array of three.
    Vec3d mesh_scale(const json& value) const {
        if (value.is_array())
            return position(value, "scale");
        if (!value.is_number())
            fail("scale", value, "a number or an array of 3 numbers");
        const auto scale = number<double>(value, "scale");
        return {scale, scale, scale};
    }

    void add_mesh_file(const json& shape) {
        MeshFile mesh = load_mesh_file(shape);
        mesh.placement.origin = world_.origin;
        const std::string name = fmt::format("{}: shapes[{}] ({})", path_, index_, mesh.path);
        try {
            const IdRange ids =
                add_mesh(world_, place(std::move(mesh.polygons), mesh.placement), name, remedy());
            const SurfaceOfShape surface = surface_of(shape);
            world_.scene.update(ids, TriangleMesh{.mask = word(shape, mask_field, all_layers),
                                                  .user = word(shape, user_field, 0),
                                                  .surface = {.restitution = surface.restitution,
                                                              .friction = surface.friction,
                                                              .response = surface.response}});
        } catch (const Error& error) {
            throw Failure(fmt::format("{}, scaled and moved: {}", name, error.what()));
        }
    }

    const ShapeType* find_type(const json& name) const {
        std::string known;
        for (const ShapeType& type : shape_types()) {
            if (name == type.name)
                return &type;
            known += fmt::format("{}, ", type.name);
        }
        fail("type", name, known + "or mesh");
    }

    const json& member(const json& shape, const char* name) const {
        const auto found = shape.find(name);
        if (found == shape.end())
            throw Failure(fmt::format("{}: shapes[{}].{} is missing", path_, index_, name));
        return *found;
    }

    /// Refuses unknown fields. Without this, a misspelt optional field would be ignored.
    void refuse_others(const json& shape, std::span<const char* const> known) const {
        for (const auto& item : shape.items()) {
            bool found = false;
            for (const char* const name : known)
                found = found || item.key() == name;
            if (!found) {
                throw Failure(fmt::format("{}: shapes[{}] has an unknown field {}", path_, index_,
                                          in_quotes(item.key())));
            }
        }
    }

    /// Reads a number in the range of float.
    template <class Number = float>
    Number number(const json& value, const std::string& name) const {
        if (!value.is_number())
            fail(name, value, "a number");
        if (!std::isfinite(value.get<float>()))
            fail(name, value, "in the range of float");
        return value.get<Number>();
    }

    template <std::size_t Count, class Number = float>
    std::array<Number, Count> numbers(const json& value, const std::string& name) const {
        if (!value.is_array() || value.size() != Count)
            fail(name, value, fmt::format("an array of {} numbers", Count));
        std::array<Number, Count> result{};
        for (std::size_t i = 0; i < Count; ++i)
            result[i] = number<Number>(value[i], fmt::format("{}[{}]", name, i));
        return result;
    }

    Vec3 vector(const json& value, const char* name) const {
        const std::array<float, 3> n = numbers<3>(value, name);
        return {n[0], n[1], n[2]};
    }

    Vec3d position(const json& value, const char* name) const {
        const std::array<double, 3> n = numbers<3, double>(value, name);
        return {n[0], n[1], n[2]};
    }

    Quaternion rotation(const json& shape, const char* name) const {
        if (!shape.contains(name))
            return {};
        const std::array<float, 4> n = numbers<4>(shape[name], name);
        return {n[0], n[1], n[2], n[3]};
    }

    /// Reads an optional word of 32 bits.
    std::uint32_t word(const json& shape, const char* name, std::uint32_t otherwise) const {
        const auto found = shape.find(name);
        if (found == shape.end())
            return otherwise;
        if (!found->is_number_unsigned() || found->get<std::uint64_t>() > 0xFFFFFFFFu)
            fail(name, *found, "an integer from 0 to 4294967295");
        return found->get<std::uint32_t>();
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
    OriginRequest origin_;
    double rounding_error_ = 0.0; ///< largest one of a position that is not of a mesh
    Prototypes prototypes_;
    std::size_t index_ = 0;
    const ShapeType* run_type_ = nullptr;
    const World* run_prototype_ = nullptr; ///< if the run consists of instances
    Columns run_;
    std::vector<std::optional<MovingInstance>> run_moves_; ///< if it consists of instances
    std::vector<std::size_t> run_indices_; ///< index in the file of each shape in the run
};

} // namespace

void add_json(World& world, const std::string& path, const OriginRequest& origin,
              const LoadPrototype& load_prototype) {
    Reader(world, path, origin, load_prototype).read();
}

} // namespace lanecast::tools
