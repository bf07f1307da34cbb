# Functions of the tests of an installed lanecast.

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Installs the build BUILD into the empty directory SCRATCH, and moves it there: nothing installed
# may name the place where it was installed first. Sets `variable` to the new prefix.
function(install_lanecast variable)
    file(REMOVE_RECURSE ${SCRATCH})
    run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/first)
    file(RENAME ${SCRATCH}/first ${SCRATCH}/prefix)
    set(${variable} ${SCRATCH}/prefix PARENT_SCOPE)
endfunction()
