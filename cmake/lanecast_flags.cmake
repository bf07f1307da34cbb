# Without a build type, CMake optimises nothing and keeps assertions. Queries would then run at a
# fraction of their speed, and nobody would notice.
get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
set(lanecast_default_flags "")
if(NOT CMAKE_BUILD_TYPE AND NOT is_multi_config)
    separate_arguments(lanecast_default_flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS_RELEASE}")
    message(STATUS "lanecast: CMAKE_BUILD_TYPE is not set; lanecast's own targets are compiled as "
                   "Release (${CMAKE_CXX_FLAGS_RELEASE})")
endif()

# Compile options of every target of ours. They are set on targets, never globally, so that a
# project that includes lanecast keeps its own.
function(lanecast_flags target)
    target_compile_features(${target} PRIVATE cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE ${lanecast_default_flags})

    # Assertions name their file by its path in the project. Otherwise the bytes of a build would
    # depend on its folder.
    target_compile_options(${target} PRIVATE -fmacro-prefix-map=${lanecast_SOURCE_DIR}/=)

    # -ffast-math and its like, in a user's CMAKE_CXX_FLAGS or compile options, would let compilers
    # reorder sums and take NaN and infinity for impossible. These stand behind it and undo it:
    # tests/build/fast_math.
    target_compile_options(${target} PRIVATE
        -fno-fast-math -fno-unsafe-math-optimizations -fno-associative-math -fno-reciprocal-math
        -fno-finite-math-only -fsigned-zeros
        $<$<CXX_COMPILER_ID:Clang>:-Wno-overriding-t-option>) # it is meant

    # Where there is an fma instruction, compilers contract a * b + c into one rounding, and then
    # each ISA gives other bits. Off everywhere, so that all ISAs, and the references that tests
    # compare them with, round as the source says. Behind the others: clang++ takes -fno-fast-math
    # for a word about contraction, too.
    target_compile_options(${target} PRIVATE -ffp-contract=off)

    # A square root is one instruction then. Otherwise it is a call that may set errno, and that of
    # mingw-w64 rounds twice.
    target_compile_options(${target} PRIVATE -fno-math-errno)

    if(lanecast_IS_TOP_LEVEL OR LANECAST_WERROR)
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow
            # clang 14 wants two pairs of braces around the elements of a std::array.
            $<$<CXX_COMPILER_ID:Clang>:-Wno-missing-braces>)
        # g++ 12 warns of its own "text" + std::string, wherever that is inlined.
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
            target_compile_options(${target} PRIVATE -Wno-restrict)
        endif()
    endif()
    if(LANECAST_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
endfunction()
