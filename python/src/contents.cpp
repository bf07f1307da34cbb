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

/// Returns the floats of shapes (n, floats of the kind) without the origin, masks (n,) and words
/// (n,).
py::tuple read_back(SharedScene& shared, ShapeKind kind, const py::object& given) {
    const IdArgument ids(given);
    const std::size_t count = ids.count(), width = floats_of(kind);
    py::array_t<float> floats({count, width});
    py::array_t<std::uint32_t> masks(static_cast<py::ssize_t>(count));
    py::array_t<std::uint32_t> users(static_cast<py::ssize_t>(count));
    shared.uncommitted().read(ids.column(), kind, {floats.mutable_data(), count * width},
                              {.mask = std::span(masks.mutable_data(), count),
                               .user = std::span(users.mutable_data(), count)});
    return py::make_tuple(floats, masks, users);
}

} // namespace

void bind_contents(py::module_& module) {
    module.def("ids_of", ids_of);
    module.def("locate", locate);
    module.def("read", read_back);
}

} // namespace lanecast::python
