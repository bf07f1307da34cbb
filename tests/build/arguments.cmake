# Sets `arguments` to what stands behind `--` on the command line of a script.
set(arguments "")
foreach(i RANGE ${CMAKE_ARGC})
    if(DEFINED separator)
        list(APPEND arguments "${CMAKE_ARGV${i}}")
    elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
        set(separator ${i})
    endif()
endforeach()
