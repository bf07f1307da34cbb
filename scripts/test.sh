#!/usr/bin/env bash
# Tests lanecast on a fresh Debian 12: installs missing packages, builds everything with the release
# preset, and runs the tests.
#
#     scripts/test.sh [OPTION OF ctest...]
#
#     scripts/test.sh --tests-regex scene --verbose
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_packages build library tools python tests bench

cd "$root"
cmake --preset release
cmake --build --preset release
ctest --preset release --parallel "$(nproc)" "$@"
