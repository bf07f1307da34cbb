#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "host/dispatch/kernels.hpp"
#include "lanecast/error.hpp"
#include "lanecast/isa.hpp"

namespace lanecast {
namespace {

constexpr std::array all_isas = {Isa::plain, Isa::sse4_2, Isa::avx2, Isa::avx512, Isa::neon64};

// No default, so that the compiler reports an ISA without a name.
constexpr std::string_view name_of(Isa isa) {
    switch (isa) {
    case Isa::plain:
        return "plain";
    case Isa::sse4_2:
        return "sse4_2";
    case Isa::avx2:
        return "avx2";
    case Isa::avx512:
        return "avx512";
    case Isa::neon64:
        return "neon64";
    }
    return "unknown";
}

/// The ISAs that were built, and those of them that the CPU supports.
struct Available {
    std::array<Isa, all_isas.size()> built{};
    std::array<Isa, all_isas.size()> supported{};
    std::size_t built_count = 0;
    std::size_t supported_count = 0;

    Available() {
        for (std::size_t i = 0; i < host::built_table_count; ++i) {
            const Isa isa = host::built_tables[i]->isa;
            built[built_count++] = isa;
            if (host::cpu_supports(isa))
                supported[supported_count++] = isa;
        }
    }
};

const Available& available() {
    static const Available isas;
    return isas;
}

const KernelTable* find_table(Isa isa) {
    for (std::size_t i = 0; i < host::built_table_count; ++i)
        if (host::built_tables[i]->isa == isa)
            return host::built_tables[i];
    return nullptr;
}

const KernelTable* find_supported(std::string_view name) {
    for (const Isa isa : supported_isas())
        if (to_string(isa) == name)
            return find_table(isa);
    return nullptr;
}

/// Ends the program: there is no kernel to call, and queries of the built ISAs would be illegal
/// instructions.
[[noreturn]] void refuse_cpu() {
    std::fputs("lanecast: this CPU has none of the ISAs that were built:", stderr);
    for (const Isa isa : built_isas())
        std::fprintf(stderr, " %s", name_of(isa).data());
    std::fputc('\n', stderr);
    std::abort();
}

const KernelTable* first_choice() {
    if (supported_isas().empty())
        refuse_cpu();
    if (const char* wanted = std::getenv("LANECAST_ISA"); wanted && *wanted) {
        if (const KernelTable* table = find_supported(wanted))
            return table;
        std::fprintf(stderr, "lanecast: LANECAST_ISA=%s is not supported here; ignored\n", wanted);
    }
    return find_table(supported_isas().back());
}

std::atomic<const KernelTable*>& active_table() {
    static std::atomic<const KernelTable*> table = first_choice();
    return table;
}

} // namespace

std::span<const Isa> built_isas() noexcept {
    return {available().built.data(), available().built_count};
}

std::span<const Isa> supported_isas() noexcept {
    return {available().supported.data(), available().supported_count};
}

Isa active_isa() noexcept { return host::kernels().isa; }

void set_isa(Isa isa) {
    for (const Isa supported : supported_isas()) {
        if (supported == isa) {
            active_table().store(find_table(isa), std::memory_order_relaxed);
            return;
        }
    }
    throw Error(ErrorCode::not_supported, "isa", Error::no_index,
                std::string(to_string(isa)) + " is not supported by this build on this CPU");
}

std::size_t lanes(Isa isa) noexcept {
    const KernelTable* table = find_table(isa);
    return table ? table->lanes : 0;
}

std::string_view to_string(Isa isa) noexcept { return name_of(isa); }

Isa parse_isa(std::string_view name) {
    std::string known;
    for (const Isa isa : all_isas) {
        if (name_of(isa) == name)
            return isa;
        known += (known.empty() ? "" : isa == all_isas.back() ? " and " : ", ");
        known += name_of(isa);
    }
    throw Error(ErrorCode::not_supported, "isa", Error::no_index,
                "there is no ISA named " + std::string(name) + "; known are " + known);
}

namespace host {

const KernelTable& kernels() noexcept { return *active_table().load(std::memory_order_relaxed); }

} // namespace host
} // namespace lanecast
