#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/hostile_rays.hpp"
#include "lanecast/isa.hpp"
#include "lanecast/pairwise.hpp"

/// Runs hostile cases through lanecast::pairwise, as structures of arrays.
namespace hostile {

/// Everything that closest_hit writes about one ray.
struct Answer {
    float t;
    std::uint32_t id;
    std::uint32_t part;
    lanecast::Vec3 normal;
    float u;
    float v;
    std::uint32_t flags;
};

/// Everything that closest_hit and occluded write about a batch.
struct Answers {
    std::vector<float> t, nx, ny, nz, u, v;
    std::vector<std::uint32_t> id, part, flags;
    std::vector<std::uint8_t> occluded;
    lanecast::Summary hit_summary;
    lanecast::Summary occluded_summary;

    explicit Answers(std::size_t size);
    [[nodiscard]] lanecast::Hits columns();
    [[nodiscard]] Answer operator[](std::size_t i) const;
};

/// What differs between two answers to the same batch, bit by bit; empty if nothing does.
std::string difference(const Answers& a, const Answers& b);

/// The columns of `count` cases from `first` on.
lanecast::Rays rays_of(const std::array<std::vector<float>, Ray::components>& columns,
                       std::size_t first, std::size_t count);
lanecast::Shapes shapes_of(const Cases<Sphere>& cases, std::size_t first, std::size_t count);
lanecast::Shapes shapes_of(const Cases<Aabb>& cases, std::size_t first, std::size_t count);
lanecast::Shapes shapes_of(const Cases<Box>& cases, std::size_t first, std::size_t count);
lanecast::Shapes shapes_of(const Cases<Triangle>& cases, std::size_t first, std::size_t count);

/// All of the cases, in the calling thread.
template <class Shape>
Answers answers_of(const Cases<Shape>& cases, lanecast::Options options) {
    options.threads = 1;
    Answers answers(cases.size());
    const lanecast::Rays rays = rays_of(cases.rays, 0, cases.size());
    const lanecast::Shapes shapes = shapes_of(cases, 0, cases.size());
    answers.hit_summary = lanecast::pairwise::closest_hit(rays, shapes, answers.columns(), options);
    answers.occluded_summary =
        lanecast::pairwise::occluded(rays, shapes, answers.occluded, options);
    return answers;
}

/// Puts back the ISA that was active.
class IsaGuard {
public:
    IsaGuard() : isa_(lanecast::active_isa()) {}
    ~IsaGuard() { lanecast::set_isa(isa_); }
    IsaGuard(const IsaGuard&) = delete;
    IsaGuard& operator=(const IsaGuard&) = delete;

private:
    lanecast::Isa isa_;
};

} // namespace hostile
