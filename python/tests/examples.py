"""The examples run, print what they should, and draw.

Needs python3-matplotlib.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "python"
PRINTED = {
    "depth_image": r"0\.39 of the pixels see the torus, depth 7\.75",
    "lidar_in_a_level": r"\d{6} points, highest [34]\.\d m",
    "clearance": r"tightest: 0\.37 m from id 8",
    "bouncing": r"lowest \d\.\d\d, all inside: True",
    "which_overlap": r"\d{4} pairs; sphere 7 overlaps the boxes \[.*\]",
    "shadows": r"4230000 rays; from 0\.0 to 11\.8 hours of sun",
}


def test_all_examples_are_known():
    assert {path.stem for path in FOLDER.glob("*.py")} == PRINTED.keys()


@pytest.mark.parametrize("name", PRINTED)
def test_an_example(name, tmp_path):
    picture = tmp_path / "picture.png"
    less = ["20000"] if name == "bouncing" else []
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{name}.py"), str(picture), *less],
        env={**os.environ, "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert re.match(PRINTED[name], done.stdout), done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
