#!/usr/bin/env bash
# Demonstrates lanecast on a fresh Debian 12: installs missing packages, builds the program, casts a
# million rays into the demo world, draws a picture of it, and measures this machine in about a
# minute. The results are a table and a page for the browser.
#
#     scripts/demo.sh [OPTION OF cast...] [-- OPTION OF view...]
#
# Arguments before `--` go to `lanecast cast --demo`, those after it to `lanecast view --demo`:
#
#     scripts/demo.sh --threads 1 -- --threads 1
#
# The build has the kernels of the widest instruction set of this CPU, or of others that
# LANECAST_ISAS in the environment names, such as all.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cast_options=()
while (($# > 0)) && [[ $1 != -- ]]; do
    cast_options+=("$1")
    shift
done
if (($# > 0)); then
    shift
fi
view_options=("$@")

install_packages build library tools

# Kernels are compiled once per instruction set, which takes most of the time.
isas=${LANECAST_ISAS:-"$(widest_isa)"}

build=$root/build/demo
cmake -S "$root" -B "$build" -G Ninja -D CMAKE_BUILD_TYPE=Release -D LANECAST_ISAS="$isas" \
    -D LANECAST_BUILD_TESTS=OFF -D LANECAST_BUILD_BENCHMARKS=OFF -D LANECAST_BUILD_EXAMPLES=OFF
cmake --build "$build"

lanecast=$build/tools/lanecast
picture=$build/demo.png
echo
"$lanecast" cast --demo "${cast_options[@]}"
echo
"$lanecast" view --demo --out "$picture" "${view_options[@]}"
echo
"$lanecast" bench --quick --json "$build/bench.json" --report "$build/bench.html"
echo
echo "The picture lies at $picture, the page of figures at $build/bench.html"
