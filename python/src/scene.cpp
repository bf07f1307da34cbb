#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lanecast/error.hpp"
#include "lanecast/isa.hpp"
#include "lanecast/scene.hpp"
#include "lanecast/version.hpp"

#include "bindings.hpp"
#include "gil.hpp"
#include "ids.hpp"
#include "shapes.hpp"
#include "shared_scene.hpp"

/// Scenes and their edits.
namespace lanecast::python {
namespace {

using Origin = std::optional<std::array<double, 3>>;

std::optional<Vec3d> to_origin(const Origin& origin) {
    return origin ? std::optional<Vec3d>({(*origin)[0], (*origin)[1], (*origin)[2]}) : std::nullopt;
}

/// Ids as Python sees them: (first, count, batch).
py::tuple to_tuple(const IdRange& ids) { return py::make_tuple(ids.first, ids.count, ids.batch); }

IdRange to_range(const py::tuple& ids) {
    return {ids[0].cast<std::uint32_t>(), ids[1].cast<std::uint32_t>(),
            ids[2].cast<std::uint32_t>()};
}

template <class Batch>
py::tuple add_batch(Scene& scene, const Batch& batch) {
    IdRange ids;
    {
        const WithoutGil unlocked;
        ids = scene.add(batch);
    }
    return to_tuple(ids);
}

py::tuple add(SharedScene& shared, ShapeKind kind, const py::tuple& values) {
    SharedScene::Changing changing(shared);
    return kind == ShapeKind::mesh
               ? add_batch(changing.scene(), MeshArguments(values, shared.origin()).mesh())
               : add_batch(changing.scene(),
                           ShapeArguments(kind, values, shared.origin()).shapes());
}

py::tuple add_instances(SharedScene& shared, SharedScene& prototype, const py::tuple& values) {
    if (prototype.origin())
        throw py::value_error("prototype has an origin, but must be a scene without one");
    const InstanceArguments arguments(values, shared.origin());
    const SharedScene::Reading reading(prototype);
    SharedScene::Changing changing(shared);
    return to_tuple(changing.scene().add(reading.scene(), arguments.instances()));
}

/// The ids of an edit: a range as add() returned it, or an array of ids.
struct Ids {
    explicit Ids(const py::object& ids) {
        if (py::isinstance<py::tuple>(ids))
            range = to_range(ids);
        else
            listed.emplace(ids);
    }

    [[nodiscard]] std::size_t count() const { return range ? range->count : listed->count(); }
    /// The first id; there must be one.
    [[nodiscard]] std::uint32_t first() const { return range ? range->first : listed->first(); }

    std::optional<IdRange> range;
    std::optional<IdArgument> listed; ///< if there is no range
};

template <class Batch>
void update_batch(Scene& scene, const Ids& ids, const Batch& batch) {
    const WithoutGil unlocked;
    if (ids.range)
        scene.update(*ids.range, batch);
    else
        scene.update(ids.listed->column(), batch);
}

void update(SharedScene& shared, const py::object& given, ShapeKind kind, const py::tuple& values) {
    SharedScene::Changing changing(shared);
    const Ids ids(given);
    if (kind == ShapeKind::mesh) {
        update_batch(changing.scene(), ids,
                     MeshArguments(values, shared.origin(), ids.count()).mesh());
    } else if (kind == ShapeKind::instance) {
        update_batch(changing.scene(), ids,
                     InstanceArguments(values, shared.origin(), ids.count()).instances());
    } else {
        update_batch(changing.scene(), ids,
                     ShapeArguments(kind, values, shared.origin(), ids.count()).shapes());
    }
}

void move(SharedScene& shared, const py::object& given, const py::tuple& values) {
    SharedScene::Changing changing(shared);
    const Ids ids(given);
    const InstanceArguments arguments(values, shared.origin(), ids.count());
    const WithoutGil unlocked;
    if (ids.range)
        changing.scene().move(*ids.range, arguments.instances());
    else
        changing.scene().move(ids.listed->column(), arguments.instances());
}

void remove(SharedScene& shared, const py::object& given) {
    SharedScene::Changing changing(shared);
    const Ids ids(given);
    const WithoutGil unlocked;
    if (ids.range)
        changing.scene().remove(*ids.range);
    else
        changing.scene().remove(ids.listed->column());
}

Build to_build(const std::string& name) {
    constexpr std::array<std::string_view, 3> names = {"balanced", "fast", "thorough"};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (name == names[i])
            return static_cast<Build>(i);
    throw py::value_error("build is '" + name + "', must be one of 'balanced', 'fast', 'thorough'");
}

/// Returns the kind of the first shape of an edit, or None if there is none.
py::object kind_of(SharedScene& shared, const py::object& given) {
    const Ids ids(given);
    if (ids.count() == 0)
        return py::none();
    const std::uint32_t first = ids.first();
    try {
        return py::cast(shared.uncommitted().locate(first).kind);
    } catch (const Error&) {
        throw py::value_error("ids[0] is " + std::to_string(first) +
                              ", which this scene does not have");
    }
}

py::array_t<double> bounds(SharedScene& shared) {
    const SharedScene::Reading reading(shared);
    const Bounds bounds = reading.scene().bounds();
    const Vec3d origin = shared.origin().value_or(Vec3d{});
    py::array_t<double> result({2, 3});
    auto corner = result.mutable_unchecked<2>();
    for (int i = 0; const Vec3& place : {bounds.lo, bounds.hi}) {
        corner(i, 0) = place.x + origin.x;
        corner(i, 1) = place.y + origin.y;
        corner(i, 2) = place.z + origin.z;
        ++i;
    }
    return result;
}

py::bytes save(SharedScene& shared) {
    const SharedScene::Reading reading(shared);
    std::vector<std::byte> bytes;
    {
        const WithoutGil unlocked;
        reading.scene().save(bytes);
    }
    return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void save_to(SharedScene& shared, const std::string& path) {
    const SharedScene::Reading reading(shared);
    const WithoutGil unlocked;
    reading.scene().save(path);
}

std::unique_ptr<SharedScene> load(const py::buffer& buffer, const Origin& origin) {
    const py::buffer_info info = buffer.request();
    const auto bytes = std::as_bytes(std::span(
        static_cast<const char*>(info.ptr), static_cast<std::size_t>(info.size * info.itemsize)));
    const WithoutGil unlocked;
    return std::make_unique<SharedScene>(Scene::load(bytes), to_origin(origin));
}

std::size_t saved_size(const py::buffer& buffer) {
    const py::buffer_info info = buffer.request();
    return Scene::saved_size(std::as_bytes(std::span(
        static_cast<const char*>(info.ptr), static_cast<std::size_t>(info.size * info.itemsize))));
}

std::vector<std::string> names_of(std::span<const Isa> isas) {
    std::vector<std::string> names;
    for (const Isa isa : isas)
        names.emplace_back(to_string(isa));
    return names;
}

} // namespace

void bind_scene(py::module_& module) {
    py::enum_<ShapeKind>(module, "Kind")
        .value("sphere", ShapeKind::sphere)
        .value("aabb", ShapeKind::aabb)
        .value("box", ShapeKind::box)
        .value("capsule", ShapeKind::capsule)
        .value("cylinder", ShapeKind::cylinder)
        .value("cone", ShapeKind::cone)
        .value("triangle", ShapeKind::triangle)
        .value("plane", ShapeKind::plane)
        .value("line", ShapeKind::line)
        .value("mesh", ShapeKind::mesh)
        .value("instance", ShapeKind::instance);

    py::class_<SharedScene>(module, "Scene")
        .def(py::init(
            [](const Origin& origin) { return std::make_unique<SharedScene>(to_origin(origin)); }))
        .def_property_readonly("origin",
                               [](const SharedScene& shared) -> py::object {
                                   if (const auto& origin = shared.origin()) {
                                       return py::make_tuple(origin->x, origin->y, origin->z);
                                   }
                                   return py::none();
                               })
        .def("add", add)
        .def("add_instances", add_instances)
        .def("update", update)
        .def("move", move)
        .def("remove", remove)
        .def("commit",
             [](SharedScene& shared, const std::optional<std::string>& build, Threads threads,
                bool rebuild) {
                 std::optional<Build> chosen;
                 if (build) {
                     chosen = to_build(*build);
                 }
                 SharedScene::Changing(shared).commit(chosen, threads, rebuild);
             })
        .def("kind_of", kind_of)
        .def("bounds", bounds)
        .def("__len__", [](SharedScene& shared) { return shared.uncommitted().size(); })
        .def(
            "memory_bytes",
            [](SharedScene& shared) { return SharedScene::Reading(shared).scene().memory_bytes(); })
        .def("save", save)
        .def("save_to", save_to)
        .def_static("load", load);

    module.def("saved_size", saved_size);
    module.def("note_fork", [] {
        Threads::note_fork();
        WithoutGil::note_fork();
    });
    module.def("note_exit", &WithoutGil::note_exit);
    module.def("active_isa", [] { return std::string(to_string(active_isa())); });
    module.def("set_isa", [](const std::string& name) { set_isa(parse_isa(name)); });
    module.def("supported_isas", [] { return names_of(supported_isas()); });
    module.def("lanes", [](const std::string& name) { return lanes(parse_isa(name)); });
    module.attr("version") = version;
}

} // namespace lanecast::python
