# Compiles each ```cpp block of the documents. A block must be a complete program.
#
#     cmake -D COMPILER=... -D FLAGS=... -D INCLUDE=... -D SCRATCH=... -D DOCUMENTS=...
#           -P code_blocks.cmake
cmake_minimum_required(VERSION 3.25)

separate_arguments(flags NATIVE_COMMAND "${FLAGS}")
file(MAKE_DIRECTORY "${SCRATCH}")
set(count 0)
foreach(document IN LISTS DOCUMENTS)
    file(READ "${document}" rest)
    while(TRUE)
        string(FIND "${rest}" "\n```cpp\n" begin)
        if(begin EQUAL -1)
            break()
        endif()
        math(EXPR begin "${begin} + 8")
        string(SUBSTRING "${rest}" ${begin} -1 rest)
        string(FIND "${rest}" "\n```" end)
        string(SUBSTRING "${rest}" 0 ${end} code)
        set(source "${SCRATCH}/block_${count}.cpp")
        file(WRITE "${source}" "${code}\n")
        execute_process(
            COMMAND ${COMPILER} ${flags} -std=c++20 -Wall -Wextra -fsyntax-only "-I${INCLUDE}"
                    "${source}"
            RESULT_VARIABLE result
            ERROR_VARIABLE errors)
        if(NOT result EQUAL 0 OR errors)
            message(FATAL_ERROR "${document}: a program does not compile:\n${errors}")
        endif()
        math(EXPR count "${count} + 1")
    endwhile()
endforeach()
if(count EQUAL 0)
    message(FATAL_ERROR "no programs found")
endif()
message("${count} programs compiled")
