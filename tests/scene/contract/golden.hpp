#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "scene/worlds/questions.hpp"

/// Scenes and queries made by integer arithmetic and exact powers of two, and hashes of every bit
/// of the results. All CPUs, ISAs, compilers, thread counts and batch sizes must produce these
/// hashes.
///
/// The tests print the hashes that they found. To re-record, copy them into the expected values.
/// That is allowed only after a change that was meant to change results, when the accuracy tests
/// pass and all ISAs agree on the new hash, including 64-bit Arm (ctest --preset neon64). A change
/// that only makes queries faster, or changes the shape of a tree, must leave the hashes unchanged.
namespace golden {

using lanecast::Index3;
using lanecast::Quaternion;
using lanecast::Scene;
using lanecast::Traversal;
using lanecast::Vec3;
using worlds::Answers;
using worlds::Batch;

/// Pseudo-random numbers of 24 bits, which floats represent exactly.
class Numbers {
public:
    std::uint32_t bits() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state_ >> 40);
    }
    std::uint32_t below(std::uint32_t n) { return bits() % n; }
    /// In [-range, range); the range is a power of two.
    float between(float range) {
        return static_cast<float>(static_cast<std::int32_t>(bits()) - (1 << 23)) * 0x1p-23f * range;
    }
    /// In (0, range].
    float positive(float range) { return static_cast<float>(bits() + 1) * 0x1p-24f * range; }
    Vec3 in_cube(float range) {
        const float x = between(range), y = between(range), z = between(range);
        return {x, y, z};
    }

private:
    std::uint64_t state_ = 2024;
};

inline Vec3 plus(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 minus(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

/// A rotation from four integers, one of them odd, whose squares add up to a square. So it needs no
/// square root, and no element of its matrix is 0.
inline Quaternion rotation(Numbers& numbers) {
    constexpr std::array<std::array<float, 5>, 3> known = {
        {{2, 4, 5, 6, 9}, {1, 2, 4, 10, 11}, {2, 2, 4, 5, 7}}};
    const auto& q = known[numbers.below(3)];
    const std::uint32_t first = numbers.below(4);
    std::array<float, 4> c{};
    for (std::uint32_t i = 0; i < 4; ++i)
        c[i] = (numbers.below(2) ? q[(first + i) % 4] : -q[(first + i) % 4]) / q[4];
    return {c[0], c[1], c[2], c[3]};
}

/// 64-bit FNV-1a over the bytes of 32-bit numbers, lowest byte first.
class Hash {
public:
    void add(std::uint32_t word) {
        for (int byte = 0; byte < 4; ++byte)
            value_ = (value_ ^ ((word >> (8 * byte)) & 0xFF)) * 0x100000001B3u;
    }
    void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
    /// Adds all bytes of all records, and the counts.
    template <class Record>
    void add(const Answers<Record>& answers) {
        for (const Record& record : answers.records) {
            std::array<std::uint32_t, (sizeof record + 3) / 4> words = {};
            std::memcpy(words.data(), &record, sizeof record);
            for (const std::uint32_t word : words)
                add(word);
        }
        for (const std::uint32_t found : answers.found)
            add(found);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325u;
};

/// Batches of all kinds of queries.
struct Batches {
    Batch<hostile::Ray> rays;
    Batch<hostile::Sweep> sweeps;
    Batch<hostile::QuerySphere> spheres;
    Batch<hostile::Point> points;

    /// Calls body(question, batch) for each of the seven questions.
    template <class Body>
    void ask_all(Body body) const {
        body(worlds::ClosestHit{}, rays);
        body(worlds::Occluded{}, rays);
        body(worlds::AllHits{{}, {5}}, rays);
        body(worlds::Sweep{}, sweeps);
        body(worlds::Overlaps{}, spheres);
        body(worlds::AllOverlaps{{}, {5}}, spheres);
        body(worlds::ClosestPoint{}, points);
    }
};

/// Splits a batch into smaller batches, whose sizes cycle through `sizes`.
template <class Question>
auto ask_in_pieces(const Question& question, const Scene& scene,
                   const Batch<typename Question::Query>& batch,
                   const std::vector<std::size_t>& sizes, const worlds::Options& options) {
    auto whole = room_for(question, 0);
    std::size_t turn = 0;
    for (std::size_t first = 0; first < batch.size();) {
        const std::size_t size = std::min(sizes[turn++ % sizes.size()], batch.size() - first);
        const auto part = ask(question, scene, batch, first, size, options);
        whole.records.insert(whole.records.end(), part.records.begin(), part.records.end());
        whole.found.insert(whole.found.end(), part.found.begin(), part.found.end());
        first += size;
    }
    return whole;
}

} // namespace golden
