#!/usr/bin/env bash
# Runs tests of bits of the release build on emulated CPUs: one without AVX and one without AVX-512.
# Answers must have the same hashes as on this one.
#
#     scripts/old_cpus.sh          golden scenes, saved scenes and lanes
#     scripts/old_cpus.sh --all    every test of bits, in half an hour
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_packages build library tools tests emulator
cd "$root"
tests='^(golden|saved_bytes|lanes|gather|shuffles)_test$'
if [[ ${1-} == --all ]]; then
    tests=.
fi
cmake --preset release
cmake --build --preset release --target same_bits
# Comparisons with the exhaustive traversal and in all orders take long, and bits are the same.
export GTEST_FILTER='-Golden*.AnswersAreTheSame*:ParticlesAtRest.*:*.InAnyOrderAndAlone:Jobs.*'
programs=$(ctest --preset release --label-regex same_bits --tests-regex "$tests" \
    --show-only=json-v1 | python3 -c 'import json, sys
for test in json.load(sys.stdin)["tests"]:
    if len(test["command"]) == 1:
        print(test["command"][0])')
for cpu in Nehalem Haswell; do
    echo "$cpu:"
    # The emulator warns of features that it lacks and lanecast does not use.
    xargs --max-procs="$(nproc)" --replace bash -o pipefail -c \
        "qemu-x86_64 -cpu $cpu {} --gtest_brief=1 |& sed '/TCG doesn.t support/d'" <<<"$programs"
done
