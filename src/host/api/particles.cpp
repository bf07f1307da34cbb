#include "lanecast/particles.hpp"
#include "lanecast/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "host/api/lookup.hpp"
#include "host/columns/batch_columns.hpp"
#include "host/columns/lookup_columns.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "host/particles/particles.hpp"
#include "host/scene/scene_data.hpp"

namespace lanecast {
namespace {

constexpr float zeros[3] = {0.0f, 0.0f, 0.0f};
constexpr float half = 0.5f;
constexpr std::uint32_t bounce = static_cast<std::uint32_t>(Response::bounce), no_flags = 0;
constexpr std::uint32_t one_id = 1;

ParticleColumns view(const Particles& particles, std::size_t& count) {
    ParticleColumns columns;
    host::BatchReader reader("Particles", particles.count, columns.in.at);
    reader.read("position", Input<Vec3>(particles.position));
    reader.read("velocity", Input<Vec3>(particles.velocity));
    reader.read("radius", particles.radius, zeros);
    reader.read("restitution", particles.restitution, &half);
    reader.read("friction", particles.friction, zeros);
    reader.read("response", particles.response, &bounce);
    reader.read("mask", particles.mask, &all_layers);
    reader.read("ignore", particles.ignore, &no_id);
    reader.read("ignore_count", particles.ignore_count, &one_id);
    reader.read("flags", Input<std::uint32_t>(particles.flags), &no_flags);
    count = reader.length();
    host::BatchWriter writer("Particles", count, columns.out.at);
    writer.write("position", particles.position);
    writer.write("velocity", particles.velocity);
    writer.write("flags", particles.flags);
    return columns;
}

host::ContactColumns view(const Contacts& contacts, std::size_t particles,
                          host::LookupColumns& lookups) {
    host::ContactColumns columns;
    host::BatchWriter writer("Contacts", contacts.capacity, columns.at.at);
    writer.write("particle", contacts.particle);
    writer.write("time", contacts.time);
    writer.write("id", contacts.id);
    writer.write("part", contacts.part);
    writer.write("point", contacts.point);
    writer.write("normal", contacts.normal);
    writer.write("normal_speed", contacts.normal_speed);
    lookups = {"Contacts", contacts, contacts.capacity, columns.at.at[contact_array::id],
               columns.at.at[contact_array::part]};
    host::BatchWriter("Contacts", particles, &columns.found).write("found", contacts.found);
    columns.capacity = contacts.capacity;
    columns.wanted = columns.found.address != nullptr;
    for (const WritableColumn& column : columns.at.at)
        columns.wanted |= column.address != nullptr;
    return columns;
}

void require(bool good, const char* field, const char* sentence) {
    if (!good)
        host::refuse(ErrorCode::bad_value, "Step", field, sentence);
}

void check(const Step& step) {
    const auto require_size = [](float value, const char* field) {
        require(std::isfinite(value) && value >= 0.0f, field, "must be finite and at least 0");
    };
    require_size(step.seconds, "seconds");
    require_size(step.drag, "drag");
    require_size(step.skin, "skin");
    require_size(step.max_push_out_speed, "max_push_out_speed");
    require_size(step.rest_speed, "rest_speed");
    require(std::isfinite(step.gravity.x) && std::isfinite(step.gravity.y) &&
                std::isfinite(step.gravity.z),
            "gravity", "must be finite");
    require(step.max_impacts > 0, "max_impacts", "is 0, must be at least 1");
}

void check_length(const Input<Vec3>& shape_velocity, std::size_t end_of_shapes) {
    for (const Component& c : shape_velocity.components())
        if (c.kind == Component::Kind::array && c.length < end_of_shapes)
            host::refuse(ErrorCode::wrong_length, "Step", "shape_velocity",
                         "has " + std::to_string(c.length) +
                             " elements, must have one for each id of the scene, the largest of "
                             "which is " +
                             std::to_string(end_of_shapes - 1));
}

/// @param end_of_shapes  exclusive upper bound of the scene's ids
StepSettings view(const Step& step, std::size_t end_of_shapes) {
    check_length(step.shape_velocity, end_of_shapes);
    constexpr float most = std::numeric_limits<float>::max();
    const Vec3 g = step.gravity;
    const float gained = 2.0f * std::sqrt(g.x * g.x + g.y * g.y + g.z * g.z) * step.seconds;
    StepSettings settings = {.seconds = step.seconds,
                             .gravity = {g.x, g.y, g.z},
                             .drag = step.drag,
                             .max_impacts = std::min(step.max_impacts, 65535u),
                             .skin = step.skin,
                             .push = std::min(step.max_push_out_speed * step.seconds, most),
                             .rest_speed = std::max(step.rest_speed, gained),
                             .shape_velocity = {},
                             .shapes_move = !step.shape_velocity.missing(),
                             .surfaces = {},
                             .motions = {}};
    host::BatchReader reader("Step", end_of_shapes, settings.shape_velocity);
    reader.read("shape_velocity", step.shape_velocity, zeros);
    (void)reader.length();
    return settings;
}

/// Not inlined, so that the stack used by the checks is free again before the step begins.
[[gnu::noinline]] host::ParticleCall particle_call(const Scene& scene, const Particles& particles,
                                                   const Step& step, const Contacts& contacts,
                                                   const Options& options,
                                                   host::LookupColumns& lookups) {
    const host::SceneData& data = scene.data();
    data.require_commit("Scene");
    check(step);
    std::size_t count = 0;
    StepSettings settings = view(step, data.shapes.end_of_shapes());
    settings.surfaces = data.commit.scene->tables.surface_table();
    if (step.seconds > 0.0f)
        settings.motions = data.commit.motions.table();
    return {.scene = data.commit.scene->view,
            .columns = view(particles, count),
            .count = count,
            .step = settings,
            .contacts = view(contacts, count, lookups),
            .options = options,
            .workers = host::workers_of(options)};
}

} // namespace

StepSummary advance(const Scene& scene, const Particles& particles, const Step& step,
                    const Contacts& contacts, const Options& options) {
    const host::FloatEnvironment environment;
    host::LookupColumns lookups;
    const host::ParticleCall call =
        particle_call(scene, particles, step, contacts, options, lookups);
    const StepSummary summary = host::run_step(call);
    lookups.shorten(summary.contacts - summary.truncated);
    host::look_up(lookups, scene.data(), call.workers);
    return summary;
}

} // namespace lanecast
