#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "simd/lane_table.hpp"

/// Arguments for operations on lanes.
namespace lanecast::test {

/// SplitMix64. It gives the same numbers everywhere, which the distributions of std do not
/// guarantee.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits64();
    std::uint32_t bits32() { return static_cast<std::uint32_t>(bits64() >> 32); }
    std::uint32_t below(std::uint32_t n) { return bits32() % n; }

private:
    std::uint64_t state_;
};

/// Values that are difficult for operations.
template <class T>
const std::vector<T>& special_values();

/// A random value of the type. Every bit pattern is possible.
template <class T>
T random_value(Random& random);

/// Arguments of many calls of an operation, one column per parameter.
template <class... A>
class Inputs {
public:
    void add(A... arguments) { add(std::index_sequence_for<A...>(), arguments...); }

    [[nodiscard]] std::size_t size() const { return std::get<0>(columns_).size(); }

    /// Calls f(argument...) with call number i.
    template <class F>
    decltype(auto) apply(F f, std::size_t i) const {
        return std::apply([&](const auto&... column) { return f(column[i]...); }, columns_);
    }
    /// Calls f(pointer...) with the addresses of the arguments of call number i.
    template <class F>
    void apply_to_addresses(F f, std::size_t i) const {
        std::apply([&](const auto&... column) { f(column.data() + i...); }, columns_);
    }

private:
    template <std::size_t... K>
    void add(std::index_sequence<K...>, A... arguments) {
        (std::get<K>(columns_).push_back(arguments), ...);
    }

    std::tuple<std::vector<A>...> columns_;
};

/// All combinations of special values, repeated until they fill vectors.
template <class... A>
Inputs<A...> special_inputs() {
    const std::size_t combinations = (special_values<A>().size() * ...);
    Inputs<A...> inputs;
    constexpr std::size_t enough = 64;
    for (std::size_t i = 0; i < combinations || i < enough; ++i) {
        std::size_t rest = i;
        const auto digit = [&](const auto& values) {
            const std::size_t k = rest % values.size();
            rest /= values.size();
            return values[k];
        };
        // Braces fix the order in which the digits are taken.
        const std::tuple<A...> arguments{digit(special_values<A>())...};
        std::apply([&](A... a) { inputs.add(a...); }, arguments);
    }
    return inputs;
}

/// Random values; every eighth is a special value.
template <class... A>
Inputs<A...> random_inputs(std::size_t count) {
    Random random(2024);
    Inputs<A...> inputs;
    for (std::size_t i = 0; i < count; ++i) {
        const auto draw = [&]<class T>(const std::vector<T>& values) {
            if (random.below(8) == 0)
                return values[random.below(static_cast<std::uint32_t>(values.size()))];
            return random_value<T>(random);
        };
        const std::tuple<A...> arguments{draw(special_values<A>())...};
        std::apply([&](A... a) { inputs.add(a...); }, arguments);
    }
    return inputs;
}

} // namespace lanecast::test
