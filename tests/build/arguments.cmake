# Sets `arguments` to the command-line arguments of a script after `--`.
set(arguments "")
foreach(i RANGE ${CMAKE_ARGC})
    if(DEFINED separator)
        list(APPEND arguments "${CMAKE_ARGV${i}}")
    elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
        set(separator ${i})
    endif()
endforeach()
