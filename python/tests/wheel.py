"""Installs the package as users do, without a network: from the folder of the project, and as a
wheel. The extension comes from a build that exists.

    wheel.py BUILD
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OFFLINE = ("--no-index", "--no-build-isolation", "--quiet")
USE = """
import lanecast
scene = lanecast.Scene()
scene.add_spheres([0, 0, 0], 1)
assert scene.cast([0, 0, 3], [0, 0, -1]).t == 2
print(lanecast.__file__, lanecast.__version__)
"""


def run(*command, **options):
    environment = {**os.environ, "LANECAST_CMAKE_BUILD": sys.argv[1]}
    del environment["PYTHONPATH"]  # which has the module of the build
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    environment["PIP_ROOT_USER_ACTION"] = "ignore"
    result = subprocess.run(
        [str(word) for word in command], env=environment, capture_output=True, text=True, **options
    )
    if result.returncode != 0:
        sys.exit(f"{command}: {result.stdout}{result.stderr}")
    return result.stdout


with tempfile.TemporaryDirectory() as folder:
    for name in ("project", "wheel"):
        place = Path(folder) / name
        venv.create(place, system_site_packages=True, with_pip=True)
        python = place / "bin" / "python"
        source = ROOT
        if name == "wheel":
            run(python, "-m", "pip", "wheel", *OFFLINE, "--no-deps", "-w", folder, ROOT)
            (source,) = Path(folder).glob("lanecast-*.whl")
            assert "cp3" in source.name, "the wheel must be for this CPython"
        run(python, "-m", "pip", "install", *OFFLINE, source)
        where = run(python, "-c", USE, cwd=folder)
        print(where, end="")
        assert where.startswith(str(place)), where
