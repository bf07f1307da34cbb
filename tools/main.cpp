/// The program `lanecast`. Exit code 0; or 2 after one line on stderr that says what was wrong.

#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "lanecast/version.hpp"

#include "cast.hpp"
#include "failure.hpp"
#include "info.hpp"
#include "text.hpp"
#include "view.hpp"

namespace {

using namespace lanecast::tools;
using lanecast::Interior;
using lanecast::Vec3;

/// A reader of one option's text, and how the help calls what it takes.
template <class Value, class Parse>
CLI::Option* add_parsed(CLI::App& command, const char* name, Value& value, Parse&& parse,
                        const char* type, const char* help) {
    return command
        .add_option_function<std::string>(
            name,
            [&value, parse, name, type](const std::string& text) {
                if (!parse(text, value)) {
                    throw CLI::ValidationError(name, fmt::format("{} is no {}", text, type));
                }
            },
            help)
        ->type_name(type);
}

bool parse_size(std::string_view text, Size& size) {
    constexpr std::uint32_t largest = 16384;
    const auto number = [](std::string_view digits, std::uint32_t& value) {
        const char* const end = digits.data() + digits.size();
        const std::from_chars_result read = std::from_chars(digits.data(), end, value);
        return read.ec == std::errc() && read.ptr == end && value >= 1 && value <= largest;
    };
    const std::size_t cross = text.find('x');
    return cross != std::string_view::npos && number(text.substr(0, cross), size.width) &&
           number(text.substr(cross + 1), size.height);
}

bool parse_point(std::string_view text, Vec3& point) {
    const std::size_t first = text.find(',');
    const std::size_t second = text.find(',', first == std::string_view::npos ? first : first + 1);
    return second != std::string_view::npos && parse_float(text.substr(0, first), point.x) &&
           parse_float(text.substr(first + 1, second - first - 1), point.y) &&
           parse_float(text.substr(second + 1), point.z);
}

bool parse_optional_point(std::string_view text, std::optional<Vec3>& point) {
    return parse_point(text, point.emplace());
}

bool parse_interior(std::string_view text, Interior& interior) {
    interior = text == "surface" ? Interior::surface : Interior::solid;
    return text == "surface" || text == "solid";
}

void add_world(CLI::App& command, std::string& world, bool& demo) {
    CLI::Option* const file = command.add_option("WORLD", world, "an .obj mesh or a .json world");
    command.add_flag("--demo", demo, "instead: hills and thousands of shapes, made on the spot")
        ->excludes(file);
}

void require_world(const std::string& world, bool demo) {
    if (world.empty() && !demo) {
        throw CLI::RequiredError("WORLD or --demo");
    }
}

void add_engine(CLI::App& command, Engine& engine) {
    command.add_option("--isa", engine.isa, "instruction set, see `lanecast info`")
        ->type_name("NAME");
    command.add_option("--threads", engine.threads, "at most so many; 0: all")->type_name("N");
}

void add_cast(CLI::App& app) {
    auto request = std::make_shared<CastRequest>();
    CLI::App& command = *app.add_subcommand("cast", "Cast the rays of a file at a world");
    add_world(command, request->world, request->demo);
    command.add_option("--rays", request->rays, "rays, .csv or .npy")->type_name("FILE");
    command.add_option("--out", request->out, "where the hits go, .csv or .npy")->type_name("FILE");
    command.add_flag("--any", request->any, "only whether each ray hits anything");
    add_parsed(command, "--interior", request->interior, parse_interior, "solid|surface",
               "what a ray meets that starts in a solid: the solid at once, or its far side");
    command.add_flag("--exhaustive", request->exhaustive, "test every primitive, without the tree");
    add_engine(command, request->engine);
    command.callback([request] {
        require_world(request->world, request->demo);
        if (!request->demo && (request->rays.empty() || request->out.empty())) {
            throw CLI::RequiredError(request->rays.empty() ? "--rays" : "--out");
        }
        cast(*request);
    });
}

void add_view(CLI::App& app) {
    auto request = std::make_shared<ViewRequest>();
    CLI::App& command = *app.add_subcommand("view", "Draw a world");
    add_world(command, request->world, request->demo);
    command.add_option("--out", request->out, "the picture, .png")->type_name("FILE")->required();
    add_parsed(command, "--size", request->size, parse_size, "WIDTHxHEIGHT",
               "in pixels, 1280x720 if not said");
    CLI::Option* const from =
        add_parsed(command, "--from", request->camera.from, parse_optional_point, "X,Y,Z",
                   "where the camera stands; else chosen to see all");
    add_parsed(command, "--at", request->camera.at, parse_optional_point, "X,Y,Z",
               "where it looks; else the middle of the world")
        ->needs(from);
    add_parsed(command, "--up", request->camera.up, parse_point, "X,Y,Z",
               "what is up, 0,1,0 if not said");
    command.add_option("--fov", request->camera.fov_degrees, "angle of view, in degrees")
        ->check(CLI::Range(1.0f, 170.0f))
        ->type_name("DEGREES")
        ->capture_default_str();
    command.add_option("--samples", request->samples, "rays per pixel, across and down")
        ->check(CLI::Range(1u, 8u))
        ->type_name("N")
        ->capture_default_str();
    command.add_flag("!--no-floor", request->floor, "without the plain below the world");
    add_engine(command, request->engine);
    command.callback([request] {
        require_world(request->world, request->demo);
        view(*request);
    });
}

/// One line: what() of some libraries has more.
int fail(std::string message) {
    for (char& c : message) {
        c = c == '\n' || c == '\r' ? ' ' : c;
    }
    fmt::print(stderr, "lanecast: {}\n", message);
    return 2;
}

int run(int argc, char** argv) {
    CLI::App app("Geometric queries in bulk: rays against worlds of shapes and meshes.",
                 "lanecast");
    app.set_version_flag("--version", std::string(lanecast::version));
    app.require_subcommand(1);
    add_cast(app);
    add_view(app);
    app.add_subcommand("info", "Say what this build is and what it runs on")->callback(info);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return std::fflush(stdout) == 0 ? 0 : fail("the report cannot be written");
}

} // namespace

int main(int argc, char** argv) {
    // A file that grows over its limit is then a write that fails, after which we can tidy up.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        return fail("out of memory");
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
