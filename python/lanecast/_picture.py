"""Pictures of scenes, by the program lanecast."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Optional, Sequence, Union

import numpy as np

from ._answers import Hits
from ._arrays import Numbers, _doubles
from ._program import run_program
from ._scene import Scene


class Picture:
    """A picture in PNG, which notebooks show.

    Attributes
    ----------
    png : bytes
    """

    def __init__(self, png: bytes) -> None:
        self.png = png

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the picture to a file."""
        Path(path).write_bytes(self.png)

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        width, height = (int.from_bytes(self.png[i : i + 4], "big") for i in (16, 20))
        return f"<lanecast.Picture of {width} x {height} pixels>"


def show(
    scene: Scene,
    rays: Optional[Numbers] = None,
    hits: Optional[Hits] = None,
    path: Union[str, os.PathLike[str], None] = None,
    *,
    eye: Optional[Sequence[float]] = None,
    at: Optional[Sequence[float]] = None,
    up: Sequence[float] = (0.0, 0.0, 1.0),
    fov: float = 40.0,
    size: tuple[int, int] = (1280, 720),
    floor: bool = True,
    axes: bool = False,
) -> Picture:
    """Draws a scene, and rays as far as their hits, with the program's renderer.

    Parameters
    ----------
    scene : Scene
    rays : (..., 6), optional
        Origins and directions of rays to draw, up to their hits or out of the scene.
    hits : Hits, optional
        Answers for these rays, with the output t: each ray is drawn up to its t.
    path : str or path, optional
        A file for the picture.
    eye, at : (3,) of float, optional
        Place of the camera, and a point in the middle of the picture; default: all is seen.
    up : (3,) of float
        The direction that points upwards in the picture.
    fov : float
        Degrees between the left and the right edge of the picture, from 1 to 170.
    size : (int, int)
        Width and height in pixels.
    floor, axes : bool
        Whether to draw a floor below the scene, and arrows along x, y and z.

    Returns
    -------
    Picture

    Raises
    ------
    RuntimeError
        If there is no program, or it refuses the view.
    """

    def numbers(values: Sequence[float]) -> str:
        return ",".join(repr(float(x)) for x in values)

    if hits is not None and (rays is None or np.size(rays) != 6 * hits.t.size):
        raise ValueError("hits are not those of the rays")
    with tempfile.TemporaryDirectory() as folder:
        world, picture = Path(folder) / "world.lanecast", Path(folder) / "picture.png"
        scene.save(world)
        command = ["view", str(world), "--out", str(picture)]
        command += ["--size", f"{size[0]}x{size[1]}", "--fov", str(fov), f"--up={numbers(up)}"]
        if eye is not None:
            command.append(f"--from={numbers(eye)}")
        if at is not None:
            command.append(f"--at={numbers(at)}")
        if rays is not None:
            file = Path(folder) / "rays.npy"
            drawn = _doubles("rays", rays).reshape(-1, 6)
            if hits is not None:
                bounds = np.stack([np.minimum(hits.t, 0), hits.t], -1).reshape(-1, 2)
                drawn = np.concatenate([drawn, bounds], 1)
            np.save(file, drawn)
            command += ["--rays", str(file)]
        if not floor:
            command.append("--no-floor")
        if axes:
            command.append("--axes")
        run_program(command, stacklevel=3)
        result = Picture(picture.read_bytes())
    if path is not None:
        result.save(path)
    return result
