"""Cuts worlds by space into bricks; see _bricks.py."""

from __future__ import annotations

import json
import os
import uuid
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._arrays import Floats, Numbers, Words
from ._bricks import Ints, World
from ._constants import NO_ID
from ._scene import Scene
from ._shapes import Lines, Planes, Shapes

Mesh = tuple[Numbers, Numbers]
"""vertices (V, 3), faces (F, 3)"""


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
        axis = int(np.argmax(here.max(0) - here.min(0))) if len(here) else 0
        low = parts // 2
        middle = len(indices) * low // parts
        if middle < len(indices):
            indices = indices[np.argpartition(here[:, axis], middle)]
        return [*cut(indices[:middle], low), *cut(indices[middle:], parts - low)]

    return cut(np.arange(len(centers)), parts)


class _Triangles:
    """The triangles of a mesh."""

    def __init__(self, mesh: Mesh, words: Numbers) -> None:
        self._vertices = _array(mesh[0]).astype(np.float32, copy=False).reshape(-1, 3)
        self._faces = _array(mesh[1])
        # The scene checks the mesh. It is not committed.
        self._count = len(Scene().add_mesh(self._vertices, self._faces, user=words))
        self.words = _words(words, self._count)

    def __len__(self) -> int:
        return self._count

    def centers(self) -> Floats:
        return np.asarray(self._vertices[self._faces].mean(1), np.float32)

    def add_some(self, indices: Ints, ids: Ints, scene: Scene) -> None:
        used, corners = np.unique(self._faces[indices], return_inverse=True)
        scene.add_mesh(self._vertices[used], corners.reshape(-1, 3).astype(np.uint32), user=ids)


class _Batch:
    """The shapes of a batch."""

    _POINTS = ("center", "lo", "hi", "a", "b", "base", "apex", "v0", "v1", "v2")
    _NUMBERS = ("radius", "offset", "mask", "user")

    def __init__(self, shapes: Shapes) -> None:
        self._type: Any = type(shapes)
        self._count = len(Scene().add(shapes))
        given = {
            name: _array(value)
            for name, value in zip((*shapes._names, "mask", "user"), shapes._values)
            if value is not None
        }
        leading = np.broadcast_shapes(
            *(a.shape if name in self._NUMBERS else a.shape[:-1] for name, a in given.items())
        )
        self._columns: dict[str, npt.NDArray[Any]] = {}
        for name, a in given.items():
            element = () if name in self._NUMBERS else a.shape[-1:]
            self._columns[name] = np.broadcast_to(a, leading + element).reshape(-1, *element)
        self.words = _words(self._columns.pop("user", 0), self._count)

    def __len__(self) -> int:
        return self._count

    def centers(self) -> Optional[Floats]:
        """Returns where the shapes are, (n, 3); None if they have no bounds."""
        points = [self._columns[name] for name in self._POINTS if name in self._columns]
        if self._type in (Planes, Lines):
            return None
        return np.asarray(np.mean(points, 0), np.float32)

    def add_some(self, indices: Ints, ids: Ints, scene: Scene) -> None:
        some = {name: column[indices] for name, column in self._columns.items()}
        scene.add(self._type(**some, user=ids))


def _array(value: Any) -> npt.NDArray[Any]:
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        return np.from_dlpack(value)
    return np.asarray(value)


def _words(words: Numbers, count: int) -> Words:
    return np.broadcast_to(np.asarray(words), count).astype(np.uint32)


def _batches(
    shapes: Iterable[Union[Shapes, Mesh]], user: Optional[Sequence[Numbers]]
) -> Iterator[Union[_Batch, _Triangles]]:
    """Checks batches and yields them. An empty one has no number, as in a scene."""
    words = None if user is None else list(user)
    for number, batch in enumerate(shapes):
        try:
            if isinstance(batch, Shapes):
                checked: Union[_Batch, _Triangles] = _Batch(batch)
            elif not (isinstance(batch, (tuple, list)) and len(batch) == 2):
                name = type(batch).__name__
                raise TypeError(f"is {name}, expected Spheres, Boxes, ... or (vertices, faces)")
            else:
                if words == []:
                    raise ValueError("user must have words for each mesh")
                checked = _Triangles(batch, 0 if words is None else words.pop(0))
        except (TypeError, ValueError) as error:
            raise type(error)(f"batch {number}: {error}") from None
        if len(checked) > 0:
            yield checked
    if words:
        raise ValueError("user has words for more meshes than there are")


def split(
    shapes: Iterable[Union[Shapes, Mesh]],
    bricks: int,
    folder: Union[str, os.PathLike[str]],
    *,
    user: Optional[Sequence[Numbers]] = None,
) -> World:
    """Cuts a world by space into bricks, and saves them.

    Parameters
    ----------
    shapes : iterable of batches
        The batches of a scene of the whole world: ``Spheres``, ``Boxes``, ..., and meshes as
        (vertices (V, 3), faces (F, 3)), but no instances. Shapes get global ids in this order, from
        0 on. All batches are in memory at a time; a mesh takes about 100 bytes per triangle.
    bricks : int
        Number of bricks, of about the same number of shapes. Planes and lines, which have no
        bounds, go to one more, which all rays visit.
    folder : path
        Folder for the bricks, made if it is missing. All workers must have access to it.
    user : sequence of (F,) of integers, optional
        Words of the triangles of each mesh.

    Returns
    -------
    World
    """
    if bricks < 1:
        raise ValueError(f"bricks is {bricks}, must be at least 1")
    batches = list(_batches(shapes, user))
    starts = np.cumsum([0, *map(len, batches)])
    if starts[-1] >= NO_ID:
        raise ValueError(f"{starts[-1]} shapes are more than there are ids")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    words = [np.zeros(0, np.uint32), *(batch.words for batch in batches)]
    np.save(folder / "user.npy", np.concatenate(words))

    centers = [np.zeros((0, 3), np.float32)]
    bounded, unbounded = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for batch, start in zip(batches, starts):
        where = batch.centers()
        ids = np.arange(start, start + len(batch))
        if where is None:
            unbounded.append(ids)
        else:
            bounded.append(ids)
            centers.append(where)
    all_bounded = np.concatenate(bounded)
    parts = [all_bounded[part] for part in parts_by_space(np.concatenate(centers), bricks)]
    if len(unbounded) > 1:
        parts.append(np.concatenate(unbounded))

    described = []
    for number, ids in enumerate(parts):
        scene = Scene()
        for batch, start in zip(batches, starts):
            first, last = np.searchsorted(ids, [start, start + len(batch)])
            if first < last:
                batch.add_some(ids[first:last] - start, ids[first:last], scene)
        scene.save(folder / f"brick{number}.lanecast")
        np.save(folder / f"ids{number}.npy", ids.astype(np.uint32))
        lo, hi = scene.bounds
        described.append({"lo": lo.tolist(), "hi": hi.tolist(), "shapes": len(ids)})
    (folder / "world.json").write_text(
        json.dumps({"bricks": described, "starts": starts.tolist(), "key": uuid.uuid4().hex})
    )
    return World(folder)
