#include "cast.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "lanecast/queries.hpp"
#include "lanecast/scene.hpp"

#include "clock.hpp"
#include "demo_world.hpp"
#include "hits_io.hpp"
#include "progress.hpp"
#include "rays_io.hpp"
#include "world.hpp"

namespace lanecast::tools {
namespace {

Rays columns_of(std::span<const Ray> rays) {
    return {.origin = field(rays, &Ray::origin),
            .direction = field(rays, &Ray::direction),
            .t_min = field(rays, &Ray::t_min),
            .t_max = field(rays, &Ray::t_max)};
}

Hits columns_of(std::span<HitRow> rows) {
    return {.t = field(rows, &HitRow::t),
            .id = field(rows, &HitRow::id),
            .part = field(rows, &HitRow::part),
            .normal = field(rows, &HitRow::normal)};
}

/// Calls `query(offset, count)` for all of the batch: at once, or in blocks of a part of a second
/// when somebody watches. The answer is the same, and so, but for its first moment, is the speed.
template <class Query>
Summary in_blocks(std::size_t total, Query&& query) {
    Progress progress("casting", total);
    std::size_t block = progress.visible() ? std::size_t{1} << 14 : total;
    Summary sum;
    for (std::size_t offset = 0; offset < total;) {
        const std::size_t count = std::min(block, total - offset);
        const Stopwatch clock;
        const Summary part = query(offset, count);
        sum.queries += part.queries;
        sum.hits += part.hits;
        sum.invalid += part.invalid;
        offset += count;
        progress.advance(count);
        if (clock.seconds() < 0.1) {
            block *= 2;
        }
    }
    return sum;
}

void report(const Summary& sum, const Rays& rays, double seconds, const CastRequest& request) {
    fmt::print("cast   {}, {}, {}{}: {:.3f} s, {:.3g} Mrays/s\n",
               request.any ? "any hit" : "closest hit",
               request.interior == Interior::solid ? "solid" : "surface", describe(request.engine),
               request.exhaustive ? ", exhaustive" : "", seconds,
               seconds > 0.0 ? static_cast<double>(sum.queries) * 1e-6 / seconds : 0.0);
    fmt::print("answer {} hits, {} misses, of these {} invalid queries\n", sum.hits,
               sum.queries - sum.hits, sum.invalid);
    if (sum.invalid > 0) {
        const BadQuery first = validate(rays, 1).front();
        fmt::print("       the first invalid one is ray {}: {}\n", first.index,
                   to_string(first.fault));
    }
}

/// Casts all rays with `query(batch, rows)`, says how it went and writes the rows.
template <class Row, class Query>
void answer(std::span<const Ray> rays, const CastRequest& request, Query&& query,
            void (*save)(const std::string&, std::span<const Row>)) {
    std::vector<Row> rows(rays.size());
    const std::span<Row> answers(rows);
    const Stopwatch clock;
    const Summary sum = in_blocks(rays.size(), [&](std::size_t offset, std::size_t count) {
        return query(columns_of(rays.subspan(offset, count)), answers.subspan(offset, count));
    });
    report(sum, columns_of(rays), clock.seconds(), request);
    if (!request.out.empty()) {
        save(request.out, rows);
        fmt::print("wrote  {}\n", request.out);
    }
}

} // namespace

void cast(const CastRequest& request) {
    if (!request.out.empty()) {
        check_hits_path(request.out);
    }
    use(request.engine);
    const World world = request.demo ? demo_world(request.engine.threads)
                                     : load_world(request.world, request.engine.threads);
    report(world);

    const Stopwatch clock;
    const std::vector<Ray> rays = request.rays.empty() ? demo_rays() : load_rays(request.rays);
    fmt::print("rays   {}: {}, loaded in {:.3f} s\n", request.rays.empty() ? "demo" : request.rays,
               rays.size(), clock.seconds());

    const Options options{.interior = request.interior,
                          .traversal =
                              request.exhaustive ? Traversal::exhaustive : Traversal::automatic,
                          .threads = request.engine.threads};
    if (request.any) {
        answer<std::uint8_t>(
            rays, request,
            [&](const Rays& batch, std::span<std::uint8_t> hit) {
                return occluded(world.scene, batch, hit, options);
            },
            save_any);
    } else {
        answer<HitRow>(
            rays, request,
            [&](const Rays& batch, std::span<HitRow> hits) {
                return closest_hit(world.scene, batch, columns_of(hits), options);
            },
            save_hits);
    }
}

} // namespace lanecast::tools
