"""The shapes that scenes have."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _lanecast
from ._answers import Rows
from ._arrays import Arrays, Floats, Numbers, Words, _checked
from ._constants import NO_ID
from ._editing import _SHAPES
from ._ids import Ids, _given
from ._lanecast import Kind
from ._records import Location
from ._shapes import Planes, Shapes, Surface, Triangles

# A triangle of a mesh is read as one of Triangles.
_BATCHES: dict[Kind, type[Any]] = {shapes._kind: shapes for shapes in _SHAPES}
_BATCHES[Kind.mesh] = Triangles
_PLACES = ("center", "lo", "hi", "a", "b", "base", "apex", "v0", "v1", "v2", "point")


class Locations(Rows[Location]):
    """The shapes behind ids.

    Attributes
    ----------
    kind : (...) uint32
        Number of the kind, in the order sphere, aabb, box, capsule, cylinder, cone, triangle,
        plane, line, mesh, instance. ``NO_ID`` for an id that does not exist, as are the next two.
    batch, index : (...) uint32
        Number of the call that added the shape, and its place in it.
    user : (...) uint32
        Its word; 0 for an id that does not exist.
    """

    __slots__ = ()
    _record = Location
    kind: Words
    batch: Words
    index: Words
    user: Words


class Contents:
    """The calls of a scene that tell which shapes it has."""

    __slots__ = ()
    _core: _lanecast.Scene

    @property
    def ids(self) -> Words:
        """(n,) uint32: the ids of all shapes, ascending."""
        return _lanecast.ids_of(self._core)

    def locate(self, ids: Numbers, *, threads: int = 0) -> Locations:
        """Looks up kind, batch, index and word of ids, such as those of answers.

        Parameters
        ----------
        ids : (...) of integers
            In any order; ids that do not exist are no error.

        Returns
        -------
        Locations
        """
        (ids,) = _checked(("ids",), (ids,))
        return Locations(_lanecast.locate(self._core, ids, threads, True))

    def shapes(self, ids: Union[Ids, Numbers]) -> Shapes:
        """Reads shapes back, as they were added or updated.

        >>> balls = scene.shapes(ids)
        >>> scene.update(ids, center=balls.center + [0, 0, 1])

        Parameters
        ----------
        ids : Ids or (n,) of integers
            Ids of shapes of one kind, in any order. Those of an ``Ids`` must still be of its batch.

        Returns
        -------
        Spheres, Aabbs, Boxes, Capsules, Cylinders, Cones, Triangles, Planes or Lines
            With arrays of n elements: float32, or float64 for places in a scene with an origin.
            Triangles of meshes are Triangles.

        Raises
        ------
        ValueError, TypeError
            If an id does not exist, is of another kind or an instance, or there are no ids.
        """
        of = np.asarray(ids) if isinstance(ids, Ids) else _given(ids)
        if isinstance(ids, Ids) and ids.batch != NO_ID:
            (others,) = np.nonzero(self._where(of)["batch"] != ids.batch)
            if len(others) > 0:
                i = others[0]
                raise ValueError(f"ids[{i}] is {of[i]}, which was removed from this batch")
        kind = self._core.kind_of(of)
        if kind is None:
            raise ValueError("ids has no elements, so their kind is unknown")
        if kind == Kind.instance:
            raise TypeError("ids[0] is an instance, which is in no batch of shapes")
        batch = _BATCHES[kind]
        columns: dict[str, npt.NDArray[Any]] = _lanecast.read(self._core, kind, np.reshape(of, -1))
        origin = self._core.origin
        if origin is not None and batch is Planes:
            normal = columns["normal"].astype(np.float64)
            columns["offset"] = columns["offset"] + normal @ np.asarray(origin)
        elif origin is not None:
            for name in columns.keys() & set(_PLACES):
                columns[name] = columns[name] + np.asarray(origin)
        surface = Surface(**{name: columns.pop(f"surface.{name}") for name in Surface.__slots__})
        shapes: Shapes = batch(**columns, surface=surface)
        return shapes

    def _where(self, ids: Words) -> Arrays:
        """Returns kind, batch and index of ids, without a commit."""
        return _lanecast.locate(self._core, ids, 0, False)


def add_shapes(
    source: Contents, ids: Words, to: Contents, words: Optional[Words] = None
) -> Words:
    """Adds shapes of one scene to another, bit for bit and in this order, but no instances.

    Origins are not considered.

    Parameters
    ----------
    words : (n,) uint32, optional
        The words that they get; default: those that they have.

    Returns
    -------
    (n,) uint32
        The words that they have.
    """
    kinds = source._where(ids)["kind"]
    ends = np.flatnonzero(np.diff(kinds, append=np.uint32(0xFFFFFFFF)))
    old = np.empty(len(ids), np.uint32)
    first = 0
    for last in ends + 1:
        run = slice(first, last)
        kind = Kind(int(kinds[first]))
        columns = _lanecast.read(source._core, kind, ids[run])
        old[run] = columns["user"]
        if words is not None:
            columns["user"] = words[run]
        to._core.add(_BATCHES[kind]._kind, tuple(columns.values()))
        first = last
    return old


def points_of(scene: Contents, ids: Words) -> Floats:
    """Returns a point of each shape, without the origin: (n, 3), the mean of those that it has."""
    kinds = scene._where(ids)["kind"]
    points = np.empty((len(ids), 3), np.float32)
    for number in np.unique(kinds):
        these = kinds == number
        kind = Kind(int(number))
        columns = _lanecast.read(scene._core, kind, ids[these])
        places = [columns[name] for name in columns.keys() & set(_PLACES)]
        points[these] = np.mean(places, 0, np.float64)
    return points
