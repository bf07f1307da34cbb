#include "kernels/pairwise_answers.hpp"

#include <cstring>

namespace hostile {

namespace {

template <class T>
std::span<const T> part_of(const std::vector<T>& column, std::size_t first, std::size_t count) {
    return std::span<const T>(column).subspan(first, count);
}

template <class T>
void compare(const char* name, const std::vector<T>& a, const std::vector<T>& b,
             std::string& report) {
    if (a.size() == b.size() &&
        (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0))
        return;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0) {
            report += std::string(name) + "[" + std::to_string(i) + "]: " + std::to_string(a[i]) +
                      " and " + std::to_string(b[i]) + "; ";
            return;
        }
    }
    report += std::string(name) + ": other lengths; ";
}

void compare(const char* name, const lanecast::Summary& a, const lanecast::Summary& b,
             std::string& report) {
    if (a.queries != b.queries || a.hits != b.hits || a.invalid != b.invalid ||
        a.truncated != b.truncated)
        report += std::string(name) + "; ";
}

} // namespace

Answers::Answers(std::size_t size)
    : t(size), nx(size), ny(size), nz(size), u(size), v(size), id(size), part(size), flags(size),
      occluded(size) {}

lanecast::Hits Answers::columns() {
    return {.t = t, .id = id, .part = part, .normal = {nx, ny, nz}, .u = u, .v = v, .flags = flags};
}

Answer Answers::operator[](std::size_t i) const {
    return {t[i], id[i], part[i], {nx[i], ny[i], nz[i]}, u[i], v[i], flags[i]};
}

std::string difference(const Answers& a, const Answers& b) {
    std::string report;
    compare("t", a.t, b.t, report);
    compare("id", a.id, b.id, report);
    compare("part", a.part, b.part, report);
    compare("normal.x", a.nx, b.nx, report);
    compare("normal.y", a.ny, b.ny, report);
    compare("normal.z", a.nz, b.nz, report);
    compare("u", a.u, b.u, report);
    compare("v", a.v, b.v, report);
    compare("flags", a.flags, b.flags, report);
    compare("occluded", a.occluded, b.occluded, report);
    compare("summary of closest_hit", a.hit_summary, b.hit_summary, report);
    compare("summary of occluded", a.occluded_summary, b.occluded_summary, report);
    return report;
}

lanecast::Rays rays_of(const std::array<std::vector<float>, Ray::components>& columns,
                       std::size_t first, std::size_t count) {
    const auto part = [&](std::size_t i) { return part_of(columns[i], first, count); };
    return {.origin = {part(0), part(1), part(2)},
            .direction = {part(3), part(4), part(5)},
            .t_min = part(6),
            .t_max = part(7)};
}

lanecast::Shapes shapes_of(const Cases<Sphere>& cases, std::size_t first, std::size_t count) {
    const auto part = [&](std::size_t i) { return part_of(cases.shapes[i], first, count); };
    return lanecast::Spheres{.center = {part(0), part(1), part(2)}, .radius = part(3)};
}

lanecast::Shapes shapes_of(const Cases<Aabb>& cases, std::size_t first, std::size_t count) {
    const auto part = [&](std::size_t i) { return part_of(cases.shapes[i], first, count); };
    return lanecast::Aabbs{.lo = {part(0), part(1), part(2)}, .hi = {part(3), part(4), part(5)}};
}

lanecast::Shapes shapes_of(const Cases<Box>& cases, std::size_t first, std::size_t count) {
    const auto part = [&](std::size_t i) { return part_of(cases.shapes[i], first, count); };
    return lanecast::Boxes{.center = {part(0), part(1), part(2)},
                           .half_extents = {part(3), part(4), part(5)},
                           .rotation = {part(6), part(7), part(8), part(9)}};
}

lanecast::Shapes shapes_of(const Cases<Triangle>& cases, std::size_t first, std::size_t count) {
    const auto part = [&](std::size_t i) { return part_of(cases.shapes[i], first, count); };
    return lanecast::Triangles{.v0 = {part(0), part(1), part(2)},
                               .v1 = {part(3), part(4), part(5)},
                               .v2 = {part(6), part(7), part(8)}};
}

} // namespace hostile
