#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace lanecast::host {

/// A checksum against damage, not against forgery. A change within eight bytes always shows. Four
/// chains of multiplications, so that it is as fast as memory. It does not depend on the pieces in
/// which the bytes come.
class Checksum {
public:
    void add(std::span<const std::byte> bytes) {
        size_ += bytes.size();
        if (pending_ != 0) {
            const std::size_t some = std::min(bytes.size(), block - pending_);
            std::copy_n(bytes.begin(), some, pending_bytes_ + pending_);
            pending_ += some;
            bytes = bytes.subspan(some);
            if (pending_ < block)
                return;
            add_block(pending_bytes_);
        }
        for (; bytes.size() >= block; bytes = bytes.subspan(block))
            add_block(bytes.data());
        std::copy(bytes.begin(), bytes.end(), pending_bytes_);
        pending_ = bytes.size();
    }

    [[nodiscard]] std::uint64_t value() const {
        std::uint64_t sum = size_;
        for (std::size_t i = 0; i < pending_; ++i)
            sum = mixed(sum, std::to_integer<std::uint64_t>(pending_bytes_[i]));
        for (const std::uint64_t of_chain : sums_)
            sum = mixed(sum, of_chain);
        return sum;
    }

    [[nodiscard]] std::uint64_t size() const { return size_; } ///< of all bytes

private:
    static constexpr std::uint64_t factor = 0x9E3779B97F4A7C15; // odd, so that no step loses a bit
    static constexpr std::size_t chains = 4, word = sizeof(std::uint64_t), block = chains * word;

    static std::uint64_t mixed(std::uint64_t sum, std::uint64_t with) {
        return std::rotl(sum ^ with, 29) * factor;
    }

    void add_block(const std::byte* bytes) {
        for (std::size_t c = 0; c < chains; ++c) {
            std::uint64_t value;
            std::memcpy(&value, bytes + c * word, word);
            sums_[c] = mixed(sums_[c], value);
        }
    }

    std::uint64_t sums_[chains] = {1, 2, 3, 4};
    std::uint64_t size_ = 0;
    std::size_t pending_ = 0;
    std::byte pending_bytes_[block] = {}; ///< of a block that is not complete
};

inline std::uint64_t checksum(std::span<const std::byte> bytes) {
    Checksum sum;
    sum.add(bytes);
    return sum.value();
}

} // namespace lanecast::host
