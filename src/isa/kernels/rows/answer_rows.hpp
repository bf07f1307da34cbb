#pragma once

#include "isa/kernels/parts/ask.hpp"
#include "isa/kernels/stream/stream.hpp"

/// Consecutive rows of answers, written with one slot per lane, regardless of the query.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Question>
class AnswerRows {
    using Query = typename Question::Query;

public:
    /// @param query  the query of the first row
    AnswerRows(const typename Question::AnswerColumns& rows, std::size_t query,
               const Stream<Query>& stream)
        : out_(rows.columns), first_(query * rows.capacity), stream_(stream) {}

    /// Puts an answer of the query with this record into the next slot.
    void put(std::uint32_t number, const Answer& answer) {
        answers_.set(size_, answer);
        numbers_[size_] = number;
        if (++size_ == block_size)
            flush();
    }
    /// Puts misses into the next slots.
    void put_misses(std::uint32_t number, std::size_t count) {
        while (count != 0) {
            const std::size_t room = block_size - static_cast<std::size_t>(size_);
            const int now = static_cast<int>(count < room ? count : room);
            for (int i = size_; i < size_ + now; ++i) {
                answers_.id[i] = no_id;
                numbers_[i] = number;
            }
            count -= static_cast<std::size_t>(now);
            size_ += now;
            if (size_ == block_size)
                flush();
        }
    }
    /// Writes the slots that were put since the last flush.
    void flush() {
        if (size_ == 0)
            return;
        const Block block = {first_, size_};
        for (int i = size_; i < block.padded<W>(); ++i) {
            answers_.id[i] = no_id;
            numbers_[i] = numbers_[size_ - 1];
        }
        out_.stage(block);
        for (int i = 0; i < size_; i += W) {
            const auto id = Int<W>::load(answers_.id + i);
            const Mask<W> hit = ~(id == Int<W>(no_id));
            out_.write(i, hit, Float<W>::load(answers_.t + i), id, Int<W>::load(answers_.part + i));
            if constexpr (Question::has_details) {
                if (out_.details_wanted())
                    write_details(i, hit);
            }
        }
        out_.flush(block);
        first_ += static_cast<std::size_t>(size_);
        size_ = 0;
    }

private:
    void write_details(int i, Mask<W> hit) {
        Float<W> words[record_word::count];
        load_queries<Query, W>(stream_.records, numbers_ + i, words);
        if (stream_.scene.motion != nullptr)
            for (int lane = 0; lane < W; ++lane)
                answers_.query[i + lane] = stream_.extras[numbers_[i + lane]].query;
        out_.write_details(i, hit,
                           details_of<Question, SceneLeaves>(Query::template unpack<W>(words),
                                                             answers_, i, stream_.scene,
                                                             stream_.settings),
                           as_int(words[record_word::miss_flags]));
    }

    typename Question::template Answers<W> out_;
    std::size_t first_;
    const Stream<Query>& stream_;
    AnswerBlock answers_;
    std::uint32_t numbers_[block_size];
    int size_ = 0;
};

} // namespace
} // namespace lanecast::LANECAST_ISA
