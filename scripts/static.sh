#!/usr/bin/env bash
# Builds the program as one file without shared libraries, to be copied to other Linux machines of
# this processor family, and tries it in a folder that holds nothing else.
#
#     scripts/static.sh
#
# One thread, because oneTBB cannot be linked statically; without glTF. All instruction sets.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_packages build library tools
build=$root/build/static
cmake -S "$root" -B "$build" -G Ninja -D CMAKE_BUILD_TYPE=Release -D LANECAST_SERIAL=ON \
    -D CMAKE_EXE_LINKER_FLAGS=-static -D PNG_LIBRARY_RELEASE="$(g++ -print-file-name=libpng.a)" \
    -D ZLIB_LIBRARY_RELEASE="$(g++ -print-file-name=libz.a)" \
    -D CMAKE_DISABLE_FIND_PACKAGE_draco=ON -D CMAKE_DISABLE_FIND_PACKAGE_fmt=ON \
    -D CMAKE_DISABLE_FIND_PACKAGE_tinyobjloader=ON \
    -D LANECAST_BUILD_TESTS=OFF -D LANECAST_BUILD_BENCHMARKS=OFF -D LANECAST_BUILD_EXAMPLES=OFF
cmake --build "$build"

folder=$(mktemp --directory)
trap 'rm --recursive --force "$folder"' EXIT
cp "$build/tools/lanecast" "$folder"
mkdir "$folder/tmp"
alone=(env --ignore-environment /usr/sbin/chroot "$folder" /lanecast)
if ((EUID != 0)); then
    alone=(unshare --map-root-user /usr/sbin/chroot "$folder" /lanecast)
fi
"${alone[@]}" info
"${alone[@]}" simulate --demo --particles 1000 --out /tmp/particles.npy
"${alone[@]}" bench --quick --json /tmp/bench.json --report /tmp/bench.html
cp "$folder/tmp/bench.json" "$folder/tmp/bench.html" "$build"
echo "The program lies at $build/tools/lanecast; it made $build/bench.html alone."
