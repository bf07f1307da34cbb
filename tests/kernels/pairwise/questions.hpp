#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/hostile/queries.hpp"
#include "lanecast/pairwise.hpp"
#include "lanecast/scene_queries.hpp"
#include "lanecast/validation.hpp"
#include "reference/vector.hpp"

/// All query types behind one interface: the columns of their answers, and how they run, pairwise
/// and against a scene. A query type that has both full and yes/no answers runs both calls.
namespace hostile {

/// The output of a call, column by column.
class Sink {
public:
    virtual ~Sink() = default;
    virtual lanecast::Output<float> number(std::size_t k) = 0;
    virtual lanecast::Output<lanecast::Vec3> vec3(std::size_t k) {
        return {number(k), number(k + 1), number(k + 2)};
    }
    virtual lanecast::Output<std::uint32_t> word(std::size_t k) = 0;
    virtual lanecast::Output<bool> yes() = 0;
};

/// One answer. Values that the query type does not have are 0.
struct Answer {
    std::array<float, 8> numbers;
    std::array<std::uint32_t, 3> words; ///< id, part, flags
    std::uint8_t yes;

    [[nodiscard]] double number(std::size_t k) const { return numbers[k]; }
    [[nodiscard]] reference::Vector vector(std::size_t k) const {
        return {numbers[k], numbers[k + 1], numbers[k + 2]};
    }
    [[nodiscard]] std::uint32_t id() const { return words[0]; }
    [[nodiscard]] std::uint32_t part() const { return words[1]; }
    [[nodiscard]] std::uint32_t flags() const { return words[2]; }
    [[nodiscard]] bool hit() const { return (flags() & lanecast::flag::hit) != 0; }
    [[nodiscard]] bool inside() const { return (flags() & lanecast::flag::inside) != 0; }
    [[nodiscard]] bool back() const { return (flags() & lanecast::flag::back) != 0; }
};

/// Indices of the numbers of an answer. The first number decides which answer is best.
struct ray_number {
    enum : std::size_t { t, normal, u = 4, v, count };
};
struct sweep_number {
    enum : std::size_t { t, normal, point = 4, depth = 7, count };
};
struct point_number {
    enum : std::size_t { distance, point, normal = 4, count = 7 };
};

/// Summaries of the full call and of the yes/no call.
struct Summaries {
    lanecast::Summary full;
    lanecast::Summary yes;
};

struct Question {
    const char* name;
    std::size_t numbers; ///< columns of floats in an answer
    std::size_t words;   ///< columns of words: 3, or 0 if there is only a yes/no answer
    bool yes;            ///< whether there is a yes/no answer

    Summaries (*pairwise)(const Queries&, const lanecast::Shapes&, Sink&, const lanecast::Options&);
    Summaries (*in_scene)(const Queries&, const lanecast::Scene&, Sink&, const lanecast::Options&);
    /// Runs pairwise with records as output. nullptr if there is only a yes/no answer.
    std::vector<Answer> (*records)(const Queries&, const lanecast::Shapes&, std::size_t count);
    std::vector<lanecast::BadQuery> (*validate)(const Queries&, std::size_t limit);
};

extern const Question rays;    ///< closest_hit and occluded
extern const Question sweeps;  ///< sweep
extern const Question spheres; ///< overlaps
extern const Question points;  ///< closest_point

template <class Query>
const Question& question_of();
template <>
inline const Question& question_of<Ray>() {
    return rays;
}
template <>
inline const Question& question_of<Sweep>() {
    return sweeps;
}
template <>
inline const Question& question_of<QuerySphere>() {
    return spheres;
}
template <>
inline const Question& question_of<Point>() {
    return points;
}

/// Whether the answer is a miss as documented, bit by bit.
bool is_miss(const Question& question, const Answer& answer, std::uint32_t flags);

/// Compares bit by bit.
bool operator==(const Answer& a, const Answer& b);

} // namespace hostile
