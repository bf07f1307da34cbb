# Refuses targets and compilers on which results would be wrong, in words instead of errors of some
# header.
function(lanecast_check_target)
    if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
        message(FATAL_ERROR "lanecast: the target has ${CMAKE_SIZEOF_VOID_P}-byte pointers; only "
                            "64-bit targets are supported")
    endif()
    if(CMAKE_CXX_BYTE_ORDER STREQUAL "BIG_ENDIAN")
        message(FATAL_ERROR "lanecast: the target is big-endian; only little-endian targets are "
                            "supported")
    endif()
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang)$" OR MSVC)
        message(FATAL_ERROR "lanecast: ${CMAKE_CXX_COMPILER_ID} is not supported; use g++, or "
                            "clang++ with the command line of g++")
    endif()
    if(WIN32 AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        message(FATAL_ERROR "lanecast: on Windows, g++ stores AVX registers to a stack that it has "
                            "not aligned (GCC bug 54412), so that programs crash; use clang++, "
                            "see cmake/x86_64-w64-mingw32.cmake")
    endif()
endfunction()
lanecast_check_target()
