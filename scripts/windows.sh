#!/usr/bin/env bash
# Cross-compiles for Windows by clang++ and tests the result under Wine.
#
#     scripts/windows.sh          the library and the tests of bits
#     scripts/windows.sh --all    everything, and the program's answers beside those of this system
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_packages build library tools tests windows
cd "$root"
cmake --preset mingw
if [[ ${1-} != --all ]]; then
    cmake --build --preset mingw --target same_bits
    ctest --preset mingw --parallel "$(nproc)" --label-regex same_bits
    exit
fi
cmake --build --preset mingw
ctest --preset mingw --parallel "$(nproc)"

# The same questions to the programs of both systems: the same bytes, also of saved worlds.
cmake --preset release
cmake --build --preset release --target lanecast_program
folder=$(mktemp --directory)
trap 'rm --recursive --force "$folder"' EXIT
for system in linux windows; do
    lanecast=("$root/build/release/tools/lanecast")
    if [[ $system == windows ]]; then
        lanecast=("$root/cmake/under_wine" "$root/build/mingw/tools/lanecast.exe")
    fi
    mkdir "$folder/$system"
    cd "$folder/$system"
    for queries in rays sweeps points; do
        "$root/scripts/make_queries" $queries --box=-20,-20,0,20,20,10 $queries.csv -n 20000
    done
    "${lanecast[@]}" build --demo --out demo.lanecast
    "${lanecast[@]}" cast demo.lanecast --rays rays.csv --quiet --out 'Geländestrahlen.csv'
    "${lanecast[@]}" sweep demo.lanecast --spheres - --quiet --out impacts.npy <sweeps.csv
    "${lanecast[@]}" closest --demo --points points.csv --format npy --quiet --out - >nearest.npy
    "${lanecast[@]}" simulate --demo --particles 2000 --quiet --out particles.npy >steps.csv
    cd "$root"
done
diff --recursive --brief "$folder/linux" "$folder/windows"
echo "The answers of both programs, and their saved worlds, are the same, byte for byte."

cmake/under_wine build/mingw/tools/lanecast.exe bench --quick --json build/mingw/bench.json \
    --report build/mingw/bench.html
