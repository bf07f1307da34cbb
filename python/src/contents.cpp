#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lanecast/options.hpp"
#include "lanecast/scene.hpp"

#include "bindings.hpp"
#include "gil.hpp"
#include "ids.hpp"
#include "numbers.hpp"
#include "outputs.hpp"
#include "shared_scene.hpp"
#include "threads.hpp"

/// The shapes that a scene has.
namespace lanecast::python {
namespace {

const std::optional<Vec3d> no_origin;

py::array_t<std::uint32_t> ids_of(SharedScene& shared) {
    std::vector<std::uint32_t> ids;
    shared.uncommitted().ids(ids);
    return py::array_t<std::uint32_t>(static_cast<py::ssize_t>(ids.size()), ids.data());
}

/// @param words  whether to look up the words of the user, for which the scene is committed
py::dict locate(SharedScene& shared, const py::object& given, Threads threads, bool words) {
    const IdArgument ids(given);
    Outputs arrays(ids.shape(), no_origin, py::none());
    const auto column = [&](const char* name) {
        return Output<std::uint32_t>::over({arrays.add({name, Number::word})[0]});
    };
    Locations locations = {
        .kind = column("kind"), .batch = column("batch"), .index = column("index")};
    if (words) {
        locations.user = column("user");
        const SharedScene::Reading reading(shared, threads);
        const WithoutGil unlocked;
        reading.scene().locate(ids.column(), locations, {.threads = threads});
    } else {
        shared.uncommitted().locate(ids.column(), locations, {.threads = threads});
    }
    return arrays.finish();
}

/// New arrays for the columns of shapes.
class ReadArrays {
public:
    explicit ReadArrays(const IdArgument& ids) : arrays_(ids.shape(), no_origin, py::none()) {}

    [[nodiscard]] Output<float> number(const char* name) { return add<float>(name, Number::real); }
    [[nodiscard]] Output<Vec3> vector(const char* name) { return add<Vec3>(name, Number::real); }
    [[nodiscard]] Output<Quaternion> rotation() {
        return add<Quaternion>("rotation", Number::real);
    }
    /// Adds the words to the columns of shapes.
    template <class Shapes>
    [[nodiscard]] Shapes with_words(Shapes shapes) {
        shapes.mask = add<std::uint32_t>("mask", Number::word);
        shapes.user = add<std::uint32_t>("user", Number::word);
        shapes.surface = {add<float>("surface.restitution", Number::real),
                          add<float>("surface.friction", Number::real),
                          add<std::uint32_t>("surface.response", Number::word)};
        return shapes;
    }

    [[nodiscard]] py::dict finish() { return arrays_.finish(); }

private:
    template <class T>
    Output<T> add(const char* name, Number number) {
        constexpr std::size_t count = Output<T>::component_count;
        const OutputComponents parts =
            arrays_.add({name, number, static_cast<std::uint8_t>(count)});
        std::array<Component, count> components;
        std::copy_n(parts.begin(), count, components.begin());
        return Output<T>::over(components);
    }

    Outputs arrays_;
};

ShapeOutputs outputs_for(ShapeKind kind, ReadArrays& to) {
    switch (kind) {
    case ShapeKind::sphere:
        return to.with_words(SphereOutputs{to.vector("center"), to.number("radius")});
    case ShapeKind::aabb:
        return to.with_words(AabbOutputs{to.vector("lo"), to.vector("hi")});
    case ShapeKind::box:
        return to.with_words(
            BoxOutputs{to.vector("center"), to.vector("half_extents"), to.rotation()});
    case ShapeKind::capsule:
        return to.with_words(CapsuleOutputs{to.vector("a"), to.vector("b"), to.number("radius")});
    case ShapeKind::cylinder:
        return to.with_words(CylinderOutputs{to.vector("a"), to.vector("b"), to.number("radius")});
    case ShapeKind::cone:
        return to.with_words(
            ConeOutputs{to.vector("base"), to.vector("apex"), to.number("radius")});
    case ShapeKind::triangle:
    case ShapeKind::mesh:
        return to.with_words(TriangleOutputs{to.vector("v0"), to.vector("v1"), to.vector("v2")});
    case ShapeKind::plane:
        return to.with_words(PlaneOutputs{to.vector("normal"), to.number("offset")});
    case ShapeKind::line:
        return to.with_words(LineOutputs{to.vector("point"), to.vector("direction")});
    case ShapeKind::instance:
        break;
    }
    return to.with_words(InstanceOutputs{to.vector("position"), to.rotation(), to.number("scale")});
}

/// Returns the columns of shapes by name, in the order of their batch, without the origin.
py::dict read_back(SharedScene& shared, ShapeKind kind, const py::object& given) {
    const IdArgument ids(given);
    ReadArrays arrays(ids);
    shared.uncommitted().read(ids.column(), outputs_for(kind, arrays));
    return arrays.finish();
}

} // namespace

void bind_contents(py::module_& module) {
    module.def("ids_of", ids_of);
    module.def("locate", locate);
    module.def("read", read_back);
}

} // namespace lanecast::python
