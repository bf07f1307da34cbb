# Shows that a checker fails, and for the right reason.
#
#     cmake -D MESSAGE=<regular expression> -P expect_failure.cmake -- <command>...
cmake_minimum_required(VERSION 3.25)

set(command "")
foreach(i RANGE ${CMAKE_ARGC})
    if(DEFINED separator)
        list(APPEND command "${CMAKE_ARGV${i}}")
    elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
        set(separator ${i})
    endif()
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE result
                OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "the command succeeded:\n${output}")
endif()
if(NOT output MATCHES "${MESSAGE}")
    message(FATAL_ERROR "the command failed without saying '${MESSAGE}':\n${output}")
endif()
