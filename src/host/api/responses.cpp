#include "lanecast/responses.hpp"

#include "host/batch/run.hpp"
#include "host/columns/batch_columns.hpp"
#include "host/dispatch/kernels.hpp"

namespace lanecast {
namespace {

constexpr float zeros[3] = {0.0f, 0.0f, 0.0f};
constexpr float one = 1.0f, fastest = 1e30f;

/// @param read reads the fields in the order of the kernel's columns
/// @tparam kernel a member of ResponseKernels
template <auto kernel, class Column, class Read>
Summary respond(std::string_view name, std::size_t given, Read read, const Output<Vec3>& velocity,
                const Options& options) {
    const host::Workers workers = host::workers_of(options);
    Inputs<Column> columns;
    host::BatchReader reader(name, given, columns.at);
    read(reader);
    const std::size_t count = reader.length();
    if (velocity.missing())
        host::refuse(ErrorCode::missing_column, name, "velocity out",
                     "is required but was left out");
    VelocityColumns velocities;
    host::BatchWriter(name, count, velocities.at).write("velocity out", velocity);
    const auto run = host::kernels().responses->*kernel;
    return host::run_batch(count, workers,
                           [&](BatchPart part) { return run(columns, velocities, part); });
}

} // namespace

Summary reflect(const Reflections& reflections, const Output<Vec3>& velocity,
                const Options& options) {
    return respond<&ResponseKernels::reflect, reflection_column>(
        "Reflections", reflections.count,
        [&](host::BatchReader& batch) {
            batch.read("velocity", reflections.velocity);
            batch.read("normal", reflections.normal);
            batch.read("restitution", reflections.restitution, &one);
            batch.read("friction", reflections.friction, zeros);
        },
        velocity, options);
}

Summary slide(const Slides& slides, const Output<Vec3>& velocity, const Options& options) {
    return respond<&ResponseKernels::slide, slide_column>(
        "Slides", slides.count,
        [&](host::BatchReader& batch) {
            batch.read("velocity", slides.velocity);
            batch.read("normal", slides.normal);
            batch.read("second", slides.second, zeros);
            batch.read("third", slides.third, zeros);
        },
        velocity, options);
}

Summary push_out(const PushOuts& pushes, const Output<Vec3>& velocity, const Options& options) {
    return respond<&ResponseKernels::push_out, push_column>(
        "PushOuts", pushes.count,
        [&](host::BatchReader& batch) {
            batch.read("velocity", pushes.velocity);
            batch.read("normal", pushes.normal);
            batch.read("depth", pushes.depth);
            batch.read("seconds", pushes.seconds, &one);
            batch.read("max_speed", pushes.max_speed, &fastest);
        },
        velocity, options);
}

} // namespace lanecast
