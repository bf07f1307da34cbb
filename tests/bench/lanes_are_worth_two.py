"""Checks that kernels of wide lanes are at least twice as fast as the same kernels on one lane.

A ratio within one run, and a generous one: measured are 11 and more. Exit code 77: no wide lanes.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

KERNELS = ("ray_box", "sweep_box", "closest_box")


def rows_of(program, isa, kernel):
    """The rows of a kernel; none if this CPU or this build lacks the ISA.

    Any other failure of the program is one of the test.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "rows.json")
        subprocess.run([program, "--kernel", kernel, "--isa", isa, "--resident", "4096",
                        "--memory", "0", "--repetitions", "5", "--seconds", "0.005",
                        "--json", path], stdout=subprocess.DEVNULL, check=True)
        return json.loads(path.read_text())["rows"]


def main():
    isa = next((isa for isa in ("avx512", "avx2") if rows_of(sys.argv[1], isa, KERNELS[0])), None)
    if isa is None:
        sys.exit(77)
    worth = {kernel: rows_of(sys.argv[1], isa, kernel)[0]["by_one_lane"] for kernel in KERNELS}
    for kernel, times in worth.items():
        print(f"{kernel} on {isa}: {times:.2f} times one lane")
    sys.exit(min(worth.values()) < 2)


main()
