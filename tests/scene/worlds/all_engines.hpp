#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "core/forced_traversal.hpp"
#include "scene/worlds/questions.hpp"

namespace worlds {

inline void expect_sound(std::uint8_t yes_or_no) { ASSERT_LE(yes_or_no, 1); }
inline void expect_sound(const Overlapping&) {}

/// Checks that the id and the flags of a record agree, and that it has no NaN.
template <class Record>
void expect_sound(const Record& record) {
    ASSERT_EQ(record.id != lanecast::no_id, static_cast<bool>(record)) << to_string(record);
    const auto expect_numbers = [&](std::initializer_list<float> numbers) {
        for (const float x : numbers)
            ASSERT_FALSE(std::isnan(x)) << to_string(record);
    };
    expect_numbers({order_of(record), record.normal.x, record.normal.y, record.normal.z});
    if constexpr (requires { record.u; })
        expect_numbers({record.u, record.v});
    if constexpr (requires { record.point; })
        expect_numbers({record.point.x, record.point.y, record.point.z});
    if constexpr (requires { record.depth; })
        expect_numbers({record.depth});
    if constexpr (requires { record.clearance; }) // NaNs of two signs came from two engines
        expect_numbers({record.clearance});
}

/// Expects the same bits from all engines. If `exhaustive_on_all`, every primitive is tested on
/// every ISA, otherwise on the narrowest one only.
template <class Question>
void expect_same_by_all_engines(const Question& question, const Scene& scene,
                                const Batch<typename Question::Query>& batch,
                                const Options& meaning, bool exhaustive_on_all = true) {
    using lanecast::Traversal;
    const auto answer = [&](Traversal traversal, std::uint32_t threads) {
        return ask(question, scene, batch, with_traversal(meaning, traversal, threads));
    };
    const hostile::IsaGuard guard;
    lanecast::set_isa(lanecast::supported_isas().front());
    const auto expected = answer(Traversal::exhaustive, 1);
    for (const auto& record : expected.records)
        ASSERT_NO_FATAL_FAILURE(expect_sound(record));
    on_every_isa([&] {
        const auto expect_same = [&](Traversal traversal, std::uint32_t threads) {
            ASSERT_EQ(difference(expected, answer(traversal, threads)), "")
                << "traversal " << static_cast<int>(traversal) << ", " << threads << " threads";
        };
        if (exhaustive_on_all) {
            ASSERT_NO_FATAL_FAILURE(expect_same(Traversal::exhaustive, 0));
        }
        for (const std::uint32_t threads : {1u, 2u})
            for (const Traversal traversal :
                 {lanecast::forced::single, lanecast::forced::interleaved, lanecast::forced::stream,
                  lanecast::forced::packets})
                ASSERT_NO_FATAL_FAILURE(expect_same(traversal, threads));
        if constexpr (std::is_same_v<Question, Occluded>) {
            ASSERT_NO_FATAL_FAILURE(expect_same(lanecast::forced::sorted, 1));
        }
        ASSERT_NO_FATAL_FAILURE(expect_same(Traversal::automatic, 0));
    });
}

} // namespace worlds
