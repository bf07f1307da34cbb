#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lanecast {

/// The instruction sets that lanecast has kernels for. All give the same bits.
enum class Isa : std::uint32_t {
    plain,  ///< portable C++ on 4 lanes: runs everywhere
    sse4_2, ///< x86-64-v2, 4 lanes
    avx2,   ///< AVX2 with FMA, 8 lanes
    avx512, ///< AVX-512 F, CD, DQ, BW and VL, 16 lanes
    neon64, ///< AArch64 Advanced SIMD, 4 lanes
};

/// The ISAs compiled into this library, narrowest first.
[[nodiscard]] std::span<const Isa> built_isas() noexcept;

/// Those of built_isas() that this CPU can run; never empty (plain is always there).
[[nodiscard]] std::span<const Isa> supported_isas() noexcept;

/// The ISA that queries use now. On first use this is the one named by the environment variable
/// LANECAST_ISA if it is supported (an unknown or unsupported name is reported on stderr and
/// ignored), otherwise the last of supported_isas().
[[nodiscard]] Isa active_isa() noexcept;

/// Makes queries use `isa` from now on, in all threads; scenes need not be committed again.
/// Calls that run at the time finish with the ISA they started with.
/// @throws Error not_supported if it is not among supported_isas().
void set_isa(Isa isa);

/// Queries per vector: 4, 8 or 16; 0 for an ISA that is not among built_isas().
[[nodiscard]] std::size_t lanes(Isa isa) noexcept;

/// "plain", "sse4_2", "avx2", "avx512", "neon64".
[[nodiscard]] std::string_view to_string(Isa isa) noexcept;

/// The reverse of to_string. @throws Error not_supported for any other text.
[[nodiscard]] Isa parse_isa(std::string_view name);

} // namespace lanecast
