#include "tools/commands/view.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/report.hpp"
#include "tools/formats/query_file.hpp"
#include "tools/picture/image.hpp"
#include "tools/picture/painter.hpp"
#include "tools/worlds/load.hpp"

namespace lanecast::tools {

void view(const ViewRequest& request) {
    if (extension(request.out) != ".png")
        throw Failure(fmt::format("{}: a picture must go to a .png file", request.out));
    check_picture(request.out);
    OutputFile::check(request.out);
    for (const std::string& input : {request.world.file, request.rays}) {
        if (!input.empty()) {
            check_readable(input);
            OutputFile::check_apart(request.out, input);
        }
    }
    use(request.engine);
    const World world = load_world(request.world, request.engine);
    report(world);
    Painter painter(request, world);
    if (!request.rays.empty()) {
        QueryFileInfo info;
        painter.add_rays(
            load_queries<Ray>(request.rays, extension(request.rays), world.origin, info),
            request.rays);
        report(info, request.rays);
    }
    if (request.axes)
        painter.add_axes();
    const Image image = painter.paint();
    painter.report();
    save_png(request.out, image);
    Vec3d from;
    add_origin(painter.camera().from, world.origin, {&from, 1});
    say("wrote  {}, {}x{}, seen from {:.9g},{:.9g},{:.9g}\n", request.out, image.width,
        image.height, from.x, from.y, from.z);
}

} // namespace lanecast::tools
