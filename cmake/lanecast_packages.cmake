# The packages of the program and of the benchmarks. Debian has no libraries of fmt and
# tinyobjloader for Windows, but their headers alone serve as well.

find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

find_package(fmt QUIET)
if(NOT TARGET fmt::fmt)
    find_path(LANECAST_FMT_INCLUDE_DIR fmt/format.h REQUIRED)
    add_library(lanecast_fmt INTERFACE)
    target_include_directories(lanecast_fmt SYSTEM INTERFACE ${LANECAST_FMT_INCLUDE_DIR})
    target_compile_definitions(lanecast_fmt INTERFACE FMT_HEADER_ONLY)
    add_library(fmt::fmt ALIAS lanecast_fmt)
endif()

find_package(tinyobjloader QUIET)
if(NOT TARGET tinyobjloader::tinyobjloader)
    find_path(LANECAST_TINYOBJ_INCLUDE_DIR tiny_obj_loader.h REQUIRED)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/tiny_obj_loader.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT
         "#define TINYOBJLOADER_IMPLEMENTATION\n#include <tiny_obj_loader.h>\n")
    add_library(lanecast_tinyobj STATIC ${source})
    target_compile_features(lanecast_tinyobj PRIVATE cxx_std_20)
    target_include_directories(lanecast_tinyobj SYSTEM PUBLIC ${LANECAST_TINYOBJ_INCLUDE_DIR})
    add_library(tinyobjloader::tinyobjloader ALIAS lanecast_tinyobj)
endif()
