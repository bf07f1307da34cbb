#include "scene/answers.hpp"

#include <cstring>
#include <sstream>

namespace worlds {

using lanecast::Hit;
using lanecast::Summary;

static_assert(sizeof(Hit) == 9 * sizeof(float), "no padding: records are compared as memory");

namespace {

constexpr std::uint8_t filling = 0x5A;

bool same(const Summary& a, const Summary& b) {
    return a.queries == b.queries && a.hits == b.hits && a.invalid == b.invalid &&
           a.truncated == b.truncated;
}

} // namespace

Answers ask(const lanecast::Scene& scene, const lanecast::Rays& rays, std::size_t count,
            const lanecast::Options& options) {
    Answers answers;
    answers.hits.resize(count);
    for (Hit& hit : answers.hits)
        std::memset(static_cast<void*>(&hit), filling, sizeof hit);
    answers.occluded.resize(count, filling);
    answers.hit_summary = closest_hit(scene, rays, into(answers.hits), options);
    answers.occluded_summary = occluded(scene, rays, answers.occluded, options);
    return answers;
}

std::string to_string(const Hit& hit) {
    std::ostringstream text;
    text << std::hexfloat << "t " << hit.t << ", id " << hit.id << ", part " << hit.part
         << ", normal (" << hit.normal.x << ", " << hit.normal.y << ", " << hit.normal.z << "), u "
         << hit.u << ", v " << hit.v << ", flags " << hit.flags;
    return text.str();
}

std::string difference(const Answers& a, const Answers& b) {
    if (a.hits.size() != b.hits.size())
        return "batches of different sizes";
    for (std::size_t i = 0; i < a.hits.size(); ++i) {
        if (std::memcmp(&a.hits[i], &b.hits[i], sizeof(Hit)) != 0)
            return "ray " + std::to_string(i) + ": " + to_string(a.hits[i]) + "; and " +
                   to_string(b.hits[i]);
        if (a.occluded[i] != b.occluded[i])
            return "ray " + std::to_string(i) + ": occluded " + std::to_string(a.occluded[i]) +
                   " and " + std::to_string(b.occluded[i]);
    }
    if (!same(a.hit_summary, b.hit_summary) || !same(a.occluded_summary, b.occluded_summary))
        return "the summaries";
    return "";
}

} // namespace worlds
