# Installs a build of lanecast, moves it, and builds and runs a program with the flags of pkg-config
# alone.
#
#     cmake -D BUILD=... -D SCRATCH=... -D SOURCE=<main.cpp> -D PKG_CONFIG=... -D VERSION=...
#           -P pkg_config.cmake -- <compiler> <option>...
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/arguments.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

install_lanecast(prefix)
file(GLOB_RECURSE file ${prefix}/lanecast.pc)
cmake_path(GET file PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})

function(ask variable)
    execute_process(COMMAND ${PKG_CONFIG} ${ARGN} lanecast OUTPUT_VARIABLE answer
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(answer UNIX_COMMAND "${answer}")
    set(${variable} ${answer} PARENT_SCOPE)
endfunction()

ask(version --modversion)
if(NOT version STREQUAL VERSION)
    message(FATAL_ERROR "lanecast.pc has version ${version}, not ${VERSION}")
endif()
ask(cflags --cflags)
ask(libs --libs)
run(${arguments} -std=c++20 ${cflags} ${SOURCE} ${libs} -o ${SCRATCH}/program)
set(ENV{LD_LIBRARY_PATH} ${folder}/..) # has the library if it is shared
run(${SCRATCH}/program)
