# Configures a project for each CMake snippet of README.md, and builds the one that finds an
# installed lanecast. Checks that README.md names the packages that the library and the program
# need.
#
#     cmake -D BUILD=<build of lanecast> -D ROOT=<source directory> -D SCRATCH=<directory>
#           -P readme_snippets.cmake -- <cmake options>
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/arguments.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

file(READ ${ROOT}/README.md text)

file(STRINGS ${ROOT}/scripts/dependencies lines REGEX "^(\\[|[a-z])")
foreach(line IN LISTS lines)
    if(line MATCHES "^\\[(.*)\\]")
        set(section ${CMAKE_MATCH_1})
    elseif(section MATCHES "^(library|tools)$")
        string(REGEX MATCH "^[^ ]+" package "${line}")
        string(FIND "${text}" "`${package}`" place)
        if(place EQUAL -1)
            message(FATAL_ERROR "README.md does not name ${package}, see scripts/dependencies")
        endif()
    endif()
endforeach()

string(REPLACE ";" "\\;" text "${text}")
string(REGEX MATCHALL "```cmake\n[^`]*```" snippets "${text}")
list(LENGTH snippets count)
if(NOT count EQUAL 3)
    message(FATAL_ERROR "README.md has ${count} CMake snippets, not three")
endif()

install_lanecast(prefix)
foreach(snippet IN LISTS snippets)
    string(REGEX REPLACE "^```cmake\n|```$" "" snippet "${snippet}")
    string(REGEX MATCH "^[a-z_]+" way "${snippet}") # find_package, add_subdirectory, include
    set(project ${SCRATCH}/${way})
    file(MAKE_DIRECTORY ${project}/external)
    file(CREATE_LINK ${ROOT} ${project}/external/lanecast SYMBOLIC)
    file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/consumer/main.cpp ${project}/main.cpp)
    file(WRITE ${project}/CMakeLists.txt
         "cmake_minimum_required(VERSION 3.25)\nproject(game LANGUAGES CXX)\n"
         "add_executable(game main.cpp)\n${snippet}")
    set(more)
    if(way STREQUAL "find_package")
        set(more -D CMAKE_PREFIX_PATH=${prefix})
    elseif(way STREQUAL "include") # FetchContent
        file(REMOVE ${project}/external/lanecast)
        set(more -D FETCHCONTENT_SOURCE_DIR_LANECAST=${ROOT})
    endif()
    run(${CMAKE_COMMAND} -S ${project} -B ${project}/build ${arguments} ${more})
    if(way STREQUAL "find_package")
        run(${CMAKE_COMMAND} --build ${project}/build)
        run(${project}/build/game)
    endif()
endforeach()
