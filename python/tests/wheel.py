"""Installs the package as users do, without a network: from the folder of the project, as a wheel,
as a wheel of the sdist, and editable. The extension and the program come from a build that exists.

    wheel.py BUILD
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv[1])
OFFLINE = ("--no-index", "--no-build-isolation", "--quiet")
USE = """
import lanecast
scene = lanecast.Scene()
scene.add_spheres([0, 0, 0], 1)
assert scene.cast([0, 0, 3], [0, 0, -1]).t == 2
open("w.obj", "w").write("v -9 -9 0\\nv 9 -9 0\\nv 0 9 0\\nf 1 2 3\\n")
assert lanecast.load("w.obj", scale=2).cast([0, 0, 3], [0, 0, -1]).t == 3
lanecast.show(scene, size=(32, 32))
print(lanecast.__file__, lanecast.__version__)
"""


def run(*command, **options):
    environment = {**os.environ, "LANECAST_CMAKE_BUILD": str(BUILD)}
    for name in ("PYTHONPATH", "LANECAST_PROGRAM"):  # those of the build
        environment.pop(name, None)
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    environment["PIP_ROOT_USER_ACTION"] = "ignore"
    result = subprocess.run(
        [str(word) for word in command], env=environment, capture_output=True, text=True, **options
    )
    if result.returncode != 0:
        sys.exit(f"{command}: {result.stdout}{result.stderr}")
    return result.stdout


def sources(root):
    """The files under a folder from which the package is compiled."""
    folders = ("cmake", "include", "src", "tools", "python")
    return {
        path.relative_to(root)
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".so") and path.parent.name != "bin"
    }


def wheel(folder, source):
    run(sys.executable, "-m", "pip", "wheel", *OFFLINE, "--no-deps", "-w", folder, source)
    (built,) = folder.glob("lanecast-*.whl")
    assert "cp3" in built.name, "the wheel must be for this CPython"
    return built


def sdist(folder):
    """Builds the sdist, and checks that CMake can configure what is in it."""
    # The first sdist lacked all sources, so that nothing could be built from it.
    run(
        sys.executable,
        "-c",
        f"from setuptools.build_meta import build_sdist; build_sdist({str(folder)!r})",
        cwd=ROOT,
    )
    (archive,) = folder.glob("lanecast-*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder)
    unpacked = folder / archive.name.removesuffix(".tar.gz")
    missing = sources(ROOT) - sources(unpacked)
    assert not missing, f"the sdist lacks {sorted(map(str, missing))[:5]}"
    options = ("LANECAST_BUILD_PYTHON=ON", "LANECAST_BENCH_COMMAND=OFF", "LANECAST_BUILD_TESTS=OFF")
    off = ("LANECAST_BUILD_BENCHMARKS=OFF", "LANECAST_BUILD_EXAMPLES=OFF")
    definitions = (f"-D{option}" for option in (*options, *off))
    run("cmake", "-S", unpacked, "-B", folder / "build", *definitions)
    return archive


def use(folder, python):
    where = run(python, "-c", USE, cwd=folder)
    print(where, end="")
    return where


with tempfile.TemporaryDirectory() as temporary:
    scratch = Path(temporary)
    for name in ("project", "wheel", "sdist"):
        folder = scratch / name
        folder.mkdir()
        place = folder / "environment"
        venv.create(place, system_site_packages=True, with_pip=True)
        python = place / "bin" / "python"
        source = ROOT if name == "project" else wheel(folder, ROOT) if name == "wheel" else None
        if source is None:
            (folder / "wheels").mkdir()
            source = wheel(folder / "wheels", sdist(folder))
        run(python, "-m", "pip", "install", *OFFLINE, source)
        assert use(folder, python).startswith(str(place))
        assert "cast" in run(place / "bin" / "lanecast", "--help")

    # A copy, because an editable installation writes into the project.
    folder = scratch / "editable"
    ignored = shutil.ignore_patterns("build", ".git", "results", "docs")
    shutil.copytree(ROOT, folder / "project", ignore=ignored)
    place = folder / "environment"
    venv.create(place, system_site_packages=True, with_pip=True)
    python = place / "bin" / "python"
    run(python, "-m", "pip", "install", *OFFLINE, "-e", folder / "project")
    assert use(folder, python).startswith(str(folder / "project"))
