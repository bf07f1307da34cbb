#include "host/api/free_ids.hpp"

#include <algorithm>
#include <iterator>

namespace lanecast::host {

std::uint64_t FreeIds::lowest(std::size_t count) const {
    if (count == 0)
        return 0;
    std::uint64_t first = end_;
    if (count <= UINT32_MAX)
        for (auto it = by_length_.lower_bound(static_cast<std::uint32_t>(count));
             it != by_length_.end(); ++it)
            first = std::min<std::uint64_t>(first, *it->second.begin());
    return first;
}

void FreeIds::take(std::uint32_t first, std::uint32_t count) {
    if (first == end_) {
        end_ += count;
        return;
    }
    const auto gap = gaps_.find(first);
    if (gap->second > count)
        insert(first + count, gap->second - count);
    erase(gap);
}

void FreeIds::give(std::uint32_t first, std::uint32_t count) {
    auto next = gaps_.lower_bound(first);
    const bool joins_next = next != gaps_.end() && next->first == first + count;
    const bool joins_before =
        next != gaps_.begin() && std::prev(next)->first + std::prev(next)->second == first;
    const auto before = joins_before ? std::prev(next) : gaps_.end();
    if (std::uint64_t{first} + count == end_) {
        end_ = joins_before ? before->first : first;
        if (joins_before)
            erase(before);
        return;
    }
    const std::uint32_t length = count + (joins_next ? next->second : 0);
    if (joins_before) {
        insert_length(before->first, before->second + length);
        erase_length(before->first, before->second);
        before->second += length;
    } else {
        insert(first, length);
    }
    if (joins_next)
        erase(next);
}

void FreeIds::insert(std::uint32_t first, std::uint32_t count) {
    const auto gap = gaps_.emplace(first, count).first;
    try {
        insert_length(first, count);
    } catch (...) {
        gaps_.erase(gap);
        throw;
    }
}

void FreeIds::erase(Gaps::iterator gap) noexcept {
    erase_length(gap->first, gap->second);
    gaps_.erase(gap);
}

void FreeIds::insert_length(std::uint32_t first, std::uint32_t count) {
    const auto firsts = by_length_.try_emplace(count).first;
    try {
        firsts->second.insert(first);
    } catch (...) {
        if (firsts->second.empty())
            by_length_.erase(firsts);
        throw;
    }
}

void FreeIds::erase_length(std::uint32_t first, std::uint32_t count) noexcept {
    const auto firsts = by_length_.find(count);
    firsts->second.erase(first);
    if (firsts->second.empty())
        by_length_.erase(firsts);
}

} // namespace lanecast::host
