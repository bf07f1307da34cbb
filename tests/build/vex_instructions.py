#!/usr/bin/env python3
"""Fails if a program has AVX instructions outside the kernels of an ISA that has them.

    vex_instructions.py OBJDUMP PROGRAM

A CPU without AVX stops there. isa_symbols.cmake looks for the causes in the objects; this looks at
the result, after the linker has merged what occurs twice.
"""
import re
import subprocess
import sys

SYMBOL = re.compile(r"^[0-9a-f]+ <(.+)>:$")
# v... are of AVX, but for verr and verw; k... are masks.
VEX = re.compile(r"^\s*[0-9a-f]+:\s+(?:\{e?vex\} )?(v(?!err|erw)[a-z0-9]+|k[a-z]+)\b(.*)$")
EVEX = re.compile(r"%zmm|%[xy]mm(?:1[6-9]|[23][0-9])|%k[0-7]")


def main():
    objdump, program = sys.argv[1:]
    text = subprocess.run([objdump, "--disassemble", "--no-show-raw-insn", program],
                          capture_output=True, text=True, check=True).stdout
    symbol = ""
    in_kernels, faults = 0, {}
    for line in text.splitlines():
        if found := SYMBOL.match(line):
            symbol = found[1]
        elif found := VEX.match(line):
            kernels = re.search(r"8lanecast(4avx2|6avx512)|xsimd_lanecast_(avx2|avx512)", symbol)
            if kernels and ("avx512" in kernels[0] or not EVEX.search(found[2])):
                in_kernels += 1
            else:
                faults.setdefault(symbol, line.strip())
    for name, line in faults.items():
        print(f"{name}: {line}")
    if faults:
        sys.exit(f"{len(faults)} functions have instructions of another ISA")
    if in_kernels == 0:
        sys.exit("there are no AVX instructions at all: is this the program?")
    print(f"{in_kernels} AVX instructions, all in kernels of their ISA")


if __name__ == "__main__":
    main()
