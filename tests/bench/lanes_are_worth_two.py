"""Checks that kernels of wide lanes are at least twice as fast as the same kernels on one lane.

A ratio within one run, and a generous one: measured are 4 and more. Exit code 77: no wide lanes.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

wide = {"avx2", "avx512"}
kernels = {"ray_box", "sweep_box", "closest_box"}

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "rows.json")
    subprocess.run(
        [sys.argv[1], "--kernel", "box", "--resident", "4096", "--memory", "0", "--json", path],
        check=True, stdout=subprocess.DEVNULL)
    rows = json.loads(path.read_text())["rows"]

rows = [row for row in rows if row["kernel"] in kernels and row["isa"] in wide]
if not rows:
    sys.exit(77)
for row in rows:
    print(f"{row['kernel']} on {row['isa']}: {row['by_one_lane']:.2f} times one lane")
assert {row["kernel"] for row in rows} == kernels
sys.exit(any(row["by_one_lane"] < 2 for row in rows))
