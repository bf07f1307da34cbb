# Installs a build of lanecast, moves it, builds a project that finds it with find_package, and runs
# the tests of the project. The installed program must start, too, if it was built.
#
#     cmake -D BUILD=... -D SCRATCH=... -D SOURCE=<the project> -P install_and_consume.cmake
#           -- <cmake options>
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/arguments.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

install_lanecast(prefix)
if(NOT EXISTS ${prefix}/share/doc/lanecast/LICENSE)
    message(FATAL_ERROR "the licence is not installed")
endif()
if(EXISTS ${prefix}/bin/lanecast)
    run(${prefix}/bin/lanecast version)
endif()
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${SCRATCH}/build ${arguments} -D CMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${CMAKE_CTEST_COMMAND} --test-dir ${SCRATCH}/build --output-on-failure
    --exclude-regex particles_in_a_level) # takes ten seconds
