#!/usr/bin/env bash
# Tries the Python module on a fresh Debian 12: installs missing packages, builds the module and the
# program that draws, runs the tour of docs/python/tour.md, and draws its picture.
#
#     scripts/python.sh
#
# The build has the kernels of the widest instruction set of this CPU, or of others that
# LANECAST_ISAS in the environment names, such as all.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_packages build library tools python

isas=${LANECAST_ISAS:-"$(widest_isa)"}
build=$root/build/python
cmake -S "$root" -B "$build" -G Ninja -D CMAKE_BUILD_TYPE=Release -D LANECAST_ISAS="$isas" \
    -D LANECAST_BUILD_PYTHON=ON -D Python_EXECUTABLE=/usr/bin/python3 \
    -D LANECAST_BENCH_COMMAND=OFF -D LANECAST_BUILD_TESTS=OFF -D LANECAST_BUILD_BENCHMARKS=OFF \
    -D LANECAST_BUILD_EXAMPLES=OFF
cmake --build "$build"

export PYTHONPATH=$build/python LANECAST_PROGRAM=$build/tools/lanecast
echo
/usr/bin/python3 "$root/scripts/run_page" "$root/docs/python/tour.md" "$build/tour.png"
echo
echo "The picture lies at $build/tour.png. To use the module from this build:"
echo "    export PYTHONPATH=$PYTHONPATH LANECAST_PROGRAM=$LANECAST_PROGRAM"
