# Runs a command and checks that it fails with the expected message.
#
#     cmake -D MESSAGE=<regular expression> -P expect_failure.cmake -- <command>...
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/arguments.cmake)

execute_process(COMMAND ${arguments} RESULT_VARIABLE result
                OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "the command succeeded:\n${output}")
endif()
if(NOT output MATCHES "${MESSAGE}")
    message(FATAL_ERROR "the command failed without saying '${MESSAGE}':\n${output}")
endif()
