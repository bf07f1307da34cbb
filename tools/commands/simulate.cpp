#include "tools/commands/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/console/clock.hpp"
#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/paths.hpp"
#include "tools/console/progress.hpp"
#include "tools/console/report.hpp"
#include "tools/console/text.hpp"
#include "tools/console/vector_math.hpp"
#include "tools/formats/answer_file.hpp"
#include "tools/formats/answers.hpp"
#include "tools/formats/queries.hpp"
#include "tools/picture/painter.hpp"
#include "tools/worlds/load.hpp"

namespace lanecast::tools {
namespace {

/// A record with the fields of ParticleAnswer.
struct Flying : ParticleState {
    std::uint32_t flags = 0;
};
static_assert(sizeof(Flying) == 32);

class Numbers {
public:
    float next() { return static_cast<float>(bits_() >> 8) * 0x1p-24f; }
    float between(float low, float high) { return low + (high - low) * next(); }
    Vec3 in_ball() {
        for (;;) {
            const float x = between(-1, 1);
            const float y = between(-1, 1);
            const Vec3 v = {x, y, between(-1, 1)};
            if (dot(v, v) <= 1.0f)
                return v;
        }
    }

private:
    std::mt19937 bits_{1}; // the standard defines its sequence
};

float size_of(const World& world) { return length(world.box().hi - world.box().lo); }

/// By default a fall over the size of the world takes a second, whatever the unit of length is.
Vec3 gravity_of(const SimulateRequest& request, const World& world) {
    return request.gravity ? *request.gravity
                           : request.view.camera.unit_up() * (-2.0f * size_of(world));
}

/// Makes particles in a layer above the world, or at one point, flying to all sides and faster
/// upwards.
std::vector<Flying> made_particles(const SimulateRequest& request, const World& world,
                                   std::size_t count) {
    const Bounds box = world.box();
    const Vec3 extent = box.hi - box.lo;
    const Vec3 up = request.view.camera.unit_up();
    const float size = size_of(world);
    const float radius = request.radius.value_or(0.004f * size);
    Numbers numbers;
    std::vector<Flying> particles(count);
    for (Flying& particle : particles) {
        particle.radius = radius;
        if (request.spray) {
            particle.position = local(*request.spray, world);
            const float speed = std::sqrt(0.35f * length(gravity_of(request, world)) * size);
            particle.velocity = (numbers.in_ball() + up * 1.5f) * (0.5f * speed);
            continue;
        }
        const Vec3 share = {numbers.between(0.1f, 0.9f), numbers.between(0.1f, 0.9f),
                            numbers.between(0.1f, 0.9f)};
        const Vec3 inside = box.lo + extent * share;
        const Vec3 middle = mix(box.lo, box.hi, 0.5f);
        const float top = 0.5f * (std::abs(up.x) * extent.x + std::abs(up.y) * extent.y +
                                  std::abs(up.z) * extent.z);
        const float height = top + 2.0f * radius + numbers.between(0.0f, 0.25f) * size;
        particle.position = inside + up * (height - dot(inside - middle, up));
    }
    return particles;
}

std::vector<Flying> load_particles(const SimulateRequest& request, const World& world) {
    const std::string& text = request.particles;
    if (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos) {
        constexpr std::size_t most = 100'000'000;
        const std::size_t count = text.size() > 9 ? most + 1 : std::stoul(text);
        if (count < 1 || count > most)
            throw Failure(fmt::format("--particles {} is not between 1 and {}", text, most));
        return made_particles(request, world, count);
    }
    QueryFileInfo info;
    std::vector<Flying> particles;
    for (const ParticleState& state :
         load_queries<ParticleState>(text, ending_of(text, request.format), world.origin, info)) {
        const Vec3 sum = state.position + state.velocity;
        if (!std::isfinite(sum.x + sum.y + sum.z) || !(state.radius >= 0.0f)) {
            throw Failure(fmt::format("{}: particle {} is not finite, or its radius is negative",
                                      text, particles.size()));
        }
        particles.push_back({state, 0});
    }
    say("read   {}: {} particles\n", text, particles.size());
    report(info, text);
    return particles;
}

/// Renders frames of a world with particles in it. The simulated world does not contain them.
class Film {
public:
    Film(const SimulateRequest& request, World world, const std::vector<Flying>& particles)
        : request_(request), world_(std::move(world)), ids_(world_.scene.add(spheres(particles))),
          camera_(first_camera(particles)) {
        // A colour that differs from that of the world's own spheres.
        world_.faces->add_mesh(ids_,
                               {.materials = {{.name = {}, .colour = Vec3{0.75f, 0.04f, 0.03f}}},
                                .material_of = std::vector<std::uint32_t>(particles.size())});
        std::filesystem::create_directories(native(request.frames));
    }

    /// @param seconds  since the start
    void shoot(const std::vector<Flying>& particles, double seconds) {
        world_.scene.update(ids_, spheres(particles));
        if (!world_.moving.empty()) {
            const Poses poses = poses_at(world_.moving, seconds);
            world_.scene.update(poses.ids, poses.instances());
        }
        commit();
        const std::string name = fmt::format("{}/frame-{:05}.png", request_.frames, count_++);
        save_png(name, Painter(request_.view, world_, camera_).paint());
    }
    [[nodiscard]] std::size_t count() const { return count_; }

private:
    void commit() {
        world_.scene.commit(Build::balanced, {.threads = request_.view.engine.threads});
    }

    /// Returns the camera of all frames. It shows the world and the particles at the start, but
    /// only the world decides where the floor is.
    Camera first_camera(const std::vector<Flying>& particles) {
        commit();
        const Bounds bounds = world_.bounds;
        for (const Flying& particle : particles)
            world_.include(particle.position, particle.radius);
        include_ways();
        const Camera camera = make_camera(request_.view.camera, world_, request_.view.size,
                                          request_.view.engine.threads);
        world_.bounds = bounds;
        return camera;
    }

    /// Grows the bounds of the world by where its instances go.
    void include_ways() {
        constexpr std::size_t samples = 32;
        const double end = double{request_.seconds} * static_cast<double>(request_.steps);
        for (std::size_t i = 1; i <= samples; ++i) {
            const Poses poses = poses_at(world_.moving, end * static_cast<double>(i) / samples);
            for (std::size_t k = 0; k < poses.ids.size(); ++k)
                world_.include_box(world_.moving[k].box, poses.position[k], poses.rotation[k]);
        }
    }

    /// Points are drawn as small spheres.
    Spheres spheres(const std::vector<Flying>& particles) {
        const float size = size_of(world_);
        radii_.clear();
        for (const Flying& particle : particles)
            radii_.push_back(std::max(particle.radius, 0.001f * size));
        return {.center = field(particles, &Flying::position), .radius = radii_};
    }

    const SimulateRequest& request_;
    World world_;
    std::vector<float> radii_;
    IdRange ids_;
    Camera camera_;
    std::size_t count_ = 0;
};

World load(const ViewRequest& request) { return load_world(request.world, request.engine); }

/// Adds the floor that pictures show, so that particles land on it.
void add_floor(const ViewRequest& request, World& world) {
    if (const std::optional<Floor> floor = floor_of(request, world)) {
        world.scene.add(Planes{.normal = floor->up, .offset = dot(floor->up, floor->point)});
        world.scene.commit(request.engine.build, {.threads = request.engine.threads});
        say("floor  below the world; with --no-floor, particles fall past the world\n");
    }
}

/// Starts the motion of the step that ends at a time.
void move_instances(World& world, double seconds, const Options& options) {
    if (world.moving.empty())
        return;
    const Poses poses = poses_at(world.moving, seconds);
    world.scene.move(poses.ids, poses.instances());
    world.scene.commit({.threads = options.threads});
}

void check_turns(const World& world, float seconds) {
    constexpr float quarter = 1.5707f;
    const float turn = fastest_turn(world.moving) * seconds;
    if (turn > quarter)
        throw Failure(fmt::format("an instance turns by {} in a step, more than a quarter turn "
                                  "({}): choose shorter steps with --seconds",
                                  plain(turn), plain(quarter)));
}

void report(const Step& step, bool chosen_gravity) {
    const Vec3& g = step.gravity;
    say("step   {} s, gravity {},{},{}{}\n", plain(step.seconds), plain(g.x), plain(g.y),
        plain(g.z),
        chosen_gravity ? "" : ": a fall over the size of the world takes 1 s (see --gravity)");
}

void save(const SimulateRequest& request, const std::vector<Flying>& particles,
          const Vec3d& origin) {
    AnswerRows rows(chosen_fields(ParticleAnswer::fields, ParticleAnswer::usual), particles.size());
    rows.fill({reinterpret_cast<const char*>(particles.data()), particles.size() * sizeof(Flying)});
    save_answers(request.out, ending_of(request.out, request.format),
                 {.rows = rows, .origin = origin});
    say("wrote  {}: {} particles\n", request.out, particles.size());
}

} // namespace

void simulate(const SimulateRequest& request) {
    // stdout has one .csv: the steps, or the last state if that goes there.
    report_stream() = request.quiet ? nullptr : stderr;
    std::FILE* const table = request.out == standard_stream ? stderr : stdout;
    const auto print_row = [&](std::string_view row) {
        if (!request.quiet)
            fmt::print(table, "{}\n", row);
    };
    if (!request.out.empty())
        check_answer_path(request.out, ending_of(request.out, request.format));
    if (!request.frames.empty())
        check_picture(request.frames);
    use(request.view.engine);
    World world = load(request.view);
    check_turns(world, request.seconds);
    // Before any report: if it fails, stderr has one line, the error.
    std::vector<Flying> particles = load_particles(request, world);
    std::optional<Film> film;
    if (!request.frames.empty()) {
        film.emplace(request, load(request.view), particles);
        film->shoot(particles, 0.0);
    }
    report(world);
    add_floor(request.view, world);
    const Particles batch = {.position = field(particles, &Flying::position),
                             .velocity = field(particles, &Flying::velocity),
                             .radius = field(particles, &Flying::radius),
                             .restitution = request.restitution,
                             .friction = request.friction,
                             .response = request.response,
                             .flags = field(particles, &Flying::flags)};
    const Step step = {
        .seconds = request.seconds, .gravity = gravity_of(request, world), .drag = request.drag};
    report(step, request.gravity.has_value());
    const Options options = {.threads = request.view.engine.threads};
    print_row(
        "step,particles,moved,contacts,pushed_out,out_of_impacts,resting,invalid,milliseconds");
    double seconds = 0.0;
    {
        Progress progress("simulating", request.steps);
        for (std::size_t i = 1; i <= request.steps; ++i) {
            const Stopwatch clock;
            move_instances(world, double{request.seconds} * static_cast<double>(i), options);
            const StepSummary sum = advance(world.scene, batch, step, {}, options);
            const double passed = clock.seconds();
            seconds += passed;
            print_row(fmt::format("{},{},{},{},{},{},{},{},{:.3f}", i, sum.particles, sum.moved,
                                  sum.contacts, sum.pushed_out, sum.out_of_impacts, sum.resting,
                                  sum.invalid, passed * 1e3));
            if (film && i % request.every == 0)
                film->shoot(particles, double{request.seconds} * static_cast<double>(i));
            progress.advance(1);
        }
    }
    const auto steps = static_cast<double>(request.steps);
    say("ran    {}: {} steps/s, {} million particles/s\n", describe(request.view.engine),
        plain(steps / std::max(seconds, 1e-9)),
        plain(1e-6 * steps * static_cast<double>(particles.size()) / std::max(seconds, 1e-9)));
    if (film)
        say("wrote  {}: {} frames\n", request.frames, film->count());
    if (!request.out.empty())
        save(request, particles, world.origin);
}

} // namespace lanecast::tools
