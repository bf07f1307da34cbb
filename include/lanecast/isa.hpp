#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lanecast {

/// Instruction sets for which lanecast has kernels. All of them produce the same bits.
enum class Isa : std::uint32_t {
    plain,  ///< portable C++, 4 lanes: runs everywhere
    sse4_2, ///< x86-64-v2, 4 lanes
    avx2,   ///< AVX2 with FMA, 8 lanes
    avx512, ///< AVX-512 F, CD, DQ, BW and VL, 16 lanes
    neon64, ///< AArch64 Advanced SIMD, 4 lanes
};

/// Returns the ISAs compiled into this library, narrowest first.
[[nodiscard]] std::span<const Isa> built_isas() noexcept;

/// Returns the ISAs of built_isas() that this CPU can run. It is empty only in a library that was
/// built without `plain`, on a CPU that has none of the other ISAs: the first query or commit then
/// ends the program with a message on stderr.
[[nodiscard]] std::span<const Isa> supported_isas() noexcept;

/// Returns the ISA that queries currently use. On first use this is the ISA named by the
/// environment variable LANECAST_ISA if it is supported, else the last of supported_isas(). An
/// unknown or unsupported name is reported on stderr and ignored.
[[nodiscard]] Isa active_isa() noexcept;

/// Sets the ISA that queries use from now on, in all threads. Scenes need not be committed again.
/// Calls that are running finish with the ISA with which they started.
/// @throws Error not_supported if `isa` is not among supported_isas().
void set_isa(Isa isa);

/// Returns the number of queries per vector: 4, 8 or 16; 0 if `isa` is not among built_isas().
[[nodiscard]] std::size_t lanes(Isa isa) noexcept;

/// Returns the name: "plain", "sse4_2", "avx2", "avx512" or "neon64".
[[nodiscard]] std::string_view to_string(Isa isa) noexcept;

/// Returns the ISA of a name: the inverse of to_string().
/// @throws Error not_supported for any other text.
[[nodiscard]] Isa parse_isa(std::string_view name);

} // namespace lanecast
