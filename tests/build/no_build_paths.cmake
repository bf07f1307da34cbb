# Fails if a file contains a path of the machine that built it.
#
#     cmake "-DPATHS=<path>..." -P no_build_paths.cmake -- <file>...
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/arguments.cmake)

foreach(path IN LISTS PATHS)
    string(REGEX REPLACE "([][+.*()^$?|\\\\])" "\\\\\\1" pattern "${path}")
    foreach(file IN LISTS arguments)
        file(STRINGS ${file} found REGEX "${pattern}" LIMIT_COUNT 5)
        if(found)
            message(FATAL_ERROR "${file} contains ${path}: ${found}")
        endif()
    endforeach()
endforeach()
