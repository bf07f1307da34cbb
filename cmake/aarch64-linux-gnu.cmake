# Cross-compiling for 64-bit Arm with Debian's g++-aarch64-linux-gnu, on any machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

# xsimd is headers only, so that of the building machine serves. /usr/include must come last: its
# C library is another CPU's.
set(xsimd_DIR /usr/lib/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu/cmake/xsimd)
set(CMAKE_CXX_FLAGS_INIT "-idirafter /usr/include")

# Runs what was built, where qemu-user is installed.
find_program(LANECAST_QEMU_AARCH64 qemu-aarch64)
mark_as_advanced(LANECAST_QEMU_AARCH64)
if(LANECAST_QEMU_AARCH64)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${LANECAST_QEMU_AARCH64} -L /usr/aarch64-linux-gnu)
endif()
