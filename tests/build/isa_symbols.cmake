# Fails if the objects of one ISA share a symbol with the rest of the program.
#
#     cmake -D NM=... -D ISA=avx2 -D OBJECTS=file [-D OUTSIDE=file] -P isa_symbols.cmake
#
# OBJECTS and OUTSIDE are files with one object path per line: the objects of the ISA, and the
# objects of the host code.
#
# The linker keeps one copy of an inline function, the first that it finds. If that copy was
# compiled for AVX-512, code for the baseline CPU calls it and crashes there. So every symbol that
# the objects of an ISA define must be in a namespace of that ISA, and they may call only plain C
# functions.
cmake_minimum_required(VERSION 3.25)

# Functions that compilers call implicitly, the last before large stack frames on Windows. A square
# root must be an instruction.
set(allowed_calls memcpy memmove memset memcmp __popcountdi2 _GLOBAL_OFFSET_TABLE_
    ___chkstk_ms)

# <length><name>: the name mangling of the C++ ABI.
string(LENGTH "${ISA}" length)
set(isa_name "${length}${ISA}")
string(LENGTH "xsimd_lanecast_${ISA}" length)
# Functions, variables, virtual tables, guards and static variables of functions, const or not.
set(own "^_Z(TV|TI|TS|TT|GV|GR|Z)*N[VKRO]*(8lanecast${isa_name}|${length}xsimd_lanecast_${ISA})")
set(entry "_ZN8lanecast${isa_name}12kernel_tableE")

set(faults 0)
function(fault text)
    message(NOTICE "${ISA}: ${text}")
    math(EXPR count "${faults} + 1")
    set(faults ${count} PARENT_SCOPE)
endfunction()

# Returns a list of "<name> <type>" with one element per symbol of an object.
function(read_symbols object result)
    execute_process(COMMAND ${NM} --format=posix ${object}
                    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" lines "${text}")
    list(TRANSFORM lines REPLACE "^([^ ]+ [^ ]).*" "\\1")
    set(${result} "${lines}" PARENT_SCOPE)
endfunction()

file(STRINGS ${OBJECTS} objects)
if(NOT objects)
    fault("there are no objects to look at")
endif()
set(tables 0)
foreach(object IN LISTS objects)
    get_filename_component(file ${object} NAME)
    read_symbols(${object} symbols)
    foreach(symbol IN LISTS symbols)
        string(REGEX MATCH "^(.+) (.)$" symbol "${symbol}")
        set(name ${CMAKE_MATCH_1})
        set(type ${CMAKE_MATCH_2})
        if(type MATCHES "[Uwv]")
            if(NOT name IN_LIST allowed_calls AND NOT name MATCHES "${own}")
                fault("${file} calls ${name}, which is not of this ISA")
            endif()
        elseif(name MATCHES "^_GLOBAL__")
            fault("${file} runs code before main, on any CPU: ${name}")
        elseif(type MATCHES "[A-Zui]" AND NOT type STREQUAL "N" AND NOT name MATCHES "${own}")
            fault("${file} defines ${name}, which is not in a namespace of this ISA")
        elseif(name STREQUAL entry AND type MATCHES "[DR]")
            math(EXPR tables "${tables} + 1")
        endif()
    endforeach()
endforeach()

if(OUTSIDE)
    if(NOT tables EQUAL 1)
        fault("${tables} objects define kernel_table, not one")
    endif()
    file(STRINGS ${OUTSIDE} objects)
    foreach(object IN LISTS objects)
        get_filename_component(file ${object} NAME)
        read_symbols(${object} symbols)
        foreach(symbol IN LISTS symbols)
            if(symbol MATCHES "8lanecast${isa_name}" AND NOT symbol MATCHES "^${entry} ")
                fault("${file} reaches past kernel_table: ${symbol}")
            endif()
        endforeach()
    endforeach()
endif()

if(faults GREATER 0)
    message(FATAL_ERROR "${faults} symbols of ${ISA} are not its own")
endif()
