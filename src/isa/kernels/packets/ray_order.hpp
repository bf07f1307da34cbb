#pragma once

#include "isa/kernels/packets/picture.hpp"

namespace lanecast::LANECAST_ISA {

/// The order in which packets take the rays of a part. W neighbours of a picture form a rectangle
/// of quads, and rectangles form squares, so that rays that descend together traverse the same part
/// of the scene. Rays that fill no rectangle come last.
template <int W>
class RayOrder {
public:
    RayOrder(BatchPart part, const Picture& picture)
        : part_(part), size_(static_cast<std::uint32_t>(part.last - part.first)), row_(picture.row),
          rows_(static_cast<std::uint32_t>(picture.rows)), width_(W / rows_) {
        if (row_ == 0)
            return;
        const std::uint32_t strips = size_ / row_ / rows_;
        whole_ = row_ / width_ * width_;
        rest_ = rest_begin_ = strips * rows_ * row_;
        border_end_ = rest_begin_ * (row_ - whole_ != 0);
        border_ = whole_;
        begin_square(0, 0);
    }

    [[nodiscard]] bool has_next() const {
        return strip_ < rest_begin_ || rest_ < size_ || border_ < border_end_;
    }

    /// Returns the next rays: a whole block unless they are the last.
    void next(OrderedBlock& block) {
        block.first = part_.first;
        block.size = 0;
        block.in_quads = true;
        for (; strip_ < rest_begin_ && block.size < block_size; add_rectangle(block)) {
        }
        for (; rest_ < size_ && block.size < block_size; ++rest_)
            block.offset[block.size++] = rest_;
        for (; border_ < border_end_ && block.size < block_size; add_of_border(block)) {
        }
        for (int i = block.size; i % W != 0; ++i)
            block.offset[i] = block.offset[block.size - 1];
        block.in_quads &= block.size % 4 == 0;
        block.has_last = !(strip_ < rest_begin_) && rest_ == size_;
    }

    /// The same rays once more.
    [[nodiscard]] RayOrder again() const { return *this; }

private:
    void add_rectangle(OrderedBlock& block) {
        static constexpr std::uint32_t in_quad[] = {0, 1, 2, 3};
        const auto lanes = Int<4>::load(in_quad);
        std::uint32_t* to = block.offset + block.size;
        std::uint32_t row = strip_ + column_;
        for (std::uint32_t y = 0; y < rows_; ++y, row += row_)
            for (std::uint32_t x = 0; x < width_; x += 4, to += 4)
                (Int<4>(row + x) + lanes).store(to);
        block.size += W;
        go_on();
    }
    void go_on() {
        column_ += width_;
        if (column_ < square_.right)
            return;
        column_ = square_.left;
        strip_ += rows_ * row_;
        if (strip_ < square_.bottom)
            return;
        if (square_.right < whole_)
            begin_square(square_.right, square_.top);
        else
            begin_square(0, square_.bottom);
    }
    void begin_square(std::uint32_t left, std::uint32_t top) {
        constexpr std::uint32_t side = tuning::picture_square;
        const std::uint32_t right = left + side, bottom = top + side * row_;
        square_ = {left, right < whole_ ? right : whole_, top,
                   bottom < rest_begin_ ? bottom : rest_begin_};
        column_ = left;
        strip_ = top;
    }
    void add_of_border(OrderedBlock& block) {
        block.in_quads = false;
        block.offset[block.size++] = border_++;
        if (border_ % row_ == 0)
            border_ += whole_;
    }

    BatchPart part_;
    std::uint32_t size_, row_, rows_, width_;
    std::uint32_t whole_ = 0;                   ///< number of rays of a row that are in rectangles
    std::uint32_t rest_begin_ = 0, rest_ = 0;   ///< rows behind the last strip of rectangles
    std::uint32_t border_ = 0, border_end_ = 0; ///< ends of the rows in strips
    std::uint32_t strip_ = 0, column_ = 0;
    struct {
        std::uint32_t left, right, top, bottom; ///< columns; offsets of the rows
    } square_ = {};
};

} // namespace lanecast::LANECAST_ISA
