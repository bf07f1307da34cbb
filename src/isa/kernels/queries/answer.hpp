#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/columns/blocks.hpp"
#include "isa/simd/lanes.hpp"
#include "lanecast/answers.hpp"

/// Answers of queries before they are written to the caller's columns.
namespace lanecast::LANECAST_ISA {

/// An answer of a query, and the position of its shape. Starts as a miss at the query's limit.
struct Answer {
    float t;
    std::uint32_t id;
    std::uint32_t kind;
    std::uint32_t block; ///< start of the block, in units of the scene's memory
    std::uint32_t lane;  ///< of an instance: see of_instance()
    // The remaining members are for instances.
    std::uint32_t part = no_id;
    std::uint32_t part_block = 0; ///< in the memory of the prototype

    [[nodiscard]] bool found() const { return id != no_id; }
    [[nodiscard]] bool before(const Answer& other) const {
        return t < other.t ||
               (t == other.t && (id < other.id || (id == other.id && part < other.part)));
    }

    /// The answer of an instance, from the answer of a shape in its prototype. The shape's kind and
    /// lane are stored above the instance's lane.
    [[nodiscard]] static Answer of_instance(const Answer& instance, const Answer& shape, float t) {
        return {t,
                instance.id,
                instance.kind,
                instance.block,
                instance.lane | (shape.kind * leaf_lanes + shape.lane) * part_lane,
                shape.id,
                shape.block};
    }
    /// The number that of_instance() stored above the instance's lane: kind * leaf_lanes + lane.
    static constexpr std::uint32_t part_kind_lane(std::uint32_t lane) { return lane / part_lane; }

    /// Greater than any lane of a scene's own blocks, also combined with the kind.
    static constexpr std::uint32_t part_lane = 64;
    static_assert(leaf_kinds * leaf_lanes <= part_lane);
};

/// The answers of a block of queries.
struct AnswerBlock {
    alignas(64) float t[block_size]; ///< details need it only if instances move
    alignas(64) std::uint32_t id[block_size];
    alignas(64) std::uint32_t kind[block_size];
    alignas(64) std::uint32_t block[block_size];
    alignas(64) std::uint32_t lane[block_size];
    alignas(64) std::uint32_t part[block_size];
    alignas(64) std::uint32_t part_block[block_size];
    /// Numbers of the queries in the batch. Set only if instances move: SceneView::motion.
    alignas(64) std::uint32_t query[block_size];

    /// Sets the numbers of `size` queries, from `first` on.
    void set_queries(std::size_t first, int size) {
        for (int i = 0; i < size; ++i)
            query[i] = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(i);
    }
    void set(int i, const Answer& answer) {
        t[i] = answer.t;
        id[i] = answer.id;
        kind[i] = answer.kind;
        block[i] = answer.block;
        lane[i] = answer.lane;
        part[i] = answer.part;
        part_block[i] = answer.part_block;
    }
    void set_miss(int i) { set(i, {0.0f, no_id, 0, 0, 0}); }
    /// Sets answers i to i + W - 1 to misses.
    template <int W>
    void set_misses(int i) {
        const Int<W> zero(0);
        Float<W>(0.0f).store(t + i);
        Int<W>(no_id).store(id + i);
        zero.store(kind + i);
        zero.store(block + i);
        zero.store(lane + i);
        Int<W>(no_id).store(part + i);
        zero.store(part_block + i);
    }
};

/// The first answers in order, collected in rounds.
class AnswerList {
public:
    int size = 0;
    std::size_t passed = 0; ///< answers in this round, kept or not; repeats may count again
    bool has_after = false;
    bool sees_all = false; ///< this round also visits answers that the list has no room for
    union {                // so that unused answers are not initialised
        Answer answers[64];
    };

    static constexpr int most = sizeof answers / sizeof answers[0];

    AnswerList() {}

    /// Until leave(), the answers are shapes of the prototype of this instance.
    void enter(const Answer& instance) { inside_ = &instance; }
    void leave() { inside_ = nullptr; }

    /// Begins a round for at most `room` answers after those of previous rounds.
    void begin(std::size_t room, bool all) {
        size = 0;
        passed = 0;
        sees_all = all;
        room_ = room < most ? static_cast<int>(room) : most;
    }

    void add(const Answer& answer) {
        if (inside_ == nullptr)
            keep(answer);
        else
            keep(Answer::of_instance(*inside_, answer, answer.t));
    }

    /// Largest distance of answers that still matter.
    [[nodiscard]] float limit(float farthest) const {
        return room_ != 0 && is_full() ? answers[size - 1].t : farthest;
    }

    /// Prepares the next round. Returns false if no answers follow those in the list.
    bool go_on() {
        const bool has_all = sees_all ? passed == static_cast<std::size_t>(size) : !is_full();
        if (has_all || size == 0)
            return false;
        after_ = answers[size - 1];
        return has_after = true;
    }

private:
    void keep(const Answer& answer) {
        if (has_after && !after_.before(answer))
            return;
        ++passed;
        if (room_ == 0 || (is_full() && !answer.before(answers[size - 1])))
            return;
        int place = size;
        while (place > 0 && answer.before(answers[place - 1]))
            --place;
        if (place > 0 && !answers[place - 1].before(answer))
            return; // already found, in another leaf
        if (!is_full())
            ++size;
        for (int i = size - 1; i > place; --i)
            answers[i] = answers[i - 1];
        answers[place] = answer;
    }

    [[nodiscard]] bool is_full() const { return size == room_; }

    int room_ = 0;
    Answer after_ = {};
    const Answer* inside_ = nullptr;
};

} // namespace lanecast::LANECAST_ISA
