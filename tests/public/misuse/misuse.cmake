# Tests that mistakes with columns do not compile, and that the first error names the remedy.
#
#   include(misuse/misuse.cmake)
#   add_misuse_tests()
#
# registers one test for every branch of misuse.cpp. Each test runs this file as a script.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(add_misuse_tests)
    set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/misuse.cpp")
    set(headers "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/misuse_headers.hpp")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")

    # The headers take most of the compile time, so they are compiled once.
    set(compiled "${CMAKE_CURRENT_BINARY_DIR}/misuse/misuse_headers.hpp.gch")
    configure_file("${headers}" "${CMAKE_CURRENT_BINARY_DIR}/misuse/misuse_headers.hpp" COPYONLY)
    file(GLOB_RECURSE public_headers "${PROJECT_SOURCE_DIR}/include/*.hpp")
    add_custom_command(
      OUTPUT "${compiled}"
      COMMAND ${CMAKE_CXX_COMPILER} ${flags} -std=c++20 "-I${PROJECT_SOURCE_DIR}/include"
              -x c++-header "${headers}" -o "${compiled}"
      DEPENDS "${headers}" ${public_headers}
      VERBATIM)
    add_custom_target(misuse_headers ALL DEPENDS "${compiled}")
    file(STRINGS "${source}" branches REGEX "^#(el)?if defined\\(MISUSE_")
    foreach(branch IN LISTS branches)
      if(NOT branch MATCHES "MISUSE_([a-z_]+)\\) // (.+)$")
        message(FATAL_ERROR "misuse.cpp: no words after // in: ${branch}")
      endif()
      set(name "${CMAKE_MATCH_1}")
      set(words "${CMAKE_MATCH_2}")
      add_test(
        NAME misuse.${name}
        COMMAND
          ${CMAKE_COMMAND} "-DNAME=${name}" "-DWORDS=${words}" "-DSOURCE=${source}"
          "-DINCLUDE=${PROJECT_SOURCE_DIR}/include"
          "-DCOMPILED=${CMAKE_CURRENT_BINARY_DIR}/misuse/misuse_headers.hpp"
          "-DCOMPILER=${CMAKE_CXX_COMPILER}"
          "-DFLAGS=${flags}" -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}")
    endforeach()
  endfunction()
  return()
endif()

execute_process(
  COMMAND ${COMPILER} ${FLAGS} -std=c++20 -fsyntax-only "-I${INCLUDE}" -include "${COMPILED}"
          "-DMISUSE_${NAME}" "${SOURCE}"
  RESULT_VARIABLE result
  ERROR_VARIABLE errors
  OUTPUT_QUIET)

if(NAME STREQUAL "none")
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "the right ways do not compile:\n${errors}")
  endif()
  return()
endif()

if(result EQUAL 0)
  message(FATAL_ERROR "this mistake compiles")
endif()
string(REGEX MATCH "error: [^\n]*" first_error "${errors}")
string(FIND "${first_error}" "${WORDS}" found)
if(found EQUAL -1)
  message(FATAL_ERROR "the first error does not say \"${WORDS}\":\n${errors}")
endif()
