#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

namespace lanecast::host {

/// The ids that a scene has not given. All functions that may run out of memory leave everything as
/// it was then.
class FreeIds {
public:
    /// Where the lowest run of `count` free ids begins; of none: 0. It may begin at no_id or
    /// reach beyond it. Takes as many steps as there are different lengths of gaps.
    [[nodiscard]] std::uint64_t lowest(std::size_t count) const;

    /// Takes the first `count` ids of a gap, as lowest() names it.
    void take(std::uint32_t first, std::uint32_t count);
    /// Gives back ids that were taken.
    void give(std::uint32_t first, std::uint32_t count);

private:
    using Gaps = std::map<std::uint32_t, std::uint32_t>;

    void insert(std::uint32_t first, std::uint32_t count);
    void erase(Gaps::iterator gap) noexcept;
    void insert_length(std::uint32_t first, std::uint32_t count);
    void erase_length(std::uint32_t first, std::uint32_t count) noexcept;

    Gaps gaps_; ///< their lengths by their first ids; no two of them touch
    std::map<std::uint32_t, std::set<std::uint32_t>> by_length_; ///< their first ids
    std::uint64_t end_ = 0;                                      ///< from here on all is free
};

} // namespace lanecast::host
