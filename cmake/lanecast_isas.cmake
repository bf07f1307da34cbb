# The instruction sets, and how sources of src/isa are compiled once for each of them.

set(LANECAST_ISAS all CACHE STRING
    "ISAs to build: all that this processor family has, or a list such as plain;avx2. \
Without plain, the library runs on CPUs that have one of the others, and on no other.")

set(LANECAST_BUILT_ISAS "") # those selected, narrowest first
set(lanecast_family_isas "")

# lanecast_isa(<name> <pattern of CMAKE_SYSTEM_PROCESSOR> [flags...])
macro(lanecast_isa name processors)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(${processors})$")
        list(APPEND lanecast_family_isas ${name})
        if("all" IN_LIST LANECAST_ISAS OR "${name}" IN_LIST LANECAST_ISAS)
            list(APPEND LANECAST_BUILT_ISAS ${name})
            set(lanecast_flags_${name} ${ARGN})
        endif()
    endif()
endmacro()

set(x86 "x86_64|AMD64|amd64")
set(arm "aarch64|arm64|ARM64")

# g++ 12 takes the undefined operand of its own AVX-512 intrinsics for our uninitialised variable.
set(no_false_alarm $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>
                   $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# ADD AN ISA HERE, one line, narrower ones first. Its operations go to src/isa/simd/<name>.hpp and
# the test whether a CPU has it to src/host/dispatch.
lanecast_isa(plain  ".*")
lanecast_isa(sse4_2 "${x86}" -march=x86-64-v2)
lanecast_isa(avx2   "${x86}" -march=x86-64-v2 -mavx2 -mfma)
lanecast_isa(avx512 "${x86}" -march=x86-64-v2 -mavx2 -mfma
             -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl ${no_false_alarm})
lanecast_isa(neon64 "${arm}" -march=armv8-a)

if(NOT LANECAST_ISAS)
    message(FATAL_ERROR "LANECAST_ISAS is empty: it must be all or a list such as plain;avx2")
endif()
foreach(isa IN LISTS LANECAST_ISAS)
    if(NOT isa STREQUAL "all" AND NOT isa IN_LIST lanecast_family_isas)
        message(FATAL_ERROR "LANECAST_ISAS names ${isa}; for ${CMAKE_SYSTEM_PROCESSOR} there are: "
                            "${lanecast_family_isas}")
    endif()
endforeach()

# lanecast_add_isa_objects(<prefix> <source>...)
#
# One object library <prefix>_<isa> for each ISA built, all from the same sources. Nothing that is
# compiled here may be merged by the linker with code for another CPU, hence: a namespace and an
# xsimd of its own for each ISA, no link-time optimisation, no exceptions, no RTTI. tests/build
# looks into the objects.
function(lanecast_add_isa_objects prefix)
    foreach(isa IN LISTS LANECAST_BUILT_ISAS)
        set(target ${prefix}_${isa})
        add_library(${target} OBJECT ${ARGN})
        lanecast_flags(${target})
        set_target_properties(${target} PROPERTIES
            CXX_VISIBILITY_PRESET hidden
            VISIBILITY_INLINES_HIDDEN ON
            INTERPROCEDURAL_OPTIMIZATION OFF)
        target_include_directories(${target} PRIVATE
            ${lanecast_SOURCE_DIR}/include ${lanecast_SOURCE_DIR}/src)
        target_compile_definitions(${target} PRIVATE
            LANECAST_ISA=${isa} LANECAST_ISA_HEADER="isa/simd/${isa}.hpp"
            $<$<BOOL:${LANECAST_SHAPE}>:LANECAST_SHAPE=${LANECAST_SHAPE}>)
        target_compile_options(${target} PRIVATE
            ${lanecast_flags_${isa}}
            -fno-lto -fno-exceptions -fno-rtti
            # Where a few vectors are filled, g++ calls memset, or says it in a slow instruction.
            $<$<CXX_COMPILER_ID:GNU>:-fno-tree-loop-distribute-patterns>
            # Accessors of src/core must be inlined. At -O0 each ISA would have copies of them, of
            # which the linker keeps one for all.
            $<$<CONFIG:Debug>:-Og>
            $<$<NOT:$<CONFIG:Debug,RelWithDebInfo,MinSizeRel>>:-O3>)
        if(NOT isa STREQUAL "plain")
            # What is not written over lanes are loops of a few turns, and vectors make them slower.
            target_compile_options(${target} PRIVATE -fno-tree-vectorize)
            target_compile_definitions(${target} PRIVATE xsimd=xsimd_lanecast_${isa})
            target_link_libraries(${target} PRIVATE xsimd)
        endif()
    endforeach()
endfunction()

# lanecast_list_isas(<output.cpp> HEADER h TYPE t VARIABLE v NAMESPACE n)
#
# Writes a source that lists what lanecast_add_isa_objects compiled: every ISA's constant
# `lanecast::<isa>::v` of type `const t` as `const t* const n::built_tables[]`, narrowest ISA first,
# and their number `const std::size_t n::built_table_count`. Header h declares t, and
# both of the names if it likes.
function(lanecast_list_isas output)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;TYPE;VARIABLE;NAMESPACE" "")
    set(declarations "")
    set(addresses "")
    foreach(isa IN LISTS LANECAST_BUILT_ISAS)
        string(APPEND declarations
               "namespace lanecast::${isa} {\nextern const ${arg_TYPE} ${arg_VARIABLE};\n}\n")
        string(APPEND addresses "    &lanecast::${isa}::${arg_VARIABLE},\n")
    endforeach()
    configure_file(${lanecast_SOURCE_DIR}/cmake/built_tables.cpp.in ${output} @ONLY)
endfunction()
