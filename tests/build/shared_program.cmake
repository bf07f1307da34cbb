# Configures a build with a shared library and checks that the installed program will find it. No
# compiler runs: the script that installs the program names the path.
#
#     cmake -D ROOT=<source directory> -D SCRATCH=<directory> -P shared_program.cmake
#           -- <cmake options>
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/arguments.cmake)

execute_process(COMMAND ${CMAKE_COMMAND} --fresh -S ${ROOT} -B ${SCRATCH} ${arguments}
                        -D BUILD_SHARED_LIBS=ON -D LANECAST_BUILD_TESTS=OFF
                        -D LANECAST_BUILD_BENCHMARKS=OFF -D LANECAST_BUILD_EXAMPLES=OFF
                        -D LANECAST_BENCH_COMMAND=OFF
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${SCRATCH}/tools/cmake_install.cmake script)
string(FIND "${script}" [[NEW_RPATH "\$ORIGIN/../lib]] place)
if(place EQUAL -1)
    message(FATAL_ERROR "the installed program does not look for liblanecast.so in ../lib")
endif()
