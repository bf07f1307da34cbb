"""Calls of the program lanecast."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Literal, Optional, Sequence, Union, get_args

import numpy as np

from . import _lanecast
from ._arguments import _count
from ._arrays import Numbers, _doubles
from ._constants import RoundingWarning
from ._scene import Scene
from .options import Build, Triangulate

_OWN_PROGRAM = Path(__file__).parent / "bin" / "lanecast"
_PREFIX = "lanecast: "


def run_program(arguments: Sequence[str], stacklevel: int = 2) -> None:
    """Runs the program. Its warnings become warnings of Python.

    Parameters
    ----------
    stacklevel : int
        The caller that warnings name, as for ``warnings.warn``; 2: that of this function.

    Raises
    ------
    RuntimeError
        If there is no program, or it fails, with its message.
    """
    program = _find_program()
    try:
        done = subprocess.run([program, *arguments], capture_output=True)
    except OSError as error:
        raise RuntimeError(f"{program}: {error.strerror}") from None
    said = os.fsdecode(done.stderr).splitlines()  # it may name a file
    if done.returncode != 0:
        errors = [line for line in said if not line.startswith(f"{_PREFIX}warning: ")]
        raise RuntimeError("\n".join(errors).strip() or f"{program} failed")
    for line in said:
        if not line.startswith(_PREFIX):
            continue
        message = line.removeprefix(_PREFIX).removeprefix("warning: ")
        is_rounding = "rounding to floats" in message
        if is_rounding:  # the remedy of the program is one of its options
            message = f"{message.rpartition(';')[0]}; origin='auto', or a place near it, helps"
        warnings.warn(message, RoundingWarning if is_rounding else UserWarning, stacklevel)


def _find_program() -> str:
    """Returns the path of the program. A wheel has it in the package.

    Raises
    ------
    RuntimeError
        If there is none.
    """
    program = os.environ.get("LANECAST_PROGRAM")
    if not program and _OWN_PROGRAM.exists():
        program = str(_OWN_PROGRAM)
    program = program or shutil.which("lanecast")
    if not program:
        raise RuntimeError(
            "the program lanecast is needed, in PATH or by its path in the environment variable "
            "LANECAST_PROGRAM; scripts/python.sh builds it, and README.md says how to install it"
        )
    return program


def main() -> None:
    """Becomes the program: the command ``lanecast`` of an installed wheel."""
    if not _OWN_PROGRAM.exists():  # the first one in PATH may be this command
        raise SystemExit("lanecast: this installation does not contain the program")
    os.execv(_OWN_PROGRAM, ["lanecast", *sys.argv[1:]])


def load(
    path: Union[str, os.PathLike[str]],
    *,
    scale: Optional[Numbers] = None,
    triangulate: Optional[Triangulate] = None,
    origin: Union[Literal["auto"], Numbers, None] = None,
    build: Optional[Build] = None,
    threads: int = 0,
) -> Scene:
    """Reads a mesh (.obj, .ply, .stl, .gltf, .glb), a .json world, or a saved scene.

    The program lanecast reads all files except saved scenes. It must be in PATH, or the environment
    variable ``LANECAST_PROGRAM`` has its path. ``docs/worlds.md`` defines the formats.

    >>> scene = lanecast.load("scan.ply", origin="auto")

    Parameters
    ----------
    path : str or path
    scale : float or (3,) of float, optional
        Scales the vertices of a mesh, before the origin is subtracted; [1, 1, -1] mirrors it.
    triangulate : 'ears' or 'fan', optional
        How polygons of a mesh are cut: by the shortest diagonals (the default), or from their first
        corners.
    origin : 'auto' or (3,) of float, optional
        The origin of the scene, see ``Scene``; 'auto' chooses one near the shapes.
    build : 'balanced', 'fast' or 'thorough', optional
        Build quality, see ``Scene.commit``. A saved scene is built anew if it has another one.
    threads : int
        At most so many for the build; 0: as many as there are cores.

    Returns
    -------
    Scene
        The ids of a mesh are in the order of its triangles. The names of its faces, groups and
        materials are not kept.

    Warns
    -----
    RoundingWarning
        If the mesh needs an origin.
    UserWarning
        If the file has parts that the program does not read.

    Raises
    ------
    ValueError
        If the file is damaged or of an unknown format, or an option does not apply to it.
    OSError
        If it cannot be read.
    RuntimeError
        If the program is needed and not found.
    """
    try:
        return _load(path, scale, triangulate, origin, build, threads, stacklevel=3)
    except RuntimeError as error:
        message = str(error)
        if not message.startswith(_PREFIX):  # it is not one of the program
            raise
        raise ValueError(message[len(_PREFIX) :]) from None


def _load(
    path: Union[str, os.PathLike[str]],
    scale: Optional[Numbers],
    triangulate: Optional[Triangulate],
    origin: Union[str, Numbers, None],
    build: Optional[Build],
    threads: int,
    stacklevel: int,
) -> Scene:
    name = os.fspath(path)
    _check_word("triangulate", triangulate, get_args(Triangulate))
    _check_word("build", build, get_args(Build))
    threads = _count("threads", threads)
    if _is_saved(name):
        for option, value in (("scale", scale), ("triangulate", triangulate), ("origin", origin)):
            if value is not None:
                raise ValueError(f"{option} is {value!r}, but {name} is a saved scene")
        scene = Scene.load(name)
        if build is not None:
            scene.commit(build, threads=threads)
        return scene
    # A path that begins with a dash is no option.
    command = ["build", os.path.abspath(name), "--quiet", f"--threads={threads}"]
    if scale is not None:
        command.append(f"--scale={_numbers('scale', scale, (1, 3))}")
    if origin is not None:
        if isinstance(origin, str) and origin != "auto":
            raise ValueError(f"origin is '{origin}', expected 'auto' or 3 finite numbers")
        words = origin if isinstance(origin, str) else _numbers("origin", origin, (3,))
        command.append(f"--origin={words}")
    for option, word in (("triangulate", triangulate), ("build", build)):
        if word is not None:
            command.append(f"--{option}={word}")
    with tempfile.TemporaryDirectory() as folder:
        built = str(Path(folder) / "world.lanecast")
        run_program([*command, "--out", built], stacklevel + 1)
        return Scene.load(built)


def _is_saved(name: str) -> bool:
    """Returns whether a file is a saved scene, or should be one by its name."""
    with open(name, "rb") as file:  # raises an OSError that says why not
        start = file.read(64)
    if name.endswith(".lanecast"):
        return True
    try:
        return _lanecast.saved_size(start) > 0
    except ValueError:
        return False


def _check_word(name: str, word: Optional[str], words: tuple[str, ...]) -> None:
    if word is not None and word not in words:
        expected = ", ".join(f"'{known}'" for known in words)
        raise ValueError(f"{name} is {word!r}, must be one of {expected}")


def _numbers(name: str, value: Union[str, Numbers], counts: tuple[int, ...]) -> str:
    """Returns numbers as the program reads them."""
    array = np.atleast_1d(_doubles(name, value))
    if array.ndim != 1 or len(array) not in counts or not np.isfinite(array).all():
        expected = " or ".join(map(str, counts))
        raise ValueError(f"{name} is {value!r}, expected {expected} finite numbers")
    return ",".join(repr(float(x)) for x in array)


def scene_of_file(path: Union[str, os.PathLike[str]]) -> Scene:
    """Reads a saved scene, or another file that the program builds a scene of."""
    name = os.fspath(path)
    if not os.path.exists(name):
        raise FileNotFoundError(f"{name}: No such file or directory")
    return _load(
        name, None, None, None, None if _is_saved(name) else "fast", threads=0, stacklevel=5
    )
