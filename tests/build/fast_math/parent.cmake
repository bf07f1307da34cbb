# Configures a parent project with -ffast-math in its flags, and checks that each command that
# compiles lanecast has -fno-fast-math after it.
#
#     cmake -D SOURCE=<parent> -D SCRATCH=<build> -P parent.cmake -- <option of cmake>...
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/../arguments.cmake)

execute_process(COMMAND ${CMAKE_COMMAND} --fresh -S ${SOURCE} -B ${SCRATCH} ${arguments}
                        -D CMAKE_EXPORT_COMPILE_COMMANDS=ON
                COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${SCRATCH}/compile_commands.json commands REGEX "\"command\":.*/src/(isa|host)/")
list(LENGTH commands count)
if(count LESS 20)
    message(FATAL_ERROR "only ${count} commands were found")
endif()
foreach(command IN LISTS commands)
    if(NOT command MATCHES " -ffast-math .* -fno-fast-math .* -ffp-contract=off ")
        message(FATAL_ERROR "does not undo -ffast-math: ${command}")
    endif()
endforeach()
message(STATUS "${count} commands undo -ffast-math")
