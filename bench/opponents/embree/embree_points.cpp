#include "opponents/embree/embree_points.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "opponents/ray_order.hpp"

namespace lanecast::bench {
namespace {

/// Input and result of the callback.
template <class Shape>
struct Search {
    const Shape* shapes;
    float distance = std::numeric_limits<float>::infinity();
    std::uint32_t id = no_id;
};

template <class Shape>
bool visit(RTCPointQueryFunctionArguments* arguments) {
    auto& search = *static_cast<Search<Shape>*>(arguments->userPtr);
    RTCPointQuery& query = *arguments->query;
    const scalar::Point point = {.position = {query.x, query.y, query.z}};
    scalar::Nearest nearest;
    scalar::Loops<Shape>::closest_point(&point, search.shapes + arguments->primID, &nearest, 1);
    if (nearest.distance > search.distance ||
        (nearest.distance == search.distance && arguments->primID > search.id))
        return false;
    search.distance = nearest.distance;
    search.id = arguments->primID;
    // Inside a solid the distance is negative. All solids that contain the point must still be
    // visited, so the radius does not fall below 0.
    query.radius = std::max(0.0f, nearest.distance);
    return true;
}

template <class Shape>
Mode make_mode(std::string name, RTCScene scene, std::vector<Shape> shapes,
               const std::vector<Vec3>& points, SortKey key, Answers& answers) {
    const auto order = std::make_shared<RayOrder>();
    const auto kept = std::make_shared<std::vector<Shape>>(std::move(shapes));
    const auto directions = std::make_shared<std::vector<Vec3>>(points.size());
    return {
        embree_name(), std::move(name),
        [=, &points, &answers](std::size_t first, std::size_t count) {
            const std::uint32_t* const sorted =
                order->sort({points.data() + first, count}, {directions->data(), count}, key);
            RTCPointQueryContext context;
            rtcInitPointQueryContext(&context);
            for (std::size_t k = 0; k < count; ++k) {
                const std::size_t i = first + (sorted != nullptr ? sorted[k] : k);
                const Vec3& p = points[i];
                RTCPointQuery query = {p.x, p.y, p.z, 0, std::numeric_limits<float>::infinity()};
                Search<Shape> search = {.shapes = kept->data()};
                rtcPointQuery(scene, &query, &context, visit<Shape>, &search);
                answers.t[i] = search.distance;
                answers.id[i] = search.id;
            }
        }};
}

} // namespace

std::vector<Mode> closest_point_modes(const EmbreeScene& scene, const World& world,
                                      const std::vector<Vec3>& points, const std::string& form,
                                      Answers& answers) {
    const std::string name = "rtcPointQuery" + form;
    const auto modes = [&](const auto& shapes) {
        return std::vector{
            make_mode(name, scene.handle(), shapes, points, SortKey::none, answers),
            make_mode(name + ", sorted", scene.handle(), shapes, points, SortKey::origin, answers)};
    };
    return world.indices.empty() ? modes(world.spheres) : modes(triangles_of_mesh(world));
}

} // namespace lanecast::bench
