#pragma once

#include "isa/kernels/columns/blocks.hpp"
#include "isa/kernels/instances/instances.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// A query's row of answers, filled from its first slot on.
template <class Question>
class AnswerRow {
public:
    AnswerRow(const typename Question::AnswerColumns& rows, std::size_t query)
        : out_(rows.columns), next_(query * rows.capacity), end_(next_ + rows.capacity) {}

    [[nodiscard]] std::size_t room() const { return end_ - next_; }

    /// Writes answers of query i of the group, as many as fit.
    template <class Queries>
    void write(const AnswerList& list, const Queries& queries, int i, const SceneView& scene,
               Settings settings) {
        AnswerBlock answers;
        const std::size_t left = room();
        const int size = left < AnswerList::most && static_cast<int>(left) < list.size
                             ? static_cast<int>(left)
                             : list.size;
        if (size == 0)
            return;
        const Block block = {next_, size};
        for (int j = 0; j < block.padded<W>(); ++j)
            if (j < size)
                answers.set(j, list.answers[j]);
            else
                answers.set_miss(j);
        if constexpr (MovesWithInstances<typename Question::Query>)
            for (int j = 0; j < block.padded<W>(); ++j)
                answers.query[j] = NumberedQuery::of(queries, i).number;
        put(block, answers, [&](int j, Mask<W> hit) {
            if constexpr (Question::has_details) {
                const auto lanes = queries.prepared.template spread<W>(i);
                out_.write_details(
                    j, hit, details_of<Question, SceneLeaves>(lanes, answers, j, scene, settings),
                    Int<W>(0));
            }
        });
    }

    /// Fills the rest of the row with misses.
    void write_misses(std::uint32_t miss_flags) {
        if (room() == 0)
            return;
        AnswerBlock answers;
        for (int j = 0; j < block_size; j += W)
            answers.set_misses<W>(j);
        while (room() != 0) {
            const int size = room() < block_size ? static_cast<int>(room()) : block_size;
            put({next_, size}, answers, [&](int j, Mask<W> hit) {
                if constexpr (Question::has_details)
                    out_.write_details(j, hit, Question::template no_details<W>(),
                                       Int<W>(miss_flags));
            });
        }
    }

private:
    template <class WriteDetails>
    void put(const Block& block, const AnswerBlock& answers, WriteDetails write_details) {
        out_.stage(block);
        for (int j = 0; j < block.size; j += W) {
            const auto id = Int<W>::load(answers.id + j);
            const Mask<W> hit = ~(id == Int<W>(no_id));
            out_.write(j, hit, Float<W>::load(answers.t + j), id, Int<W>::load(answers.part + j));
            if (out_.details_wanted())
                write_details(j, hit);
        }
        out_.flush(block);
        next_ += static_cast<std::size_t>(block.size);
    }

    typename Question::template Answers<W> out_;
    std::size_t next_, end_;
};

} // namespace
} // namespace lanecast::LANECAST_ISA
