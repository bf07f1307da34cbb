# Configures a parent project of lanecast and checks the commands that compile both. No compiler
# runs.
#
#     cmake -D SOURCE=<parent> -D SCRATCH=<build> -D HAS=<regular expression>
#           [-D HAS_NOT=<regular expression>] [-D PARENT_HAS_NOT=<regular expression>]
#           -P subproject_flags.cmake -- <option of cmake>...
#
# Each command of lanecast must match HAS and not HAS_NOT. The command of the parent must not match
# PARENT_HAS_NOT.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/arguments.cmake)

if(NOT HAS)
    message(FATAL_ERROR "HAS is missing")
endif()

execute_process(COMMAND ${CMAKE_COMMAND} --fresh -S ${SOURCE} -B ${SCRATCH} ${arguments}
                        -D CMAKE_EXPORT_COMPILE_COMMANDS=ON
                COMMAND_ERROR_IS_FATAL ANY)

function(commands_of pattern least)
    file(STRINGS ${SCRATCH}/compile_commands.json commands REGEX "\"command\":.*${pattern}")
    list(LENGTH commands count)
    if(count LESS least)
        message(FATAL_ERROR "only ${count} commands compile ${pattern}")
    endif()
    set(commands "${commands}" PARENT_SCOPE)
endfunction()

commands_of("/src/(isa|host)/" 20)
foreach(command IN LISTS commands)
    if(NOT command MATCHES "${HAS}")
        message(FATAL_ERROR "'${HAS}' is not in: ${command}")
    endif()
    if(DEFINED HAS_NOT AND command MATCHES "${HAS_NOT}")
        message(FATAL_ERROR "'${HAS_NOT}' is in: ${command}")
    endif()
endforeach()

commands_of("/consumer/main.cpp" 1)
if(DEFINED PARENT_HAS_NOT AND commands MATCHES "${PARENT_HAS_NOT}")
    message(FATAL_ERROR "lanecast gave '${PARENT_HAS_NOT}' to its parent: ${commands}")
endif()
