#include "lanecast/particles.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batch.hpp"
#include "bindings.hpp"
#include "gil.hpp"
#include "outputs.hpp"
#include "shared_scene.hpp"

/// Time steps of particles.
namespace lanecast::python {
namespace {

constexpr std::array inputs = {field_of<&Particles::radius>("radius"),
                               field_of<&Particles::restitution>("restitution"),
                               field_of<&Particles::friction>("friction"),
                               field_of<&Particles::response>("response"),
                               field_of<&Particles::mask>("mask"),
                               field_of<&Particles::ignore>("ignore"),
                               field_of<&Particles::ignore_count>("ignore_count")};

constexpr std::array contact_outputs = {field_of<&Contacts::particle>("particle"),
                                        field_of<&Contacts::time>("time"),
                                        field_of<&Contacts::id>("id"),
                                        field_of<&Contacts::part>("part"),
                                        field_of<&Contacts::batch>("batch"),
                                        field_of<&Contacts::index>("index"),
                                        field_of<&Contacts::user>("user"),
                                        field_of<&Contacts::part_user>("part_user"),
                                        field_of<&Contacts::point>("point", Place::query),
                                        field_of<&Contacts::normal>("normal"),
                                        field_of<&Contacts::normal_speed>("normal_speed")};

/// The axes of an array of vectors, without the last one.
BatchShape shape_of(const char* name, const py::array& array) {
    const int axes = static_cast<int>(array.ndim()) - 1;
    if (axes < 0 || axes > 31 || array.shape(axes) != 3) {
        throw py::value_error(std::string(name) + " has shape " +
                              text_of_shape(array.shape(), axes + 1) + ", expected (..., 3)");
    }
    BatchShape shape;
    shape.axes = axes;
    std::copy_n(array.shape(), axes, shape.length.begin());
    return shape;
}

/// The positions of particles: those of the caller, or copies relative to the origin of the scene.
class Positions {
public:
    Positions(py::handle given, const std::optional<Vec3d>& origin) : origin_(origin) {
        if (!py::isinstance<py::array>(given))
            throw py::type_error("position must be a numpy.ndarray, which is changed in place");
        const auto array = py::reinterpret_borrow<py::array>(given);
        shape_ = shape_of("position", array);
        array_ = check_written("position", array,
                               origin ? py::dtype::of<double>() : py::dtype::of<float>(),
                               {array.shape(), array.shape() + array.ndim()});
        if (origin && !(array.flags() & py::array::c_style))
            throw py::value_error("position must be contiguous in C order");
        if (origin) {
            local_.resize(shape_.size());
            subtract_origin(places(), *origin, local_);
            before_ = local_;
        }
    }

    [[nodiscard]] const BatchShape& shape() const { return shape_; }
    [[nodiscard]] const py::array& array() const { return array_; }

    [[nodiscard]] InOut<Vec3> column() {
        if (origin_)
            return local_;
        const OutputComponents parts = components_of("position", array_, shape_, 3);
        return InOut<Vec3>::over({parts[0], parts[1], parts[2]});
    }

    /// Writes the copies back, where they have changed.
    void finish() {
        if (!origin_)
            return;
        for (std::size_t i = 0; i < local_.size(); ++i)
            if (local_[i] != before_[i])
                add_origin(local_[i], *origin_, places().subspan(i, 1));
    }

private:
    [[nodiscard]] std::span<Vec3d> places() {
        return {reinterpret_cast<Vec3d*>(const_cast<void*>(array_.data())), shape_.size()};
    }

    const std::optional<Vec3d>& origin_;
    py::array array_;
    BatchShape shape_;
    std::vector<Vec3> local_, before_;
};

py::dict to_dict(const StepSummary& summary) {
    py::dict result;
    result["particles"] = summary.particles;
    result["moved"] = summary.moved;
    result["contacts"] = summary.contacts;
    result["pushed_out"] = summary.pushed_out;
    result["out_of_impacts"] = summary.out_of_impacts;
    result["resting"] = summary.resting;
    result["invalid"] = summary.invalid;
    result["truncated"] = summary.truncated;
    result["skin_raised"] = summary.skin_raised;
    return result;
}

/// @param states    position, velocity and flags, which may be None
/// @param values    the other fields of particles
/// @param settings  seconds, gravity, drag, max_impacts, skin, max_push_out_speed, rest_speed
/// @param wanted    names of columns of contacts
/// @param capacity  room for contacts
/// @returns the summary, and the columns of contacts
py::tuple step_particles(SharedScene& shared, const py::tuple& states, const py::tuple& values,
                         const py::tuple& settings, const py::object& shape_velocity,
                         const py::object& traversal, Threads threads, const py::tuple& wanted,
                         std::size_t capacity) {
    const SharedScene::Reading reading(shared, threads);
    Options options;
    options.threads = threads;
    options.traversal = traversal.cast<bool>() ? Traversal::exhaustive : Traversal::automatic;

    Positions positions(states[0], shared.origin());
    const BatchShape& shape = positions.shape();
    std::vector<py::ssize_t> lengths(shape.lengths().begin(), shape.lengths().end());
    Arguments arguments(shared.origin());
    arguments.read<Particles>(inputs, values);
    arguments.broadcast_to(shape, "position");
    Particles particles;
    arguments.fill<Particles>(particles, inputs, values);
    particles.position = positions.column();
    if (!states[2].is_none()) {
        const py::array flags =
            check_written("flags", states[2], py::dtype::of<std::uint32_t>(), lengths);
        particles.flags = InOut<std::uint32_t>::over({components_of("flags", flags, shape, 1)[0]});
    }
    lengths.push_back(3);
    const py::array velocity =
        check_written("velocity", states[1], py::dtype::of<float>(), lengths);
    const OutputComponents parts = components_of("velocity", velocity, shape, 3);
    particles.velocity = InOut<Vec3>::over({parts[0], parts[1], parts[2]});

    std::vector<py::array> written = {positions.array(), velocity};
    std::vector<std::string> names = {"position", "velocity"};
    if (!states[2].is_none()) {
        written.push_back(py::reinterpret_borrow<py::array>(states[2]));
        names.emplace_back("flags");
    }
    check_apart(written, names);

    const auto gravity = settings[1].cast<std::array<float, 3>>();
    Step step = {.seconds = settings[0].cast<float>(),
                 .gravity = {gravity[0], gravity[1], gravity[2]},
                 .drag = settings[2].cast<float>(),
                 .max_impacts = settings[3].cast<std::uint32_t>(),
                 .skin = settings[4].cast<float>(),
                 .max_push_out_speed = settings[5].cast<float>(),
                 .rest_speed = settings[6].cast<float>()};
    Arguments velocities(shared.origin());
    if (!shape_velocity.is_none()) {
        velocities.read({"shape_velocity", Number::real, 3}, shape_velocity);
        velocities.broadcast();
        std::array<Component, 3> components;
        velocities.components(0, components.data());
        step.shape_velocity = Input<Vec3>::over(components);
    }

    BatchShape rows;
    rows.axes = 1;
    rows.length[0] = static_cast<py::ssize_t>(capacity);
    Outputs arrays(rows, shared.origin(), py::none());
    Contacts contacts;
    arrays.fill<Contacts>(contacts, contact_outputs, wanted);
    contacts.capacity = capacity;
    StepSummary summary;
    {
        const WithoutGil unlocked;
        summary = advance(reading.scene(), particles, step, contacts, options);
        positions.finish();
    }
    return py::make_tuple(to_dict(summary), arrays.finish());
}

} // namespace

void bind_particles(py::module_& module) { module.def("advance", step_particles); }

} // namespace lanecast::python
