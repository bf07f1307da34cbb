"""Calls of the program lanecast."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Sequence, Union

from ._scene import Scene


def run_program(arguments: Sequence[str]) -> None:
    """Runs the program.

    Raises
    ------
    RuntimeError
        If there is no program, or it fails, with its message.
    """
    program = os.environ.get("LANECAST_PROGRAM") or shutil.which("lanecast")
    if program is None:
        raise RuntimeError(
            "the program lanecast is needed, in PATH or by its path in the environment variable "
            "LANECAST_PROGRAM"
        )
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
    except OSError as error:
        raise RuntimeError(f"{program}: {error.strerror}") from None
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"{program} failed")


def scene_of_file(path: Union[str, "os.PathLike[str]"]) -> Scene:
    """Reads a saved scene, or another file that the program builds a scene of."""
    name = os.fspath(path)
    if not os.path.exists(name):
        raise FileNotFoundError(f"{name}: No such file or directory")
    if name.endswith(".lanecast"):
        return Scene.load(name)
    with tempfile.TemporaryDirectory() as folder:
        built = str(Path(folder) / "world.lanecast")
        run_program(["build", name, "--out", built, "--build", "fast", "--quiet"])
        return Scene.load(built)
