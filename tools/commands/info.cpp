#include "tools/commands/info.hpp"

#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "lanecast/isa.hpp"
#include "lanecast/version.hpp"

#include "tools/meshes/mesh.hpp"

namespace lanecast::tools {
namespace {

constexpr std::string_view compiler =
#if defined(__clang__)
    "clang " __clang_version__;
#else
    "g++ " __VERSION__;
#endif

void print_isas(std::string_view label, std::span<const Isa> isas) {
    fmt::print("{}", label);
    for (const Isa isa : isas)
        fmt::print(" {}", to_string(isa));
    fmt::print("\n");
}

} // namespace

void info() {
    fmt::print("lanecast  {}\n", version);
    fmt::print("compiler  {}\n", compiler);
    print_isas("built in ", built_isas());
    print_isas("supported", supported_isas());
    fmt::print("chosen    {}, {} lanes\n", to_string(active_isa()), lanes(active_isa()));
    fmt::print("threads   {}\n", std::thread::hardware_concurrency());
    fmt::print("meshes    {}\n", fmt::join(readable_mesh_endings(), " "));
}

} // namespace lanecast::tools
