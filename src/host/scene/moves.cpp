#include "host/scene/moves.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lanecast::host {
namespace {

constexpr std::size_t rotation = 3;

bool is_before(const Move& move, std::uint32_t id) { return move.id < id; }

template <class Moves>
auto place_of(Moves& moves, std::uint32_t id) {
    return std::lower_bound(moves.begin(), moves.end(), id, is_before);
}

const Move* find_in(const std::vector<Move>& moves, std::uint32_t id) {
    const auto place = place_of(moves, id);
    return place != moves.end() && place->id == id ? &*place : nullptr;
}

/// The record of an instance: position, quaternion, scale.
float* record_of(const ShapeStore& shapes, std::uint32_t id) {
    return shapes.range_of(id)->records->record_of(id);
}

double product(const float* a, const float* b) {
    double sum = 0.0;
    for (int i = 0; i < 4; ++i)
        sum += double{a[i]} * double{b[i]};
    return sum;
}

/// Cosine of half the angle between two rotations.
double cosine_of_half(const float* from, const float* to) {
    return std::fabs(product(from, to)) / std::sqrt(product(from, from) * product(to, to));
}

/// The angle between two rotations, by the series of the arcsine of a quarter of it: std::acos()
/// has other last bits in every C library.
double angle_of(double cosine_of_half) {
    const double square = std::max(1.0 - cosine_of_half, 0.0) / 2.0;
    double term = std::sqrt(square), sum = term;
    for (double n = 1; n < 60; n += 2) { // half of the terms are enough for a quarter turn
        term *= square * n * n / ((n + 1) * (n + 2));
        sum += term;
    }
    return 4.0 * sum;
}

/// Largest distance of a point of the instance from its position, or a little more.
float reach_of(const Bounds& prototype, float scale) {
    if (!(prototype.lo.x <= prototype.hi.x))
        return 0.0f;
    const auto farthest = [](float lo, float hi) {
        return std::max(std::fabs(double{lo}), std::fabs(double{hi}));
    };
    const double x = farthest(prototype.lo.x, prototype.hi.x),
                 y = farthest(prototype.lo.y, prototype.hi.y),
                 z = farthest(prototype.lo.z, prototype.hi.z);
    return static_cast<float>(std::sqrt(x * x + y * y + z * z) * double{scale} * 1.000001);
}

/// Copies the moves of two lists, of which the first counts where both have an instance.
std::vector<Move> joined(const std::vector<Move>& first, const std::vector<Move>& second) {
    std::vector<Move> all;
    all.reserve(first.size() + second.size());
    std::set_union(first.begin(), first.end(), second.begin(), second.end(),
                   std::back_inserter(all),
                   [](const Move& a, const Move& b) { return a.id < b.id; });
    return all;
}

/// @param from(move)  where the instance is: its record, or the target of a move that ends
template <class From>
Motions motions_between(const std::vector<Move>& moves, const ShapeStore& shapes, From from) {
    Motions motions;
    motions.all.reserve(moves.size());
    if (!moves.empty())
        motions.moving.resize(moves.back().id / 64 + 1);
    double least_cosine = 1.0;
    for (const Move& move : moves) {
        const ShapeRecords& records = *shapes.range_of(move.id)->records;
        const float* const start = from(move.id);
        const float scale = record_of(shapes, move.id)[7];
        InstanceMotion motion = {};
        std::copy_n(start, move.target.size(), motion.start);
        motion.start[7] = scale;
        std::copy(move.target.begin(), move.target.end(), motion.target);
        if (product(motion.start + rotation, motion.target + rotation) < 0.0)
            for (std::size_t i = rotation; i < move.target.size(); ++i)
                motion.target[i] = -motion.target[i];
        motion.index = static_cast<std::uint32_t>(motions.all.size());
        motion.id = move.id;
        motion.reach = reach_of(records.prototype->bounds, scale);
        if (std::isfinite(motion.reach))
            motions.reach = std::max(motions.reach, motion.reach);
        motions.all.push_back(motion);
        motions.moving[move.id / 64] |= std::uint64_t{1} << move.id % 64;
        least_cosine = std::min(least_cosine,
                                cosine_of_half(motion.start + rotation, motion.target + rotation));
    }
    const double longest_turn = angle_of(least_cosine);
    motions.off_path = static_cast<float>(longest_turn * (0.625 + 0.15625 * longest_turn));
    return motions;
}

} // namespace

void Moves::add(std::vector<Move>&& moves) {
    const auto by_id = [](const Move& a, const Move& b) { return a.id < b.id; };
    if (moves.empty())
        return;
    std::sort(moves.begin(), moves.end(), by_id);
    if (waiting_.empty() || waiting_.back().id < moves.front().id)
        waiting_.insert(waiting_.end(), moves.begin(), moves.end());
    else
        waiting_ = joined(moves, waiting_);
}

const Move* Moves::find(std::uint32_t id) const noexcept {
    const Move* const waits = find_in(waiting_, id);
    return waits != nullptr ? waits : find_in(running_, id);
}

const float* Moves::begin_of(std::uint32_t id, const float* record) const noexcept {
    const Move* const runs = runs_ ? find_in(running_, id) : nullptr;
    return runs != nullptr ? runs->target.data() : record;
}

void Moves::drop(std::uint32_t id) noexcept {
    for (std::vector<Move>* moves : {&waiting_, &running_})
        if (find_in(*moves, id) != nullptr)
            moves->erase(place_of(*moves, id));
}

void Moves::complete(std::uint32_t id, float* record) noexcept {
    if (const Move* const move = find(id))
        std::copy(move->target.begin(), move->target.end(), record);
    drop(id);
}

Motions Moves::start(const ShapeStore& shapes, TouchedIds& touched) {
    static const std::vector<Move> nothing;
    std::vector<Move> next = joined(waiting_, runs_ ? nothing : running_);
    const std::vector<Move>& ended = runs_ ? running_ : nothing;
    Motions motions = motions_between(next, shapes, [&](std::uint32_t id) {
        const Move* const ends = find_in(ended, id);
        return ends != nullptr ? ends->target.data() : record_of(shapes, id);
    });
    for (const Move& move : ended) {
        std::copy(move.target.begin(), move.target.end(), record_of(shapes, move.id));
        touched.add({move.id, 1});
    }
    for (const Move& move : next)
        touched.add({move.id, 1});
    running_ = std::move(next);
    waiting_.clear();
    runs_ = false;
    return motions;
}

Motions motions_of(const std::vector<Move>& moves, const ShapeStore& shapes) {
    return motions_between(moves, shapes, [&](std::uint32_t id) { return record_of(shapes, id); });
}

bool is_short_turn(const float* from, const float* to) {
    constexpr double cosine_of_eighth = 0.70710678; // a little less than the square root of 1/2
    return cosine_of_half(from, to) >= cosine_of_eighth;
}

} // namespace lanecast::host
