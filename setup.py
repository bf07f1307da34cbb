"""Builds the wheel of the Python module lanecast: CMake compiles the extension, for every
instruction set of this CPU's architecture.

    pip install --no-build-isolation .

LANECAST_CMAKE_BUILD names a folder in which CMake has configured lanecast already, with
LANECAST_BUILD_PYTHON=ON; its objects are used then. CMAKE_ARGS adds options of CMake.
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


class CMakeBuild(build_ext):
    """Builds the one extension of the package with CMake."""

    def build_extension(self, ext: Extension) -> None:
        folder = os.environ.get("LANECAST_CMAKE_BUILD")
        if folder is None:
            folder = str(Path(self.build_temp).resolve() / "cmake")
            options = {
                "CMAKE_BUILD_TYPE": "Release",
                "LANECAST_BUILD_PYTHON": "ON",
                "Python_EXECUTABLE": sys.executable,
                **dict.fromkeys(
                    (
                        "LANECAST_BUILD_TESTS",
                        "LANECAST_BUILD_TOOLS",
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
        subprocess.run(["cmake", "--build", folder, "--target", "_lanecast", "-j"], check=True)
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(Path(folder) / "python" / "lanecast" / target.name, target)


SCRATCH = ROOT / "build" / "wheel"
SCRATCH.mkdir(parents=True, exist_ok=True)

setup(
    name="lanecast",
    version=re.search(
        r'version = "([0-9.]+)"', (ROOT / "include/lanecast/version.hpp").read_text()
    ).group(1),
    description="Geometric queries in bulk, over SIMD lanes",
    license="MIT",
    python_requires=">=3.9",
    install_requires=["numpy>=1.23,<2"],
    extras_require={"origins": ["cbor2"], "dask": ["dask[array,distributed]"]},
    packages=["lanecast"],
    package_dir={"": "python"},
    package_data={"lanecast": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("lanecast._lanecast", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
    options={"build": {"build_base": str(SCRATCH)}, "egg_info": {"egg_base": str(SCRATCH)}},
    zip_safe=False,
)
