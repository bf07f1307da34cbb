# Fails if PROGRAM does not print the file EXPECTED.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXPECTED} expected)
if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "Kernels need other operations than ${EXPECTED} says. If that is meant, "
                        "write it anew: ${PROGRAM} > ${EXPECTED}")
endif()
