# Functions for the other scripts, which source this file: install missing packages of
# scripts/dependencies.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# packages_of SECTION...: prints the packages of the sections, one per line.
packages_of() {
    local line current=""
    while IFS= read -r line; do
        line=${line%%#*}
        line=${line//[[:space:]]/}
        if [[ $line == \[*\] ]]; then
            current=${line:1:-1}
        elif [[ -n $line && " $* " == *" $current "* ]]; then
            echo "$line"
        fi
    done <"$root/scripts/dependencies"
}

# widest_isa: prints the widest instruction set of lanecast that this CPU has.
widest_isa() {
    local flags
    if [[ $(uname -m) == aarch64 ]]; then
        echo neon64
        return
    fi
    flags=" $(grep --max-count=1 '^flags' /proc/cpuinfo | cut -d: -f2) "
    if [[ $flags == *" avx512f "* && $flags == *" avx512cd "* && $flags == *" avx512dq "* &&
        $flags == *" avx512bw "* && $flags == *" avx512vl "* ]]; then
        echo avx512
    elif [[ $flags == *" avx2 "* && $flags == *" fma "* ]]; then
        echo avx2
    elif [[ $flags == *" sse4_2 "* && $flags == *" popcnt "* ]]; then
        echo sse4_2
    else
        echo plain
    fi
}

# is_installed PACKAGE: succeeds if the package is installed.
is_installed() {
    local status
    status=$(dpkg-query --show --showformat='${db:Status-Status} ' "$1" 2>/dev/null) || return 1
    [[ " $status" == *" installed "* ]]
}

# install_packages SECTION...: installs missing packages and prints their names. Prints nothing if
# none is missing.
install_packages() {
    local package missing=()
    while IFS= read -r package; do
        is_installed "$package" || missing+=("$package")
    done < <(packages_of "$@")
    ((${#missing[@]} > 0)) || return 0

    echo "Installing from Debian's packages: ${missing[*]}"
    local as_root=(env DEBIAN_FRONTEND=noninteractive)
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            echo "This needs root or sudo." >&2
            return 1
        fi
        as_root=(sudo "${as_root[@]}")
    fi
    "${as_root[@]}" apt-get update --quiet --quiet
    "${as_root[@]}" apt-get install --yes --quiet --quiet --no-install-recommends "${missing[@]}"
}
