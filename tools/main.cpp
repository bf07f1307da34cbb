/// The program `lanecast`. The exit code is 0, or 2 after one line on stderr that names the error.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "lanecast/version.hpp"

#include "bench/suite/command.hpp"
#include "tools/commands/build.hpp"
#include "tools/commands/cast.hpp"
#include "tools/commands/closest.hpp"
#include "tools/commands/info.hpp"
#include "tools/commands/overlap.hpp"
#include "tools/commands/simulate.hpp"
#include "tools/commands/sweep.hpp"
#include "tools/commands/view.hpp"
#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/manual.hpp"
#include "tools/console/report.hpp"
#include "tools/console/system.hpp"
#include "tools/console/text.hpp"
#include "tools/file_formats_help.hpp"
#include "tools/option_values.hpp"
#include "tools/worlds/response_names.hpp"

namespace {

using namespace lanecast::tools;

/// Adds an option that `parse` reads; `type` is the name of its values in the help.
template <class Value, class Parse>
CLI::Option* add_parsed(CLI::App& command, const char* name, Value& value, Parse&& parse,
                        const char* type, const char* help) {
    return command
        .add_option_function<std::string>(
            name,
            [&value, parse, name, type](const std::string& text) {
                if (!parse(text, value))
                    throw CLI::ValidationError(name, fmt::format("{} is no {}", text, type));
            },
            help)
        ->type_name(type);
}

void add_world(CLI::App& command, WorldRequest& request) {
    CLI::Option* const file = command.add_option(
        "WORLD", request.file,
        "a mesh (.obj, .ply, .stl, .gltf, .glb; see `lanecast info`), a .json world, or one that "
        "`lanecast build` has saved (.lanecast)");
    command
        .add_flag("--demo", request.demo,
                  "use a built-in world instead: hills and thousands of shapes")
        ->excludes(file);
    add_parsed(
        command, "--origin", request.origin, parse_origin, "auto|X,Y,Z",
        "subtract a point from all positions in files, in double, and add it to those written; "
        "for coordinates that floats cannot hold, such as UTM")
        ->needs(file);
    add_parsed(command, "--scale", request.scale, parse_scale, "S|X,Y,Z",
               "scale the vertices of a mesh, before the origin is subtracted; 1,1,-1 mirrors it")
        ->needs(file);
    add_parsed(command, "--triangulate", request.triangulation, parse_triangulation, "ears|fan",
               "how polygons of a mesh are cut: by the shortest diagonals, or from their first "
               "corners")
        ->needs(file);
}

void require_world(const WorldRequest& request) {
    if (request.file.empty() && !request.demo)
        throw CLI::RequiredError("WORLD or --demo");
}

void add_engine(CLI::App& command, Engine& engine) {
    command.add_option("--isa", engine.isa, "instruction set, see `lanecast info`")
        ->type_name("NAME");
    command.add_option("--threads", engine.threads, "maximum number; 0: all")->type_name("N");
    add_parsed(command, "--build", engine.build, parse_build, "fast|balanced|thorough",
               "effort spent on the tree; answers are the same");
}

void add_format(CLI::App& command, std::string& format) {
    command.add_option("--format", format, "format of stdin and stdout (-)")
        ->check(CLI::IsMember({"csv", "npy"}).description(""))
        ->type_name("csv|npy")
        ->capture_default_str();
}

CLI::Option* add_quiet(CLI::App& command, bool& quiet) {
    return command.add_flag("--quiet", quiet, "print nothing but errors and warnings");
}

/// Names and help texts of a command that runs the queries of a file against a world.
struct QueryCommand {
    const char* name;
    const char* help;
    const char* queries; ///< the option with the file of queries
    const char* queries_help;
    const char* formats; ///< description of the files
};

template <class Request>
CLI::App& add_query_command(CLI::App& app, const std::shared_ptr<Request>& request,
                            const QueryCommand& what, void (*run)(const Request&)) {
    CLI::App& command = *app.add_subcommand(what.name, what.help);
    command.footer(what.formats);
    add_world(command, request->world);
    command.add_option(what.queries, request->queries, what.queries_help)->type_name("FILE");
    command.add_option("--out", request->out, "where the answers go, .csv or .npy; - for stdout")
        ->type_name("FILE");
    add_format(command, request->format);
    CLI::Option* const quiet = add_quiet(command, request->quiet);
    command
        .add_flag("--json", request->json,
                  "report in one line of JSON; on stderr if answers go to stdout")
        ->excludes(quiet);
    command.add_flag("--exhaustive", request->exhaustive, "test every primitive, without the tree");
    add_engine(command, request->engine);
    command.callback([request, queries = what.queries, run] {
        require_world(request->world);
        if (!request->world.demo && (request->queries.empty() || request->out.empty()))
            throw CLI::RequiredError(request->queries.empty() ? queries : "--out");
        run(*request);
    });
    return command;
}

CLI::Option* add_columns(CLI::App& command, std::string& columns) {
    return command.add_option("--columns", columns, "the fields to write of each answer, in order")
        ->type_name("NAME,...");
}

CLI::Option* add_all(CLI::App& command, std::size_t& all, const char* help) {
    return command.add_option("--all", all, help)
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
        ->type_name("K");
}

void add_cast(CLI::App& app) {
    auto request = std::make_shared<CastRequest>();
    CLI::App& command = add_query_command(app, request,
                                          {.name = "cast",
                                           .help = "Cast the rays of a file at a world",
                                           .queries = "--rays",
                                           .queries_help = "rays, .csv or .npy; - for stdin",
                                           .formats = cast_formats},
                                          cast);
    CLI::Option* const any =
        command.add_flag("--any", request->any, "only whether each ray hits anything");
    add_all(command, request->all, "the first K hits of each ray, not only the first one")
        ->excludes(any);
    add_columns(command, request->columns)->excludes(any);
    add_parsed(command, "--interior", request->interior, parse_interior, "solid|surface",
               "what a ray that starts in a solid hits: the solid at its start, or its far side");
    add_parsed(command, "--backfaces", request->backfaces, parse_backfaces, "hit|cull",
               "triangles seen from behind and far sides of solids: hit, or passed through");
}

void add_sweep(CLI::App& app) {
    auto request = std::make_shared<SweepRequest>();
    CLI::App& command =
        add_query_command(app, request,
                          {.name = "sweep",
                           .help = "Move the spheres of a file through a world",
                           .queries = "--spheres",
                           .queries_help = "moving spheres, .csv or .npy; - for stdin",
                           .formats = sweep_formats},
                          sweep);
    add_columns(command, request->columns);
    add_parsed(command, "--start-overlap", request->start_overlap, parse_start_overlap,
               "report|ignore|leaving",
               "shapes that overlap at the start: hit at t = 0, ignored, or hit if the path leads "
               "into them");
}

void add_overlap(CLI::App& app) {
    auto request = std::make_shared<OverlapRequest>();
    CLI::App& command =
        add_query_command(app, request,
                          {.name = "overlap",
                           .help = "Test whether the spheres of a file overlap anything in a world",
                           .queries = "--spheres",
                           .queries_help = "spheres, .csv or .npy; - for stdin",
                           .formats = overlap_formats},
                          overlap);
    CLI::Option* const all =
        add_all(command, request->all, "the K smallest ids of what each sphere overlaps");
    add_columns(command, request->columns)->needs(all);
}

void add_closest(CLI::App& app) {
    auto request = std::make_shared<QueryRequest>();
    CLI::App& command = add_query_command(app, request,
                                          {.name = "closest",
                                           .help = "Find what is nearest to the points of a file",
                                           .queries = "--points",
                                           .queries_help = "points, .csv or .npy; - for stdin",
                                           .formats = closest_formats},
                                          closest);
    add_columns(command, request->columns);
}

/// Adds the options of the camera and the picture.
void add_camera(CLI::App& command, ViewRequest& view) {
    ViewRequest* const request = &view;
    add_parsed(command, "--size", request->size, parse_size, "WIDTHxHEIGHT",
               "in pixels; 1280x720 by default");
    CLI::Option* const from =
        add_parsed(command, "--from", request->camera.from, parse_optional_point, "X,Y,Z",
                   "position of the camera; chosen to show everything by default");
    add_parsed(command, "--at", request->camera.at, parse_optional_point, "X,Y,Z",
               "point to look at; the middle of the world by default")
        ->needs(from);
    add_parsed(command, "--up", request->camera.up, parse_point, "X,Y,Z",
               "the upward direction; 0,1,0 by default");
    command.add_option("--fov", request->camera.fov_degrees, "angle of view, 1 to 170 degrees")
        ->check(CLI::Validator( // CLI::Range lets nan pass
            [](const std::string& text) {
                const double degrees = std::strtod(text.c_str(), nullptr);
                return degrees >= 1.0 && degrees <= 170.0 ? "" : text + " is not in 1 to 170";
            },
            ""))
        ->type_name("DEGREES")
        ->capture_default_str();
    command.add_option("--samples", request->samples, "rays per pixel, across and down")
        ->check(CLI::Range(1u, 8u))
        ->type_name("N")
        ->capture_default_str();
}

void add_no_floor(CLI::App& command, ViewRequest& view, const char* help) {
    command.add_flag_callback(
        "--no-floor", [request = &view] { request->floor = false; }, help);
}

void add_view(CLI::App& app) {
    auto request = std::make_shared<ViewRequest>();
    CLI::App& command = *app.add_subcommand("view", "Draw a world");
    add_world(command, request->world);
    command.add_option("--out", request->out, "the picture, .png")->type_name("FILE")->required();
    add_camera(command, *request);
    add_no_floor(command, *request, "draw no floor below the world");
    add_parsed(command, "--clip", request->clip, parse_clip, "NX,NY,NZ,OFFSET",
               "cut away what lies beyond a plane: nx x + ny y + nz z > offset");
    command.add_option("--rays", request->rays, "draw the rays of a .csv or .npy and their hits")
        ->type_name("FILE");
    command.add_flag("--axes", request->axes, "draw arrows along x, y and z");
    command.add_flag("--scale-bar", request->scale_bar, "draw a bar of a round length");
    add_engine(command, request->engine);
    command.callback([request] {
        require_world(request->world);
        view(*request);
    });
}

void add_build(CLI::App& app) {
    auto request = std::make_shared<BuildRequest>();
    CLI::App& command =
        *app.add_subcommand("build", "Build a world and save it, so that it loads at once");
    add_world(command, request->world);
    command.add_option("--out", request->out, "the saved world, .lanecast")
        ->type_name("FILE")
        ->required();
    add_quiet(command, request->quiet);
    add_engine(command, request->engine);
    command.callback([request] {
        require_world(request->world);
        build(*request);
    });
}

void add_simulate(CLI::App& app) {
    auto request = std::make_shared<SimulateRequest>();
    CLI::App& command =
        *app.add_subcommand("simulate", "Let particles fall, bounce and slide through a world");
    command.footer(particle_formats);
    add_world(command, request->view.world);
    command
        .add_option("--particles", request->particles,
                    "number of particles to drop, or their file; - for stdin")
        ->type_name("N|FILE")
        ->capture_default_str();
    command.add_option("--steps", request->steps, "number of steps")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--seconds", request->seconds, "duration of a step")
        ->check(CLI::PositiveNumber)
        ->type_name("S")
        ->capture_default_str();
    add_parsed(command, "--response", request->response, parse_response,
               "bounce|slide|stick|kill|sensor", "how particles respond to contacts");
    add_parsed(command, "--radius", request->radius, parse_optional_float, "R",
               "radius of dropped particles; 0.004 of the world's size by default");
    command.add_option("--restitution", request->restitution, "the speed that a bounce keeps")
        ->check(CLI::NonNegativeNumber)
        ->type_name("SHARE")
        ->capture_default_str();
    command.add_option("--friction", request->friction, "Coulomb's coefficient")
        ->check(CLI::NonNegativeNumber)
        ->type_name("MU")
        ->capture_default_str();
    command.add_option("--drag", request->drag, "per second")
        ->check(CLI::NonNegativeNumber)
        ->type_name("K")
        ->capture_default_str();
    add_parsed(command, "--gravity", request->gravity, parse_optional_point, "X,Y,Z",
               "per second squared; by default opposite to --up, so that a fall over the world's "
               "size takes 1 s; 0,-9.81,0 suits worlds in metres");
    add_parsed(command, "--spray", request->spray, parse_optional_point, "X,Y,Z",
               "emit the particles from a point, to all sides and upwards");
    command
        .add_option("--out", request->out, "where the last state goes, .csv or .npy; - for stdout")
        ->type_name("FILE");
    add_format(command, request->format);
    add_quiet(command, request->quiet);
    CLI::Option* const frames =
        command.add_option("--frames", request->frames, "where frames go, numbered .png")
            ->type_name("DIRECTORY");
    command.add_option("--every", request->every, "number of steps per frame")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
        ->type_name("K")
        ->needs(frames)
        ->capture_default_str();
    add_camera(command, request->view);
    add_no_floor(command, request->view,
                 "no floor below the world: none is drawn, and particles fall past the world");
    add_engine(command, request->view.engine);
    command.callback([request] {
        require_world(request->view.world);
        simulate(*request);
    });
}

#ifdef LANECAST_HAS_BENCH
void add_bench(CLI::App& app) {
    auto request = std::make_shared<BenchRequest>();
    CLI::App& command = *app.add_subcommand(
        "bench", "Measure what lanecast does on this machine, and compare results");
    CLI::Option* const full =
        command.add_flag("--full", request->full, "more and larger rows: ten minutes");
    command
        .add_flag("--quick", request->quick, "half a minute instead of one: the widest ISA alone")
        ->excludes(full);
    command.add_option("--isa", request->isa, "instruction sets, narrowest first (default: all)")
        ->type_name("all|NAME,...");
    command.add_option("--threads", request->threads, "thread counts, for rows that use several")
        ->type_name("N|all,...")
        ->capture_default_str();
    command.add_option("--filter", request->filter, "only rows whose name matches")
        ->type_name("REGEX");
    command.add_flag("--list", request->list, "name the rows, run nothing");
    command.add_flag("--counters", request->counters,
                     "also instructions, cycles and cache misses, by the CPU's counters");
    command.add_option("--mesh", request->mesh, "a mesh to use instead of the generated one")
        ->type_name("FILE");
    command.add_option("--name", request->name, "name of the machine in the result")
        ->type_name("TEXT");
    command.add_option("--json", request->json, "where the result goes")->type_name("FILE");
    command.add_option("--report", request->report, "where its HTML page goes, .html")
        ->type_name("FILE");
    command
        .add_option("--compare", request->compare,
                    "measure nothing: compare results with the first one; FILE@ISA selects the "
                    "rows of one ISA")
        ->type_name("FILE...");
    command.callback([request] { bench(*request); });
}
#endif

/// Number of letters to insert, delete or change (Levenshtein 1966).
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

/// Returns the message for a first word that is not a command.
std::string no_command(const CLI::App& app, const std::string& word) {
    std::string names;
    std::string nearest;
    std::size_t fewest = 3; // with more edits it is a different word
    for (const CLI::App* const command : app.get_subcommands({})) {
        if (command->get_group().empty())
            continue; // hidden from the help
        names += fmt::format("{}{}", names.empty() ? "" : ", ", command->get_name());
        const std::size_t distance = edits(word, command->get_name());
        if (distance < fewest) {
            fewest = distance;
            nearest = command->get_name();
        }
    }
    return nearest.empty()
               ? fmt::format("there is no command {}; there are {}", in_quotes(word), names)
               : fmt::format("there is no command {}; did you mean {}?", in_quotes(word),
                             in_quotes(nearest));
}

/// Prints a message in one line; what() of some libraries has several.
int fail(std::string message) {
    for (char& c : message)
        c = c == '\n' || c == '\r' ? ' ' : c;
    warn(message);
    return 2;
}

/// Returns the exit code of a command that succeeded, if its report can be written.
int end_of_report() { return std::fflush(stdout) == 0 ? 0 : fail("the report cannot be written"); }

int run(int argc, char** argv) {
    CLI::App app("Geometric queries in bulk against worlds of shapes and meshes.", "lanecast");
    app.set_version_flag("--version", std::string(lanecast::version));
    app.require_subcommand(1);
    app.footer("Exit code: 0, or 2 after one line on stderr that names the error.");
    add_cast(app);
    add_sweep(app);
    add_overlap(app);
    add_closest(app);
    add_view(app);
    add_simulate(app);
    add_build(app);
#ifdef LANECAST_HAS_BENCH
    add_bench(app);
#endif
    app.add_subcommand("info", "Print version, compiler, instruction sets and mesh formats")
        ->callback(info);
    std::string asked_about;
    CLI::App& help = *app.add_subcommand("help", "Print the help of a command");
    help.add_option("COMMAND", asked_about);
    app.add_subcommand("version", "Print the version");
    // For packagers only, therefore not in the help.
    app.add_subcommand("manual", "Write the manual page")->group("");
    app.add_subcommand("completion", "Write the completion for bash")->group("");
    const std::string overview = app.help(); // before a command is chosen
    const auto exists = [&](const std::string& word) {
        return !app.get_subcommands(
                       [&](const CLI::App* command) { return command->get_name() == word; })
                    .empty();
    };
    if (argc > 1 && argv[1][0] != '-' && !exists(argv[1]))
        return fail(no_command(app, argv[1]));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? end_of_report() : 2;
    }
    if (app.got_subcommand("version")) {
        fmt::print("{}\n", lanecast::version);
    } else if (app.got_subcommand("manual")) {
        fmt::print("{}", manual_page(app, std::string(lanecast::version)));
    } else if (app.got_subcommand("completion")) {
        fmt::print("{}", bash_completion(app));
    } else if (app.got_subcommand(&help)) {
        if (!asked_about.empty() && !exists(asked_about))
            return fail(no_command(app, asked_about));
        fmt::print("{}", asked_about.empty() ? overview
                                             : app.get_subcommand(asked_about)->help("lanecast"));
    }
    return end_of_report();
}

} // namespace

int main(int argc, char** argv) {
    system::prepare_streams();
    system::let_writes_fail(); // after which we can clean up
    OutputFile::remove_on_interrupt();
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        return fail("out of memory");
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
