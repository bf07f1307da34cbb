#include "tools/commands/build.hpp"

#include "tools/console/files.hpp"
#include "tools/console/report.hpp"
#include "tools/worlds/load.hpp"
#include "tools/worlds/saved_world.hpp"

namespace lanecast::tools {

void build(const BuildRequest& request) {
    report_stream() = request.quiet ? nullptr : stdout;
    check_saved_world_path(request.out);
    OutputFile::check(request.out);
    if (!request.world.demo) {
        check_readable(request.world.file);
        OutputFile::check_apart(request.out, request.world.file);
    }
    use(request.engine);
    const World world = load_world(request.world, request.engine);
    report(world);
    const std::size_t bytes = save_world(world, request.out);
    say("wrote  {}, {:.1f} MB\n", request.out, static_cast<double>(bytes) * 1e-6);
}

} // namespace lanecast::tools
