# Cross-compiling for 64-bit Windows with clang++ and Debian's mingw-w64, on any machine. g++ cannot
# do it: on Windows it stores AVX registers to a stack that it has not aligned (GCC bug 54412).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_C_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_CXX_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# Without a sysroot, clang searches /usr/include, too, and libstdc++ would find headers of Linux.
set(CMAKE_SYSROOT /usr/x86_64-w64-mingw32)
# clang 14 does not search the directory of libstdc++ that has a thread model in its name.
file(GLOB LANECAST_MINGW_GCC /usr/lib/gcc/x86_64-w64-mingw32/*-posix)
if(NOT LANECAST_MINGW_GCC)
    message(FATAL_ERROR "g++-mingw-w64-x86-64-posix is not installed: it brings libstdc++")
endif()
set(headers ${LANECAST_MINGW_GCC}/include/c++)
# libstdc++ has this function out of line, as g++ for Windows asks for, and clang does not.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${headers} -isystem ${headers}/x86_64-w64-mingw32 \
-D__GXX_TYPEINFO_EQUALITY_INLINE=0")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${LANECAST_MINGW_GCC} -fuse-ld=lld -static -pthread")

# Debian's packages of headers only serve Windows, too, in a folder of their own: see above.
set(packages ${CMAKE_BINARY_DIR}/header_packages)
get_property(is_trial GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT is_trial)
    set(native ${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu)
    foreach(header xsimd CLI fmt nlohmann tiny_obj_loader.h tiny_gltf.h)
        if(EXISTS /usr/include/${header})
            file(MAKE_DIRECTORY ${packages}/include)
            file(CREATE_LINK /usr/include/${header} ${packages}/include/${header} SYMBOLIC)
        endif()
    endforeach()
    foreach(package lib/${native}/cmake/xsimd share/cmake/CLI11 share/cmake/nlohmann_json)
        if(EXISTS /usr/${package})
            cmake_path(GET package PARENT_PATH folder)
            file(COPY /usr/${package} DESTINATION ${packages}/${folder})
        endif()
    endforeach()
    set(xsimd_DIR ${packages}/lib/${native}/cmake/xsimd)
endif()
set(CMAKE_FIND_ROOT_PATH ${packages} /usr/x86_64-w64-mingw32)
set(ZLIB_USE_STATIC_LIBS ON)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# Runs what was built, where Wine is installed.
if(EXISTS /usr/lib/wine/wine64)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/under_wine)
endif()
