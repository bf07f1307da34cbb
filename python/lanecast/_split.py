"""Cuts worlds by space into bricks; see _bricks.py."""

from __future__ import annotations

import json
import operator
import os
import shutil
import uuid
from pathlib import Path
from typing import Any, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from ._arrays import Arrays, Numbers, Words
from ._bricks import TABLE, Brick, Ints, World, save_table
from ._contents import add_shapes, points_of
from ._lanecast import Kind
from ._program import scene_of_file
from ._scene import Scene
from ._shapes import Shapes

File = Union[str, "os.PathLike[str]"]
Mesh = tuple[Numbers, Numbers]
"""vertices (V, 3), faces (F, 3)"""

_UNBOUNDED = (Kind.plane, Kind.line)
_SOME = 1_000_000  # shapes whose corners are read at a time


def parts_by_space(centers: npt.NDArray[Any], parts: int) -> list[Ints]:
    """Cuts points into `parts` sets of about the same size, at medians of the longest axis.

    Returns
    -------
    list of (n,) int64
        Indices of the points of each set, ascending.
    """

    def cut(indices: Ints, parts: int) -> list[Ints]:
        if parts == 1:
            return [np.sort(indices)]
        here = centers[indices]
        size = np.subtract(here.max(0), here.min(0), dtype=np.float64) if len(here) else 0
        axis = int(np.argmax(size))
        low = parts // 2
        middle = len(indices) * low // parts
        if middle < len(indices):
            indices = indices[np.argpartition(here[:, axis], middle)]
        return [*cut(indices[:middle], low), *cut(indices[middle:], parts - low)]

    return cut(np.arange(len(centers)), parts)


def _scene_of(source: Any) -> Scene:
    """Returns a scene of what `split` takes."""
    if isinstance(source, Scene):
        return source
    if isinstance(source, (str, os.PathLike)):
        return scene_of_file(source)
    if isinstance(source, Shapes):
        source = [source]
    if not isinstance(source, Iterable):
        name = type(source).__name__
        raise TypeError(f"source is {name}, expected Scene, a path or batches of shapes")
    scene = Scene()
    for number, batch in enumerate(source):
        try:
            if isinstance(batch, Shapes):
                scene.add(batch)
            elif isinstance(batch, (str, os.PathLike)):
                other = scene_of_file(batch)
                if other.origin is not None:
                    raise ValueError(f"{os.fspath(batch)} has an origin: split it alone")
                add_shapes(other, other.ids, scene)
            elif isinstance(batch, (tuple, list)) and len(batch) == 2:
                scene.add_mesh(*batch)
            else:
                name = type(batch).__name__
                raise TypeError(
                    f"is {name}, expected Spheres, Boxes, ..., (vertices, faces) or a path"
                )
        except (TypeError, ValueError) as error:
            raise type(error)(f"batch {number}: {error}") from None
    return scene


def _parts(scene: Scene, ids: Words, kinds: Words, bricks: int) -> list[Words]:
    """Returns the ids of each brick, ascending."""
    is_unbounded = np.isin(kinds, [kind.value for kind in _UNBOUNDED])
    bounded = ids[~is_unbounded]
    centers = [np.zeros((0, 3), np.float32)]
    for first in range(0, len(bounded), _SOME):
        centers.append(points_of(scene, bounded[first : first + _SOME]))
    parts = [bounded[part] for part in parts_by_space(np.concatenate(centers), bricks)]
    return [*parts, ids[is_unbounded]] if is_unbounded.any() else parts


def _save(
    scene: Scene, ids: Words, where: Arrays, bricks: int, folder: Path, key: str
) -> list[object]:
    """Saves all bricks, and describes them."""
    described: list[object] = []
    for number, part in enumerate(_parts(scene, ids, where["kind"], bricks)):
        shapes = Scene()
        words = add_shapes(scene, part, shapes, words=part)
        places = np.searchsorted(ids, part)
        brick = Brick(folder, key, number, {})
        brick.save_scene(shapes)
        brick.save_column("ids", part)
        brick.save_column("batch", where["batch"][places])
        brick.save_column("index", where["index"][places])
        brick.save_column("user", words)
        lo, hi = shapes.bounds
        bounds = {"lo": lo.tolist(), "hi": hi.tolist()}
        described.append({**bounds, "shapes": len(part), "files": brick.files})
    return described


def _key_in(table: Path) -> Optional[str]:
    """Returns the key of a world that may be missing, damaged or old."""
    try:
        return uuid.UUID(json.loads(table.read_bytes())["key"]).hex
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def split(
    source: Union[Scene, File, Shapes, Iterable[Union[Shapes, Mesh, File]]],
    bricks: int,
    folder: File,
) -> World:
    """Cuts a world by space into bricks, and saves them.

    Parameters
    ----------
    source : Scene, path, batch or iterable of batches
        A scene without instances, which must not change meanwhile; a file that the program
        ``lanecast build`` reads (a mesh, a world, or a saved scene); or the batches of a scene:
        ``Spheres``, ``Boxes``, ..., meshes as (vertices (V, 3), faces (F, 3)), and files. Answers
        have the ids, batches and words of the scene. All of it is in memory at a time, but without
        a tree.
    bricks : int
        Number of bricks, of about the same number of shapes. Planes and lines, which have no
        bounds, go to one more, which all rays visit.
    folder : path
        Folder for the bricks, made if it is missing. All workers must have access to it. A world
        that is there is replaced when all is written; its ``World`` raises FileNotFoundError then.

    Returns
    -------
    World
    """
    try:
        bricks = operator.index(bricks)
    except TypeError:
        raise TypeError(f"bricks is {bricks!r}, expected int") from None
    if bricks < 1:
        raise ValueError(f"bricks is {bricks}, must be at least 1")
    if not isinstance(folder, (str, os.PathLike)):
        raise TypeError(f"folder is {type(folder).__name__}, expected a path")
    scene = _scene_of(source)
    ids = scene.ids
    where = scene._where(ids)
    if (where["kind"] == Kind.instance.value).any():
        raise ValueError("source has instances, which bricks cannot have")

    folder = Path(folder)
    key = uuid.uuid4().hex
    (folder / key).mkdir(parents=True)
    try:
        described = _save(scene, ids, where, bricks, folder / key, key)
        world = {"key": key, "origin": scene.origin, "bricks": described}
        save_table(folder / key / TABLE, world)
        before = _key_in(folder / TABLE)
        os.replace(folder / key / TABLE, folder / TABLE)
    except BaseException:
        shutil.rmtree(folder / key)
        raise
    if before is not None:
        shutil.rmtree(folder / before, ignore_errors=True)
    return World(folder)
