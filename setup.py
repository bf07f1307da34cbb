"""Builds the wheel of the Python module lanecast: CMake compiles the extension, for every
instruction set of this CPU's architecture, and the program `lanecast`.

    pip install --no-build-isolation .
    python3 -m build --no-isolation

LANECAST_CMAKE_BUILD names a folder in which CMake has configured lanecast already, with
LANECAST_BUILD_PYTHON=ON; its objects are used then. CMAKE_ARGS adds options of CMake;
-DLANECAST_BUILD_TOOLS=OFF leaves the program out.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


def has_program(folder: str) -> bool:
    """Returns whether a build of CMake has the program."""
    cache = (Path(folder) / "CMakeCache.txt").read_text()
    return re.search(r"^LANECAST_BUILD_TOOLS:BOOL=(ON|TRUE|1)$", cache, re.M) is not None


class CMakeBuild(build_ext):
    """Builds the one extension of the package with CMake, and the program beside it."""

    def build_extension(self, ext: Extension) -> None:
        folder = os.environ.get("LANECAST_CMAKE_BUILD")
        if folder is None:
            folder = str(Path(self.build_temp).resolve() / "cmake")
            options = {
                "CMAKE_BUILD_TYPE": "Release",
                "LANECAST_BUILD_PYTHON": "ON",
                "LANECAST_BUILD_TOOLS": "ON",
                "Python_EXECUTABLE": sys.executable,
                **dict.fromkeys(
                    (
                        "LANECAST_BUILD_TESTS",
                        "LANECAST_BUILD_BENCHMARKS",
                        "LANECAST_BUILD_EXAMPLES",
                        "LANECAST_BENCH_COMMAND",
                    ),
                    "OFF",
                ),
            }
            generator = ["-G", "Ninja"] if shutil.which("ninja") else []
            subprocess.run(
                [
                    "cmake",
                    *("-S", str(ROOT), "-B", folder),
                    *generator,
                    *(f"-D{name}={value}" for name, value in options.items()),
                    *shlex.split(os.environ.get("CMAKE_ARGS", "")),
                ],
                check=True,
            )
        targets = ["_lanecast", *(["lanecast_program"] if has_program(folder) else [])]
        subprocess.run(["cmake", "--build", folder, "--target", *targets, "-j"], check=True)
        extension = Path(self.get_ext_fullpath(ext.name))
        package = extension.parent
        package.mkdir(parents=True, exist_ok=True)
        shutil.copy2(Path(folder) / "python" / "lanecast" / extension.name, extension)
        if has_program(folder):
            if self.editable_mode:  # setuptools copies the extension there, nothing else
                package = ROOT / "python" / "lanecast"
            (package / "bin").mkdir(exist_ok=True)
            shutil.copy2(Path(folder) / "tools" / "lanecast", package / "bin" / "lanecast")


SCRATCH = ROOT / "build" / "wheel"
SCRATCH.mkdir(parents=True, exist_ok=True)

setup(
    name="lanecast",
    version=re.search(
        r'version = "([0-9.]+)"', (ROOT / "include/lanecast/version.hpp").read_text()
    ).group(1),
    description="Geometric queries in bulk, over SIMD lanes",
    long_description=(ROOT / "README.md").read_text(),
    long_description_content_type="text/markdown",
    license="MIT",
    python_requires=">=3.9",
    install_requires=["numpy>=1.23"],
    extras_require={"origins": ["cbor2"], "dask": ["dask[array,distributed]"]},
    packages=["lanecast"],
    package_dir={"": "python"},
    package_data={"lanecast": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("lanecast._lanecast", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
    options={"build": {"build_base": str(SCRATCH)}, "egg_info": {"egg_base": str(SCRATCH)}},
    entry_points={"console_scripts": ["lanecast = lanecast._program:main"]},
    zip_safe=False,
)
